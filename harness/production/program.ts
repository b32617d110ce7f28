import { atExit } from '../at-exit.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { type ChildProcess, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { endProcess, hasEnded } from '../processes.ts'

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

/** These processes and all that descend from them, parents first (Linux only). */
export function processTree(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const parent = parentOf(pid)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const tree = [...new Set(roots)]
  for (const pid of tree) {
    for (const child of children.get(pid) ?? []) if (!tree.includes(child)) tree.push(child)
  }
  return tree
}

/** Sends the signal to each of these that still runs. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // it has ended meanwhile
    }
  }
}

function parentOf(pid: number): number | null {
  try {
    // the name in brackets may hold anything, what follows it is: state, parent
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)
    return Number(afterName?.split(' ')[1])
  } catch {
    return null
  }
}
