import type { CreditEntryType } from '#contract/shapes.ts'
import type { Actor } from '../../actor.ts'
import { fragment, type Query } from '../../db/sql.ts'
import type { Looked } from '../count-up-to.ts'

export interface FoundEntry {
  userId: string
  email: string | null
  nickname: string
  position: number
  type: CreditEntryType
  delta: number
  balanceAfter: number
  orderNo: string | null
  chargeId: string | null
  applicationId: string | null
  application: string | null
  actor: Actor
  reason: string | null
  createdAt: Date
  /** Of `createdAt`, since 1970: an entry's place among those of the same millisecond. */
  micros: string
}

/** Null: every one. */
export interface EntryFilter {
  type: CreditEntryType | null
  isIn: boolean | null
  min: number | null
}

export interface Span {
  from: Date
  until: Date
}

/** The last entry of the page before. */
export interface Place {
  micros: string
  userId: string
  position: number
}

export const entryColumns = fragment`
  entry.user_id as "userId", person.email, person.nickname, entry.position, entry.type, entry.delta,
  entry.balance_after as "balanceAfter", orders.order_no as "orderNo", entry.charge_id as "chargeId",
  application.id as "applicationId", application.name as application, entry.actor, entry.reason,
  entry.created_at as "createdAt", (extract(epoch from entry.created_at) * 1000000)::bigint::text as micros`

export const entryJoins = fragment`
  join users person on person.id = entry.user_id
  left join orders on orders.id = entry.order_id
  left join credit_charges charge on charge.user_id = entry.user_id and charge.id = entry.charge_id
  left join applications application on application.id = charge.application_id`

/** Entries of all users in a span, newest first. */
export function listEntriesOfSpan(
  sql: Query,
  { type, isIn, min }: EntryFilter,
  { from, until }: Span,
  { before, limit }: { before: Place | null; limit: number },
): Promise<FoundEntry[]> {
  return sql<FoundEntry>`
    select ${entryColumns}
    from (
      select * from credit_ledger
      where created_at >= ${from} and created_at < ${until}
        and (${before?.micros ?? null}::bigint is null or (created_at, user_id, position) < (
          timestamptz 'epoch' + ${before?.micros ?? null}::bigint * interval '1 us',
          ${before?.userId ?? null}::uuid, ${before?.position ?? null}::bigint))
        and (${type}::text is null or type = ${type})
        and (${isIn}::boolean is null or (delta > 0) = ${isIn}::boolean)
        and (${min}::bigint is null or abs(delta) >= ${min}::bigint)
      order by created_at desc, user_id desc, position desc limit ${limit}
    ) entry ${entryJoins}
    order by entry.created_at desc, entry.user_id desc, entry.position desc`
}

/** How many there are, up to `most`. */
export async function countEntriesOfSpan(
  sql: Query,
  { type, isIn, min }: EntryFilter,
  { from, until }: Span,
  most: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from credit_ledger
      where created_at >= ${from} and created_at < ${until}
        and (${type}::text is null or type = ${type})
        and (${isIn}::boolean is null or (delta > 0) = ${isIn}::boolean)
        and (${min}::bigint is null or abs(delta) >= ${min}::bigint)
      limit ${most}
    ) matching`
  return row!.count
}

/** Only types that no charge makes have an index. */
export const CHARGED: readonly CreditEntryType[] = ['consume', 'consume_reversal']

/** Entries of so much credit have an index: `credit_ledger_large`. */
const LARGE = 10_000

/** How many match among `most` entries of all users in a span: of one type or large ones alone, where that has an index. */
export async function lookAtEntriesOfSpan(
  sql: Query,
  { type, isIn, min }: EntryFilter,
  { from, until }: Span,
  most: number,
): Promise<Looked> {
  const indexed = type !== null && CHARGED.includes(type) ? null : type
  const large = min !== null && min >= LARGE ? min : null
  const [row] = await sql<Looked>`
    select count(*) as looked, count(*) filter (
      where (${type}::text is null or type = ${type})
        and (${isIn}::boolean is null or (delta > 0) = ${isIn}::boolean)
        and (${min}::bigint is null or abs(delta) >= ${min}::bigint)) as matching
    from (
      select type, delta from credit_ledger
      where created_at >= ${from} and created_at < ${until}
        and (${indexed}::text is null or type = ${indexed})
        and (${large}::bigint is null or abs(delta) >= ${large}::bigint)
      limit ${most}
    ) entry`
  return row!
}

/** What narrows the entries of one user; null: every one. */
export interface UserEntries {
  userId: string
  orderId: string | null
  chargeId: string | null
  key: string | null
}

/** Entries of one user, newest first. */
export function listEntriesOfUser(
  sql: Query,
  { userId, orderId, chargeId, key }: UserEntries,
  { type, isIn, min }: EntryFilter,
  { from, until }: Span,
  { before, limit }: { before: Place | null; limit: number },
): Promise<FoundEntry[]> {
  return sql<FoundEntry>`
    select ${entryColumns}
    from (
      select * from credit_ledger
      where user_id = ${userId} and created_at >= ${from} and created_at < ${until}
        and (${before?.position ?? null}::bigint is null or position < ${before?.position ?? null}::bigint)
        and (${orderId}::uuid is null or order_id = ${orderId}::uuid)
        and (${chargeId}::uuid is null or charge_id = ${chargeId}::uuid)
        and (${key}::text is null or idempotency_key in (${key}, 'adjust:' || ${key}::text)
          or starts_with(idempotency_key, 'adjust:' || ${key}::text || '#'))
        and (${type}::text is null or type = ${type})
        and (${isIn}::boolean is null or (delta > 0) = ${isIn}::boolean)
        and (${min}::bigint is null or abs(delta) >= ${min}::bigint)
      order by position desc limit ${limit}
    ) entry ${entryJoins}
    order by entry.position desc`
}

/** How many there are, up to `most`. */
export async function countEntriesOfUser(
  sql: Query,
  { userId, orderId, chargeId, key }: UserEntries,
  { type, isIn, min }: EntryFilter,
  { from, until }: Span,
  most: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from credit_ledger
      where user_id = ${userId} and created_at >= ${from} and created_at < ${until}
        and (${orderId}::uuid is null or order_id = ${orderId}::uuid)
        and (${chargeId}::uuid is null or charge_id = ${chargeId}::uuid)
        and (${key}::text is null or idempotency_key in (${key}, 'adjust:' || ${key}::text)
          or starts_with(idempotency_key, 'adjust:' || ${key}::text || '#'))
        and (${type}::text is null or type = ${type})
        and (${isIn}::boolean is null or (delta > 0) = ${isIn}::boolean)
        and (${min}::bigint is null or abs(delta) >= ${min}::bigint)
      limit ${most}
    ) matching`
  return row!.count
}
