import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What a node imports to note its requests in the file DRILL_TRACE. */
export const TRACE_REQUESTS = pathToFileURL(
  join(import.meta.dirname, '../preload/trace-requests.ts'),
).href

/** Requests that the nodes answered more than once, from the lines of `preload/trace-requests.ts`. */
export function findDoubled(trace: string): string[] {
  const seen = new Set<string>()
  const doubled = new Set<string>()
  for (const line of trace.trim().split('\n')) {
    const id = line.split(' ', 1)[0]!
    if (seen.has(id)) doubled.add(id)
    seen.add(id)
  }
  return [...doubled]
}
