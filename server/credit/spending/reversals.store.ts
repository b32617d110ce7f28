import type { Query } from '../../db/sql.ts'
import type { Charge } from './holds-and-charges.store.ts'
import type { SpendRequest } from './spend.store.ts'

export interface Reversal {
  id: string
  chargeId: string
  amount: number
  reason: string
  createdAt: Date
}

export async function findReversal(
  sql: Query,
  userId: string,
  id: string,
): Promise<Reversal | null> {
  const [row] = await sql<Reversal>`
    select id, charge_id as "chargeId", amount, reason, created_at as "createdAt"
    from credit_reversals where user_id = ${userId} and id = ${id}`
  return row ?? null
}

/** What a charge and its reversals moved, the last taken first. */
export async function listMoved(
  sql: Query,
  userId: string,
  { id, position, entries }: Charge,
): Promise<{ lotId: string; delta: number }[]> {
  return sql<{ lotId: string; delta: number }>`
    with part as (
      select position as first, entries from (values (${position}::bigint, ${entries}::integer)) own (position, entries)
      union all
      select position, entries from credit_reversals where user_id = ${userId} and charge_id = ${id}
    )
    select entry.lot_id as "lotId", entry.delta
    from part join credit_ledger entry on entry.user_id = ${userId}
      and entry.position between part.first and part.first + part.entries - 1
    order by entry.delta > 0, entry.position desc`
}

/** What the application's key has made before, if anything. */
export async function findRequest(
  sql: Query,
  { userId, application, key, hash }: SpendRequest,
): Promise<{ objectId: string; isSame: boolean } | null> {
  const [row] = await sql<{ objectId: string; isSame: boolean }>`
    select object_id as "objectId", request_hash = ${hash} as "isSame" from credit_requests
    where user_id = ${userId} and application_id = ${application.id} and idempotency_key = ${key}`
  return row ?? null
}

/** Stores a reversal whose entries are in the ledger, with the day's usage and the key of the call. */
export async function addReversal(
  tx: Query,
  { userId, application, key, hash }: SpendRequest,
  {
    id,
    charge,
    amount,
    reason,
    position,
    entries,
    at,
    timeZone,
  }: {
    id: string
    charge: Charge
    amount: number
    reason: string
    position: number
    entries: number
    at: Date
    timeZone: string
  },
): Promise<void> {
  await tx`
    insert into credit_reversals (user_id, id, application_id, charge_id, amount, reason, position, entries, created_at)
    values (${userId}, ${id}, ${application.id}, ${charge.id}, ${amount}, ${reason}, ${position}, ${entries}, ${at})`
  await tx`
    update credit_charges set reversed = reversed + ${amount} where user_id = ${userId} and id = ${charge.id}`
  await tx`
    insert into credit_requests (user_id, application_id, idempotency_key, request_hash, object_id)
    values (${userId}, ${application.id}, ${key}, ${hash}, ${id})`
  await tx`
    insert into credit_usage_days as usage_day (user_id, day, application_id, api_key_id, reversed)
    values (${userId}, (${at}::timestamptz at time zone ${timeZone})::date, ${application.id},
      coalesce(${charge.apiKeyId}::uuid, '00000000-0000-0000-0000-000000000000'), ${amount})
    on conflict (user_id, day, application_id, api_key_id) do update
      set reversed = usage_day.reversed + excluded.reversed`
  await tx`
    update credit_usage_days set given_back = given_back + ${amount}
    where user_id = ${userId} and day = (${charge.createdAt}::timestamptz at time zone ${timeZone})::date
      and application_id = ${application.id}
      and api_key_id = coalesce(${charge.apiKeyId}::uuid, '00000000-0000-0000-0000-000000000000')`
}

/** Whether the account was closed for good. */
export async function isClosed(sql: Query, userId: string): Promise<boolean> {
  const [user] = await sql<{ isClosed: boolean }>`
    select closed_at is not null as "isClosed" from users where id = ${userId}`
  return user?.isClosed ?? false
}
