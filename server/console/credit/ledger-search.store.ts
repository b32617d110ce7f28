import type { CreditEntryType } from '#contract/shapes.ts'
import type { Actor } from '../../actor.ts'
import { all, fragment, type Query } from '../../db/sql.ts'
import type { Fragment } from '../../db/values.ts'
import type { Looked } from '../page-of.ts'

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
  from: Date
  until: Date
}

/** What narrows the entries of one user. */
export interface UserEntries {
  userId: string
  orderId: string | null
  chargeId: string | null
  key: string | null
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

const isInSpan = ({ from, until }: EntryFilter) =>
  fragment`entry.created_at >= ${from} and entry.created_at < ${until}`

const isOfType = ({ type }: EntryFilter) => type !== null && fragment`entry.type = ${type}`

export const isAtLeast = ({ min }: EntryFilter) =>
  min !== null && fragment`abs(entry.delta) >= ${min}`

function isOfUser({ userId, orderId, chargeId, key }: UserEntries): Fragment {
  return all(
    fragment`entry.user_id = ${userId}`,
    orderId !== null && fragment`entry.order_id = ${orderId}`,
    chargeId !== null && fragment`entry.charge_id = ${chargeId}`,
    key !== null &&
      fragment`entry.idempotency_key in (${key}, ${`adjust:${key}`})
        or starts_with(entry.idempotency_key, ${`adjust:${key}#`})`,
  )
}

/** Conditions on `entry`, one of the user's or of all users. */
function matching(filter: EntryFilter, of: UserEntries | null): Fragment {
  const { isIn } = filter
  return all(
    of && isOfUser(of),
    isInSpan(filter),
    isOfType(filter),
    isIn !== null && (isIn ? fragment`entry.delta > 0` : fragment`entry.delta <= 0`),
    isAtLeast(filter),
  )
}

export const newestFirst = fragment`entry.created_at desc, entry.user_id desc, entry.position desc`

/** Whether the entry comes after the one of the page before. */
export function isAfter({ micros, userId, position }: Place): Fragment {
  return fragment`(entry.created_at, entry.user_id, entry.position) < (
    timestamptz 'epoch' + ${micros}::bigint * interval '1 us', ${userId}::uuid, ${position}::bigint)`
}

/** Entries of one user or of all, newest first. */
export function listEntries(
  sql: Query,
  filter: EntryFilter,
  of: UserEntries | null,
  { before, limit }: { before: Place | null; limit: number },
): Promise<FoundEntry[]> {
  // a user's have an index by their position
  const order = of ? fragment`entry.position desc` : newestFirst
  const isNext = before && (of ? fragment`entry.position < ${before.position}` : isAfter(before))
  return sql<FoundEntry>`
    select ${entryColumns}
    from (
      select * from credit_ledger entry
      where ${all(matching(filter, of), isNext)} order by ${order} limit ${limit}
    ) entry ${entryJoins}
    order by ${order}`
}

/** How many there are, up to `most`. */
export async function countEntries(
  sql: Query,
  filter: EntryFilter,
  of: UserEntries | null,
  most: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from credit_ledger entry where ${matching(filter, of)} limit ${most}) matching`
  return row!.count
}

/** Only types that no charge makes have an index. */
export const CHARGED: readonly CreditEntryType[] = ['consume', 'consume_reversal']

/** Entries of so much credit have an index: `credit_ledger_large`. */
const LARGE = 10_000

/** How many match among `most` entries of all users in a span: of one type or large ones alone, where that has an index. */
export async function lookAtEntries(
  sql: Query,
  filter: EntryFilter,
  most: number,
): Promise<Looked> {
  const { type, min } = filter
  const isIndexed = all(
    isInSpan(filter),
    type !== null && !CHARGED.includes(type) && isOfType(filter),
    min !== null && min >= LARGE && isAtLeast(filter),
  )
  const [row] = await sql<Looked>`
    select count(*) as looked, count(*) filter (where ${matching(filter, null)}) as matching
    from (select * from credit_ledger entry where ${isIndexed} limit ${most}) entry`
  return row!
}
