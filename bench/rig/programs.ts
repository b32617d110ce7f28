import { execFileSync, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atExit } from '#harness/at-exit.ts'
import { endProcess } from '#harness/processes.ts'
import { ROOT } from '../../scripts/run-program.ts'
import type { GeneratorAnswer, Load, LoadResult } from './load-generator.ts'

/** Which of the two cores a program runs on. Both sides of a comparison run on the same. */
export type CorePlacement = 'generator' | 'server' | 'both'

const TASKSET = ['/usr/bin/taskset', '/bin/taskset'].find((path) => existsSync(path))

/**
 * The cores by placement: one for the load generator, one for the server, both for the database. More cores
 * of the machine are not used. Null where programs cannot be bound to cores; the system then chooses.
 */
const cores = findCores()

function findCores(): Record<CorePlacement, string> | null {
  if (TASKSET === undefined || process.platform !== 'linux') return null
  const list = /Cpus_allowed_list:\s*(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  const allowed = (list ?? '').split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  const [server, generator] = allowed
  if (server === undefined || generator === undefined) return null
  return { server: `${server}`, generator: `${generator}`, both: `${server},${generator}` }
}

export const areCoresBound = cores !== null

/** Binds this process and all processes that it starts to the two cores. */
export function bindToTwoCores(): void {
  if (cores === null || TASKSET === undefined) return
  execFileSync(TASKSET, ['-cp', cores.both, `${process.pid}`])
}

/** The command line that runs a program on the cores of its placement. */
export function bindCommand(
  place: CorePlacement,
  program: string,
  args: string[],
): [string, string[]] {
  if (cores === null || TASKSET === undefined) return [program, args]
  return [TASKSET, ['-c', cores[place], program, ...args]]
}

interface ProgramStart {
  /** Path of a TypeScript file, from the root of the repository. */
  program: string
  /** Options of Node itself. */
  nodeArgs?: string[]
  args?: string[]
  place: CorePlacement
  /** Replaces the whole environment, so that settings of the caller's shell do not change the result. */
  env?: NodeJS.ProcessEnv
  stdio?: StdioOptions
}

/** Starts one of our programs with this Node; it does not outlive this process. */
export function startProgram(given: ProgramStart) {
  const { program, nodeArgs = [], args = [], place, env = {}, stdio = 'inherit' } = given
  const command = bindCommand(place, process.execPath, [...nodeArgs, join(ROOT, program), ...args])
  const child = spawn(...command, {
    cwd: ROOT,
    stdio,
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...env },
  })
  child.once(
    'exit',
    atExit(() => child.kill()),
  )
  return child
}

/** One of our programs at the other end of a message channel. */
interface Peer extends AsyncDisposable {
  /** Resolves with its next message; rejects when the program ends before. */
  receive(): Promise<unknown>
  /** Sends a message and receives the next one. */
  request(message: number | object): Promise<unknown>
}

export function startPeer(
  program: string,
  place: CorePlacement,
  options: object = {},
  env: NodeJS.ProcessEnv = {},
): Peer {
  const args = [JSON.stringify(options)]
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc']
  const child = startProgram({ program, args, place, env, stdio })
  const ended = once(child, 'exit').then(() => null)
  async function receive(): Promise<unknown> {
    const received = await Promise.race([once(child, 'message'), ended])
    if (received === null) throw new Error(`${program} has ended`)
    return received[0]
  }
  return {
    receive,
    request(message) {
      child.send(message)
      return receive()
    },
    [Symbol.asyncDispose]: () => endProcess(child),
  }
}

/** Starts a reference server; its first message is its port. */
export async function startReference(
  program: string,
  options: object,
): Promise<{ port: number } & AsyncDisposable> {
  const peer = startPeer(program, 'server', options)
  const port = Number(await peer.receive())
  return { port, [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose]() }
}

export interface LoadGenerator extends AsyncDisposable {
  /** Rejects when any answer is not a 200. */
  run(load: Load): Promise<LoadResult>
}

/** Starts the load generator in its own process on its own core. */
export function startGenerator(): LoadGenerator {
  const peer = startPeer('bench/rig/load-generator.ts', 'generator')
  return {
    async run(load) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program's answer
      const report = (await peer.request(load)) as GeneratorAnswer
      if ('failure' in report) throw new Error(report.failure)
      return report
    },
    [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose](),
  }
}
