import type { CreditEntryType } from '#contract/shapes.ts'
import { all, fragment, join, type Query } from '../../db/sql.ts'
import type { Fragment } from '../../db/values.ts'
import {
  type EntryFilter,
  entryColumns,
  entryJoins,
  type FoundEntry,
  isAfter,
  isAtLeast,
  newestFirst,
  type Place,
} from './ledger-search.store.ts'

/** Charges and reversals of an application, each over its own index of the application's statement. */

export interface FoundCharge {
  userId: string
  chargeId: string
}

/** The charge of this id, or of the reversal of this id, made within the span. */
export async function findCharge(
  sql: Query,
  id: string,
  { from, until }: { from: Date; until: Date },
): Promise<FoundCharge | null> {
  const [row] = await sql<FoundCharge>`
    select found.* from applications application cross join lateral (
      select user_id as "userId", id as "chargeId" from credit_charges
      where application_id = application.id and created_at >= ${from} and created_at < ${until} and id = ${id}
      union all
      select user_id, charge_id from credit_reversals
      where application_id = application.id and created_at >= ${from} and created_at < ${until} and id = ${id}
    ) found limit 1`
  return row ?? null
}

/** Whose adjustment has this key; null: nobody's. */
export async function findAdjustedUser(sql: Query, key: string): Promise<string | null> {
  const [row] = await sql<{ userId: string }>`
    select user_id as "userId" from credit_adjustments
    where key in (${key}, 'adjust:' || ${key}::text) limit 1`
  return row?.userId ?? null
}

/**
 * What of `type` an application booked, in a table with an index of its own; null when the filter excludes it. The
 * newest `limit` of them, and those of the same moment, before the entry at `before`.
 */
function bookedIn(
  table: Fragment,
  type: CreditEntryType,
  applicationId: string,
  { type: wanted, isIn, min, from, until }: EntryFilter,
  { before, limit }: { before: Place | null; limit: number },
): Fragment | null {
  const isIncome = type === 'consume_reversal'
  if ((wanted !== null && wanted !== type) || (isIn !== null && isIn !== isIncome)) return null
  const where = all(
    fragment`application_id = ${applicationId} and created_at >= ${from} and created_at < ${until}`,
    min !== null && fragment`amount >= ${min}`,
    before &&
      fragment`created_at <= timestamptz 'epoch' + ${before.micros}::bigint * interval '1 us'`,
  )
  return fragment`(select user_id, position, entries, created_at from ${table} where ${where}
    order by created_at desc fetch first ${limit} rows with ties)`
}

/** The entries of what an application charged and gave back; null when the filter excludes both. */
function entriesOf(
  applicationId: string,
  filter: EntryFilter,
  page: { before: Place | null; limit: number },
): Fragment | null {
  const booked = [
    bookedIn(fragment`credit_charges`, 'consume', applicationId, filter, page),
    bookedIn(fragment`credit_reversals`, 'consume_reversal', applicationId, filter, page),
  ].filter((part) => part !== null)
  if (booked.length === 0) return null
  return fragment`(${join(booked, ' union all ')}) booked join credit_ledger entry
    on entry.user_id = booked.user_id
      and entry.position >= booked.position and entry.position < booked.position + booked.entries`
}

/** Newest first. */
export async function listEntriesOfApplication(
  sql: Query,
  applicationId: string,
  filter: EntryFilter,
  page: { before: Place | null; limit: number },
): Promise<FoundEntry[]> {
  const entries = entriesOf(applicationId, filter, page)
  if (entries === null) return []
  const { before, limit } = page
  return sql<FoundEntry>`
    select ${entryColumns}
    from (
      select entry.* from ${entries} where ${all(isAtLeast(filter), before && isAfter(before))}
      order by ${newestFirst} limit ${limit}
    ) entry ${entryJoins}
    order by ${newestFirst}`
}

/** How many there are, up to `most`. */
export async function countEntriesOfApplication(
  sql: Query,
  applicationId: string,
  filter: EntryFilter,
  most: number,
): Promise<number> {
  const entries = entriesOf(applicationId, filter, { before: null, limit: most })
  if (entries === null) return 0
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${entries} where ${all(isAtLeast(filter))} limit ${most}) matching`
  return row!.count
}
