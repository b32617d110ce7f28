import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface RunningShop extends AsyncDisposable {
  process: ChildProcess
  /** What it has written so far, both streams. */
  output: () => string
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** The program as `node server/main.ts` runs it, with these settings and no others. */
export function runShop(settings: Record<string, string>): RunningShop {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], NO_COLOR: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  // 'close' comes after the last of the output
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  return {
    process: child,
    output: () => output,
    ended,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

/** Two neighbouring ports that were free a moment ago: for a shop and its sandbox. */
export async function freePorts(): Promise<{ port: number; sandboxPort: number }> {
  for (;;) {
    const first = await occupy(0)
    const port = portOf(first)
    const second = await occupy(port + 1).catch(() => null)
    await Promise.all([first, second].map(release))
    if (second) return { port, sandboxPort: port + 1 }
  }
}

export async function occupy(port: number): Promise<Server> {
  const server = createServer().listen(port, 'localhost')
  await once(server, 'listening')
  return server
}

export async function release(server: Server | null): Promise<void> {
  server?.close()
  if (server) await once(server, 'close')
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}
