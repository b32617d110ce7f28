import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url))

export interface RunningShop extends AsyncDisposable {
  process: ChildProcess
  /** What it has written so far, both streams. */
  output: () => string
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/**
 * The program as `node server/main.ts` or another one runs it, with these settings and no others;
 * `before` is a command that runs it, such as `setpriv`.
 */
export function runShop(
  settings: Record<string, string>,
  program = MAIN,
  { before = [], folder }: { before?: readonly string[]; folder?: string } = {},
): RunningShop {
  const [command, ...args] = [...before, process.execPath, program]
  const child = spawn(command, args, {
    ...(folder !== undefined && { cwd: folder }),
    env: {
      PATH: process.env['PATH'],
      NO_COLOR: '1',
      TOOLS_SITE: 'none',
      CONSOLE: 'none',
      // a busy machine is no fault
      LIMITS_FACTOR: '4',
      ...settings,
    },
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
