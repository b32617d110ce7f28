import type { Query } from '../../db/sql.ts'
import {
  type EntryFilter,
  entryColumns,
  entryJoins,
  type FoundEntry,
  type Place,
  type Span,
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
  { from, until }: Span,
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

/** Entries of what an application charged and gave back, newest first. */
export function listEntriesOfApplication(
  sql: Query,
  applicationId: string,
  { type, isIn, min }: EntryFilter,
  { from, until }: Span,
  { before, limit }: { before: Place | null; limit: number },
): Promise<FoundEntry[]> {
  return sql<FoundEntry>`
    select ${entryColumns}
    from (
      select entry.* from (
        (select user_id, position, entries, created_at from credit_charges
          where application_id = ${applicationId} and created_at >= ${from} and created_at < ${until}
            and (${type}::text is null or ${type} = 'consume')
            and (${isIn}::boolean is null or not ${isIn}::boolean)
            and (${min}::bigint is null or amount >= ${min}::bigint)
            and (${before?.micros ?? null}::bigint is null
              or created_at <= timestamptz 'epoch' + ${before?.micros ?? null}::bigint * interval '1 us')
          order by created_at desc fetch first ${limit} rows with ties)
        union all
        (select user_id, position, entries, created_at from credit_reversals
          where application_id = ${applicationId} and created_at >= ${from} and created_at < ${until}
            and (${type}::text is null or ${type} = 'consume_reversal')
            and (${isIn}::boolean is null or ${isIn}::boolean)
            and (${min}::bigint is null or amount >= ${min}::bigint)
            and (${before?.micros ?? null}::bigint is null
              or created_at <= timestamptz 'epoch' + ${before?.micros ?? null}::bigint * interval '1 us')
          order by created_at desc fetch first ${limit} rows with ties)
      ) booked join credit_ledger entry on entry.user_id = booked.user_id
        and entry.position >= booked.position and entry.position < booked.position + booked.entries
      where (${before?.micros ?? null}::bigint is null or (entry.created_at, entry.user_id, entry.position) < (
          timestamptz 'epoch' + ${before?.micros ?? null}::bigint * interval '1 us',
          ${before?.userId ?? null}::uuid, ${before?.position ?? null}::bigint))
        and (${min}::bigint is null or abs(entry.delta) >= ${min}::bigint)
      order by entry.created_at desc, entry.user_id desc, entry.position desc limit ${limit}
    ) entry ${entryJoins}
    order by entry.created_at desc, entry.user_id desc, entry.position desc`
}

/** How many there are, up to `most`. */
export async function countEntriesOfApplication(
  sql: Query,
  applicationId: string,
  { type, isIn, min }: EntryFilter,
  { from, until }: Span,
  most: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from (
        (select user_id, position, entries from credit_charges
          where application_id = ${applicationId} and created_at >= ${from} and created_at < ${until}
            and (${type}::text is null or ${type} = 'consume')
            and (${isIn}::boolean is null or not ${isIn}::boolean)
            and (${min}::bigint is null or amount >= ${min}::bigint) limit ${most})
        union all
        (select user_id, position, entries from credit_reversals
          where application_id = ${applicationId} and created_at >= ${from} and created_at < ${until}
            and (${type}::text is null or ${type} = 'consume_reversal')
            and (${isIn}::boolean is null or ${isIn}::boolean)
            and (${min}::bigint is null or amount >= ${min}::bigint) limit ${most})
      ) booked join credit_ledger entry on entry.user_id = booked.user_id
        and entry.position >= booked.position and entry.position < booked.position + booked.entries
      where (${min}::bigint is null or abs(entry.delta) >= ${min}::bigint)
      limit ${most}
    ) matching`
  return row!.count
}
