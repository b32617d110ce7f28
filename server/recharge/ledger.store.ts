import type { CreditEntryType } from '#contract/shapes.ts'
import { uuidv7 } from '../db/ids.ts'
import type { Query } from '../db/sql.ts'
import type { Actor } from './order.ts'

export interface NewCredit {
  type: 'purchase' | 'bonus'
  amount: number
  /** A second movement under the same key ends the transaction. */
  idempotencyKey: string
}

interface Occasion {
  userId: string
  orderId: string
  /** Null = for ever. */
  expiresAt: Date | null
  actor: Actor
  at: Date
}

/** Adds lots, their ledger entries and the balance together, under the lock of the user's account row. */
export async function addCredit(
  tx: Query,
  { userId, orderId, expiresAt, actor, at }: Occasion,
  grants: readonly NewCredit[],
): Promise<void> {
  const total = grants.reduce((sum, { amount }) => sum + amount, 0)
  const [account] = await tx<{ balance: number; entries: number }>`
    insert into credit_accounts (user_id, balance, entries)
    values (${userId}, ${total}, ${grants.length})
    on conflict (user_id) do update set balance = credit_accounts.balance + excluded.balance,
      entries = credit_accounts.entries + excluded.entries
    returning balance, entries`
  let balance = account!.balance - total
  let position = account!.entries - grants.length
  for (const { type, amount, idempotencyKey } of grants) {
    const lotId = uuidv7()
    balance += amount
    position += 1
    await tx`
      insert into credit_lots (id, user_id, order_id, kind, granted, remaining, expires_at, created_at)
      values (${lotId}, ${userId}, ${orderId}, ${type}, ${amount}, ${amount}, ${expiresAt}, ${at})`
    await tx`
      insert into credit_ledger (id, user_id, position, type, delta, balance_after, lot_id, order_id,
        idempotency_key, actor, created_at)
      values (${uuidv7()}, ${userId}, ${position}, ${type}, ${amount}, ${balance}, ${lotId},
        ${orderId}, ${idempotencyKey}, ${actor}, ${at})`
  }
}

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
          entry.order_id as "orderId", orders.order_no as "orderNo", entry.reason,
          entry.created_at as "createdAt"
        from credit_ledger entry left join orders on orders.id = entry.order_id
        where entry.user_id = ${userId}
        order by entry.position desc limit ${limit} offset ${offset}`
    : sql<StoredEntry>`
        select entry.id, entry.type, entry.delta, entry.balance_after as "balanceAfter",
          entry.order_id as "orderId", orders.order_no as "orderNo", entry.reason,
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
