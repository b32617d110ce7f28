import { hash } from 'node:crypto'
import type { ApplicationCall } from '#contract/applications/application-call.ts'

/** SHA-256 over the call and its parsed input: two requests with the same key and hash are the same request. */
export function hashRequest({ method, path }: ApplicationCall, input: unknown): Buffer {
  return hash('sha256', `${method} ${path} ${canonicalJson(input)}`, 'buffer')
}

/** JSON whose fields stand in the order of their names. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
