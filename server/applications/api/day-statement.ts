import { createHash, type Hash } from 'node:crypto'
import type { dayStatement } from '#contract/applications/applications.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import {
  type BookedMovement,
  openDayBooks,
  readDay,
} from '../../credit/spending/charge-lists.store.ts'
import type { Deps } from '../../deps.ts'
import type { CallOfApplication } from './serve-applications.ts'

/** A call of the day may commit this long after it: longer than a call with all its retries, and clocks differ. */
const SETTLES_AFTER_MS = 5 * 60_000

/** What the application charged and gave back on a day. Its hash covers the charges' lines, then the reversals'. */
export async function readDayStatement(
  { sql, now, content }: Pick<Deps, 'sql' | 'now' | 'content'>,
  { input: { day }, application }: CallOfApplication<typeof dayStatement>,
): Promise<OutputOf<typeof dayStatement>> {
  const { timeZone } = content.site
  const at = now()
  const span = await readDay(sql, day, timeZone)
  const books = await sql.begin(async (tx) => {
    const { charges, reversals } = await openDayBooks(tx, application.id, span)
    const sha256 = createHash('sha256')
    return {
      charges: await sumUp('charge', charges, sha256),
      reversals: await sumUp('reversal', reversals, sha256),
      sha256: sha256.digest('hex'),
    }
  })
  const isFinal = at.getTime() >= span.end.getTime() + SETTLES_AFTER_MS
  return { day, timeZone, isFinal, ...books }
}

/** Adds a line `charge <id> <user> <amount>` or `reversal <id> <charge> <amount>` for each to the hash. */
async function sumUp(
  kind: 'charge' | 'reversal',
  movements: AsyncIterable<BookedMovement>,
  sha256: Hash,
): Promise<{ count: number; total: number }> {
  let count = 0
  let total = 0
  for await (const { id, of, amount } of movements) {
    count += 1
    total += amount
    sha256.update(`${kind} ${id} ${of} ${amount}\n`)
  }
  return { count, total }
}
