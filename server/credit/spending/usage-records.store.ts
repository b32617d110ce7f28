import { all, fragment, type Query } from '../../db/sql.ts'
import type { Usage } from './spend.store.ts'
import type { SpendingFilter } from './usage-days.store.ts'

/** A charge, or a hold that was not charged. */
export interface SpendingRecord {
  id: string
  state: 'charged' | 'open' | 'released' | 'expired'
  applicationId: string
  apiKeyId: string | null
  reason: string
  usage: Usage | null
  /** Null: charged without a hold. */
  held: number | null
  amount: number
  /** The part that no lot could pay. */
  owed: number
  /** The part that was given back since. */
  reversed: number
  /** Null: a hold. */
  balanceAfter: number | null
  createdAt: Date
  /** Null: a charge. */
  expiresAt: Date | null
}

/** A place in the list: the record after which it goes on. */
export interface RecordPlace {
  createdAt: Date
  id: string
}

/**
 * Newest first, from a place on; at most `limit` records. The days are a list of their own, so the planner does not
 * count on their many charges and reads by the index of the application or the key, which may be rare for the user.
 */
export async function listSpendingRecords(
  sql: Query,
  { userId, first, last, applicationId, apiKeyId }: SpendingFilter,
  { after, limit, timeZone }: { after: RecordPlace | null; limit: number; timeZone: string },
): Promise<SpendingRecord[]> {
  const ofKey =
    apiKeyId === 'none' ? fragment`api_key_id is null` : fragment`api_key_id = ${apiKeyId}`
  const isWanted = all(
    fragment`user_id = ${userId}`,
    applicationId !== null && fragment`application_id = ${applicationId}`,
    apiKeyId !== null && ofKey,
    fragment`created_at >= (select start from days) and created_at < (select "end" from days)`,
    after && fragment`(created_at, id) < (${after.createdAt}, ${after.id})`,
  )
  return sql<SpendingRecord>`
    with days as (
      select ${first}::date::timestamp at time zone ${timeZone} as start,
        (${last}::date + 1)::timestamp at time zone ${timeZone} as "end"
    ), charge as (
      select * from credit_charges where ${isWanted} order by created_at desc, id desc limit ${limit}
    )
    select charge.id, 'charged' as state, charge.application_id as "applicationId",
      charge.api_key_id as "apiKeyId", charge.reason, charge.usage, hold.amount as held, charge.amount,
      charge.owed, charge.reversed, entry.balance_after as "balanceAfter", charge.created_at as "createdAt",
      null::timestamptz as "expiresAt"
    from charge
    join credit_ledger entry
      on entry.user_id = charge.user_id and entry.position = charge.position + charge.entries - 1
    left join credit_holds hold on hold.user_id = charge.user_id and hold.id = charge.hold_id
    union all
    (select id, state, application_id, api_key_id, reason, null, amount, 0, 0, 0, null, created_at, expires_at
    from credit_holds
    where ${isWanted} and state <> 'captured'
    order by created_at desc, id desc limit ${limit})
    order by "createdAt" desc, id desc limit ${limit}`
}

/** What was given back of charges, oldest first. */
export async function listReversalsOf(
  sql: Query,
  userId: string,
  chargeIds: string[],
): Promise<{ id: string; chargeId: string; amount: number; reason: string; createdAt: Date }[]> {
  return sql<{ id: string; chargeId: string; amount: number; reason: string; createdAt: Date }>`
    select id, charge_id as "chargeId", amount, reason, created_at as "createdAt" from credit_reversals
    where user_id = ${userId} and charge_id = any(${chargeIds}::uuid[]) order by created_at, id`
}

export async function countOpenHolds(sql: Query, userId: string): Promise<number> {
  const [row] = await sql<{ holds: number }>`
    select count(*) as holds from credit_holds where user_id = ${userId} and state = 'open'`
  return row!.holds
}
