import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const READY_LIMIT_MS = 60_000
const POLL_MS = 5

/** Resolves at the first 200 of this address; rejects when the process ends before, or after a minute. */
export async function untilReady(url: string, child?: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    if (child && hasEnded(child)) throw new Error(`the process ended before ${url} answered`)
    if ((await fetchStatus(url)) === 200) return
  }
  throw new Error(`${url} does not answer`)
}

/** Resolves when this port of the machine accepts connections; rejects as `untilReady` does. */
export async function untilListening(port: number, child?: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    if (child && hasEnded(child)) throw new Error(`the process ended before it listened on ${port}`)
    if (await accepts(port)) return
  }
  throw new Error(`nothing listens on ${port}`)
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/** The status of the response; null without one. Each request opens a connection of its own. */
function fetchStatus(url: string): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  get(url, { agent: false }, (response) => {
    response.resume()
    resolve(response.statusCode ?? null)
  }).once('error', () => resolve(null))
  return promise
}

/** Sends the signal and waits for the end of the process; does nothing when it has ended. */
export async function endProcess(
  child: ChildProcess,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Commands of all processes that have this folder as TMPDIR or in their arguments. */
export async function processesOf(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(
    pids.map(async (pid) => {
      const [command, environment] = await Promise.all(
        ['cmdline', 'environ'].map((file) =>
          readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''),
        ),
      )
      return `${command}\0${environment}`.includes(folder) ? command! : ''
    }),
  )
  return commands.filter(Boolean).map((command) => command.replaceAll('\0', ' ').slice(0, 200))
}
