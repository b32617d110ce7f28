import { atExit } from '../at-exit.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { endProcess, hasEnded } from '../processes.ts'
import { processTree, signalAll } from './process-tree.ts'

export interface ProgramOptions {
  command: readonly [string, ...string[]]
  env?: Record<string, string>
  logFile: string
  /** Resolves when the program does its work; rejects when it does not. */
  untilReady?: (child: ChildProcess) => Promise<void>
}

/** A program that can be killed and started again. */
export interface Program extends AsyncDisposable {
  /** All of its processes. */
  pids: () => number[]
  /** kill -9 of all of its processes. */
  kill(): void
  start(): Promise<void>
}

const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`

/** Starts a program of the machine with these variables and no others. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { command, env = {}, logFile, untilReady } = options
  const [file, ...args] = command
  const log = await open(logFile, 'a')
  let child: ChildProcess

  async function start(): Promise<void> {
    child = spawn(file, args, { stdio: ['ignore', log.fd, log.fd], env: { PATH, ...env } })
    const failed = new Promise<never>((_, reject) => child.once('error', reject))
    await Promise.race([untilReady?.(child), failed])
  }

  const pids = (): number[] =>
    child.pid === undefined || hasEnded(child) ? [] : processTree([child.pid])
  await start()
  const forget = atExit(() => signalAll(pids(), 'SIGKILL'))
  return {
    pids,
    kill: () => signalAll(pids(), 'SIGKILL'),
    start,
    async [Symbol.asyncDispose]() {
      await endProcess(child)
      forget()
      await log.close()
    },
  }
}
