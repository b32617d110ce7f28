import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const packageFacts = z.object({ version: z.string() })

/** The version in package.json. */
export function programVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return packageFacts.parse(JSON.parse(text)).version
}
