import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const packageFacts = z.object({ name: z.string(), version: z.string() })

function readPackage(): z.output<typeof packageFacts> {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return packageFacts.parse(JSON.parse(text))
}

/** The version in package.json. */
export function programVersion(): string {
  return readPackage().version
}

/** Who sends, for receivers of messages: product, version and the shop's address. */
export function userAgentOf({ publicUrl }: { publicUrl: string }): string {
  const { name, version } = readPackage()
  return `${name}/${version} (+${publicUrl})`
}
