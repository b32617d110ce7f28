import type { CreditEntryType } from '#contract/shapes.ts'
import type { Query } from '../db/sql.ts'
import type { OrderPart } from '../recharge/refunds/order-credit.ts'

export async function balanceOf(sql: Query, userId: string): Promise<number> {
  const [account] = await sql<{ balance: number }>`
    select balance from credit_accounts where user_id = ${userId}`
  return account?.balance ?? 0
}

/** What is left of lots that end some day, soonest first. */
export async function listExpiringLots(
  sql: Query,
  userId: string,
  limit: number,
): Promise<{ amount: number; expiresAt: Date }[]> {
  return sql<{ amount: number; expiresAt: Date }>`
    select sum(remaining) as amount, expires_at as "expiresAt" from credit_lots
    where user_id = ${userId} and remaining > 0 and expires_at is not null
    group by expires_at order by expires_at limit ${limit}`
}

export interface StoredEntry {
  id: string
  type: CreditEntryType
  delta: number
  balanceAfter: number
  orderId: string | null
  orderNo: string | null
  planName: string | null
  reason: string | null
  createdAt: Date
}

interface EntryFilter {
  userId: string
  type: CreditEntryType | null
}

/** Newest first. */
export async function listEntries(
  sql: Query,
  { userId, type, limit, offset }: EntryFilter & { limit: number; offset: number },
): Promise<StoredEntry[]> {
  return type === null
    ? sql<StoredEntry>`
        select entry.id, entry.type, entry.delta, entry.balance_after as "balanceAfter",
          entry.order_id as "orderId", orders.order_no as "orderNo",
          orders.plan ->> 'name' as "planName", entry.reason,
          entry.created_at as "createdAt"
        from credit_ledger entry left join orders on orders.id = entry.order_id
        where entry.user_id = ${userId}
        order by entry.position desc limit ${limit} offset ${offset}`
    : sql<StoredEntry>`
        select entry.id, entry.type, entry.delta, entry.balance_after as "balanceAfter",
          entry.order_id as "orderId", orders.order_no as "orderNo",
          orders.plan ->> 'name' as "planName", entry.reason,
          entry.created_at as "createdAt"
        from credit_ledger entry left join orders on orders.id = entry.order_id
        where entry.user_id = ${userId} and entry.type = ${type}
        order by entry.position desc limit ${limit} offset ${offset}`
}

export async function countEntries(sql: Query, { userId, type }: EntryFilter): Promise<number> {
  const [row] =
    type === null
      ? await sql<{ total: number }>`
          select entries as total from credit_accounts where user_id = ${userId}`
      : await sql<{ total: number }>`
          select count(*) as total from credit_ledger where user_id = ${userId} and type = ${type}`
  return row?.total ?? 0
}

export interface Part {
  lotId: string
  delta: number
}

export interface Movement {
  userId: string
  type: CreditEntryType
  parts: Part[]
}

/** What moved under a key, lot by lot; null when nothing did. */
export async function findMovement(sql: Query, key: string): Promise<Movement | null> {
  const parts = await sql<Part & Pick<Movement, 'userId' | 'type'>>`
    select part.user_id as "userId", part.type, part.lot_id as "lotId", part.delta
    from credit_ledger first
    join credit_ledger part on part.user_id = first.user_id
      and part.position between first.position and first.position + 1000
      and (part.idempotency_key = first.idempotency_key
        or starts_with(part.idempotency_key, first.idempotency_key || '#'))
    where first.idempotency_key = ${key}
    order by part.position`
  return parts[0] ? { userId: parts[0].userId, type: parts[0].type, parts } : null
}

/** Users with credit whose time is over, a few at a time. */
export async function listExpiredUsers(
  sql: Query,
  now: Date,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<string[]> {
  const rows = await sql<{ userId: string }>`
    select distinct user_id as "userId" from credit_lots
    where remaining > 0 and expires_at <= ${now} and user_id <> all(${except}::uuid[])
    limit ${limit}`
  return rows.map(({ userId }) => userId)
}

/** What an order's entries moved, oldest first. */
export async function listOrderParts(sql: Query, orderId: string): Promise<OrderPart[]> {
  return sql<OrderPart>`
    select lot_id as "lotId", type, delta from credit_ledger
    where order_id = ${orderId} order by position`
}
