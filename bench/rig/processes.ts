import { type ChildProcess, execFileSync, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../../scripts/run.ts'
import { boundTo, type Place } from './cores.ts'

const READY_LIMIT_MS = 60_000
const POLL_MS = 5

interface Start {
  /** Path of a TypeScript file, from the root of the repository. */
  program: string
  /** What Node itself is told. */
  nodeArgs?: string[]
  args?: string[]
  place: Place
  /** Replaces the whole environment, so that a setting of the caller's shell changes no figure. */
  env?: NodeJS.ProcessEnv
  stdio?: StdioOptions
}

/** Starts one of our programs with this Node. */
export function start(given: Start) {
  const { program, nodeArgs = [], args = [], place, env = {}, stdio = 'inherit' } = given
  const command = boundTo(place, process.execPath, [...nodeArgs, join(ROOT, program), ...args])
  return spawn(...command, {
    cwd: ROOT,
    stdio,
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...env },
  })
}

/** A program of ours at the other end of a message channel. */
export interface Peer extends AsyncDisposable {
  /** Its next message; rejects when it ends instead. */
  hear(): Promise<unknown>
  ask(question: string | number | object): Promise<unknown>
}

export function startPeer(
  program: string,
  place: Place,
  options: object = {},
  env: NodeJS.ProcessEnv = {},
): Peer {
  const child = start({
    program,
    args: [JSON.stringify(options)],
    place,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => null)
  async function hear(): Promise<unknown> {
    const heard = await Promise.race([once(child, 'message'), ended])
    if (heard === null) throw new Error(`${program} has ended`)
    return heard[0]
  }
  return {
    hear,
    ask(question) {
      child.send(question)
      return hear()
    },
    [Symbol.asyncDispose]: () => stop(child),
  }
}

/** A server to compare with: it says on which port it listens. */
export async function startReference(
  program: string,
  options: object,
): Promise<{ port: number } & AsyncDisposable> {
  const peer = startPeer(program, 'server', options)
  const port = Number(await peer.hear())
  return { port, [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose]() }
}

/** Resolves at the first 200; rejects when the process ends before. */
export async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    if (hasEnded(child)) throw new Error(`the process ended before ${url} answered`)
    if ((await statusOf(url)) === 200) return
  }
  throw new Error(`${url} does not answer`)
}

function statusOf(url: string): Promise<number | null> {
  const { promise, resolve: settle } = Promise.withResolvers<number | null>()
  get(url, { agent: false }, (response) => {
    response.resume()
    settle(response.statusCode ?? null)
  }).once('error', () => settle(null))
  return promise
}

export async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** What the process holds of the machine's memory now, in MB (2^20 bytes). */
export function residentMb(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}
