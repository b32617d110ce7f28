import { execFileSync, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endProcess } from '#harness/processes.ts'
import { ROOT } from '../../scripts/run-program.ts'
import { bindCommand, type CorePlacement } from './cores.ts'

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

/** Starts one of our programs with this Node. */
export function startProgram(given: ProgramStart) {
  const { program, nodeArgs = [], args = [], place, env = {}, stdio = 'inherit' } = given
  const command = bindCommand(place, process.execPath, [...nodeArgs, join(ROOT, program), ...args])
  return spawn(...command, {
    cwd: ROOT,
    stdio,
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...env },
  })
}

/** One of our programs at the other end of a message channel. */
export interface Peer extends AsyncDisposable {
  /** Resolves with its next message; rejects when the program ends before. */
  receive(): Promise<unknown>
  /** Sends a message and receives the next one. */
  request(message: string | number | object): Promise<unknown>
}

export function startPeer(
  program: string,
  place: CorePlacement,
  options: object = {},
  env: NodeJS.ProcessEnv = {},
): Peer {
  const child = startProgram({
    program,
    args: [JSON.stringify(options)],
    place,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
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

/** Resident memory of the process now, in MB (2^20 bytes). */
export function residentMb(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}

/** Processor time that the process has taken since its start, in ms, on Linux. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // the fields after the program's name, which may have spaces; 14 and 15 count hundredths of a second
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
