import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const OPERATOR_PROGRAM = fileURLToPath(
  new URL('../server/operator/main.ts', import.meta.url),
)

export interface OperatorResult {
  code: number | null
  /** What the command answered on standard output. */
  output: string
  /** Why it failed, and what it asked. */
  errors: string
}

/** Runs `node server/operator/main.ts` with these settings and no others. */
export async function runOperator(
  settings: Record<string, string>,
  args: readonly string[],
): Promise<OperatorResult> {
  const child = spawn(process.execPath, [OPERATOR_PROGRAM, ...args], {
    env: { PATH: process.env['PATH'], NO_COLOR: '1', LIMITS_FACTOR: '4', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output, errors }
}
