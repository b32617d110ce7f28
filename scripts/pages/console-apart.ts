import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** All calls of the operator's console begin so, and each of its pages makes some. */
const CONSOLE_CALLS = '/api/console/'

/** Scripts of the shop's build that hold something of the operator's console, which has a bundle of its own. */
export async function findConsoleScripts(built: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(built, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const script = await readFile(join(built, name), 'utf8')
    if (script.includes(CONSOLE_CALLS))
      found.push(`/${name} is for customers and calls the console`)
  }
  return found
}
