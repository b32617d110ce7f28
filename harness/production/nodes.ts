import { atExit } from '../at-exit.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeArgs } from '#server/launch.ts'
import { endProcess, untilReady } from '../processes.ts'
import type { Ports } from './nginx.ts'

const ROOT = join(import.meta.dirname, '../..')
const TRACE_REQUESTS = pathToFileURL(join(ROOT, 'harness/preload/trace-requests.ts')).href

export interface Node extends AsyncDisposable {
  ports: Ports
  /** Of the process that runs now. */
  pid: () => number
  /** SIGTERM, the end, and the start of the next process. Throws when it did not end well. */
  restart(): Promise<{ endedMs: number; startedMs: number }>
  /** kill -9 */
  kill(): Promise<void>
  /** Resolves when it is ready. */
  start(): Promise<void>
}

interface Options {
  ports: Ports
  env: Record<string, string>
  logFile: string
  /** A file into which the node writes a line for each request that it answered. */
  traceFile?: string
}

/** A node of the shop in production mode, which is ready. */
export async function startNode({ ports, env, logFile, traceFile }: Options): Promise<Node> {
  const log = await open(logFile, 'a')
  const url = `http://127.0.0.1:${ports.shop}/readyz`
  const before = traceFile === undefined ? [] : ['--import', TRACE_REQUESTS]
  let child = await start().catch(async (error: unknown) => {
    await log.close()
    throw error
  })

  async function start(): Promise<ChildProcess> {
    const started = spawn(process.execPath, [...before, ...nodeArgs, 'server/main.ts'], {
      cwd: ROOT,
      stdio: ['ignore', log.fd, log.fd],
      env: {
        PATH: process.env['PATH'],
        ...env,
        ...(traceFile !== undefined && { REQUEST_TRACE: traceFile }),
        PORT: String(ports.shop),
        CONSOLE_PORT: String(ports.console),
      },
    })
    await untilReady(url, started).catch(async (error: unknown) => {
      started.kill('SIGKILL')
      throw new Error(`the node does not start:\n${await readFile(logFile, 'utf8')}`, {
        cause: error,
      })
    })
    return started
  }

  const forget = atExit(() => child.kill('SIGKILL'))

  return {
    ports,
    pid: () => child.pid ?? 0,
    async restart() {
      const beganAt = performance.now()
      await endProcess(child)
      if (child.exitCode !== 0) throw new Error(`the node ended with ${child.exitCode}`)
      const endedAt = performance.now()
      child = await start()
      return {
        endedMs: Math.round(endedAt - beganAt),
        startedMs: Math.round(performance.now() - endedAt),
      }
    },
    kill: () => endProcess(child, 'SIGKILL'),
    async start() {
      child = await start()
    },
    async [Symbol.asyncDispose]() {
      await endProcess(child)
      forget()
      await log.close()
    },
  }
}
