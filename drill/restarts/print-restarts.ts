import type { RestartsResult } from './run-restarts.ts'

/** Of all requests: more refusals than that are none of a busy machine. */
const MOST_REFUSED = 0.005
/** Failures shown of each proxy. */
const SHOWN = 12

/** Prints a table and what went wrong; returns whether nothing did. */
export function printRestarts(results: readonly RestartsResult[]): boolean {
  const lines = results.flatMap((result) => [
    [
      result.proxy.padEnd(8),
      `${result.requests} requests, ${result.posts} of them POSTs, ${result.restarts} restarts:`,
      `${result.failed.length} failed, ${result.doubled.length} doubled,`,
      `${result.refused} refused while the database was late,`,
      `${result.unanswered} charges without an answer; longest answer ${result.longestMs} ms,`,
      `a node ends within ${result.endedMs} ms and is ready within ${result.startedMs} ms`,
    ].join(' '),
    ...result.failed
      .slice(0, SHOWN)
      .map(
        ({ id, call, status, text, ms }) =>
          `  failed ${id} ${call.method} ${call.path} ${status} after ${ms} ms: ${text.slice(0, 200)}`,
      ),
    ...result.doubled.slice(0, SHOWN).map((id) => `  doubled ${id}`),
  ])
  process.stdout.write(`${lines.join('\n')}\n`)
  return results.every(
    ({ failed, doubled, unanswered, refused, requests }) =>
      failed.length + doubled.length + unanswered === 0 && refused <= MOST_REFUSED * requests,
  )
}
