import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')

/** Has the operator do something from a terminal while the shop at this address runs; returns what was printed. */
export async function operate(baseURL: string, ...words: string[]): Promise<string> {
  const { port } = new URL(baseURL)
  const { stdout } = await run(
    process.execPath,
    [join(ROOT, 'server/operator/main.ts'), ...words, '--yes'],
    {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        NO_COLOR: '1',
        PORT: port,
        DATA_DIR: join(ROOT, `.cache/e2e-${port}`),
      },
    },
  )
  return stdout
}
