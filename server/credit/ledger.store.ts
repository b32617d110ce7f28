import type { CreditEntryType } from '#contract/shapes.ts'
import type { Query } from '../db/sql.ts'

/** What a user has and what open holds have reserved of it; zeros without a credit account. */
export async function readBalance(
  sql: Query,
  userId: string,
): Promise<{ balance: number; held: number }> {
  const [account] = await sql<{ balance: number; held: number }>`
    select balance, held from credit_accounts where user_id = ${userId}`
  return account ?? { balance: 0, held: 0 }
}

/** The credit that ends some day, summed by its end, soonest first. */
export async function listExpiringCredit(
  sql: Query,
  userId: string,
  limit: number,
): Promise<{ amount: number; expiresAt: Date }[]> {
  return sql<{ amount: number; expiresAt: Date }>`
    select sum(remaining) as amount, expires_at as "expiresAt" from credit_lots
    where user_id = ${userId} and not is_empty and remaining > 0 and expires_at is not null
    group by expires_at order by expires_at limit ${limit}`
}

export interface StoredEntry {
  id: string
  type: CreditEntryType
  delta: number
  balanceAfter: number
  /** What the movement belongs to, such as an order's id. */
  reference: string | null
  reason: string | null
  createdAt: Date
}

interface EntryFilter {
  userId: string
  /** Null: of every type. */
  type: CreditEntryType | null
}

/** Newest first. */
export async function listEntries(
  sql: Query,
  { userId, type, limit, offset }: EntryFilter & { limit: number; offset: number },
): Promise<StoredEntry[]> {
  return type === null
    ? sql<StoredEntry>`
        select id, type, delta, balance_after as "balanceAfter", order_id as reference, reason,
          created_at as "createdAt"
        from credit_ledger where user_id = ${userId}
        order by position desc limit ${limit} offset ${offset}`
    : sql<StoredEntry>`
        select id, type, delta, balance_after as "balanceAfter", order_id as reference, reason,
          created_at as "createdAt"
        from credit_ledger where user_id = ${userId} and type = ${type}
        order by position desc limit ${limit} offset ${offset}`
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

/** What one entry changed in one lot. */
export interface LotChange {
  lotId: string
  type: CreditEntryType
  delta: number
}

export interface Movement {
  type: CreditEntryType
  changes: LotChange[]
}

/** What moved under a user's key, lot by lot; null when nothing did. */
export async function findMovement(
  sql: Query,
  userId: string,
  key: string,
): Promise<Movement | null> {
  const changes = await sql<LotChange>`
    select part.type, part.lot_id as "lotId", part.delta
    from credit_ledger first
    join credit_ledger part on part.user_id = first.user_id
      and part.position between first.position and first.position + 1000
      and (part.idempotency_key = first.idempotency_key
        or starts_with(part.idempotency_key, first.idempotency_key || '#'))
    where first.user_id = ${userId} and first.idempotency_key = ${key}
    order by part.position`
  const [first] = changes
  return first ? { type: first.type, changes } : null
}

/**
 * The next users, in the order of their ids, with a hold that has expired or credit in lots that have ended.
 * A user whose open holds still need that credit is among them.
 */
export async function listUsersWithEndedCredit(
  sql: Query,
  now: Date,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ userId: string }>`
    select user_id as "userId" from (
      (select distinct user_id from credit_lots
        where not is_empty and expires_at <= ${now} and user_id > ${after}
        order by user_id limit ${limit})
      union
      (select distinct user_id from credit_holds
        where state = 'open' and expires_at <= ${now} and user_id > ${after}
        order by user_id limit ${limit})
    ) ended order by user_id limit ${limit}`
  return rows.map(({ userId }) => userId)
}

/** `isOwn`: of a lot of the reference, not of one that lent it credit. */
export interface ReferenceChange extends LotChange {
  isOwn: boolean
}

/** What the entries of a user's reference changed, oldest first. */
export async function listChangesOf(
  sql: Query,
  userId: string,
  reference: string,
): Promise<ReferenceChange[]> {
  return sql<ReferenceChange>`
    select entry.lot_id as "lotId", entry.type, entry.delta,
      coalesce(lot.order_id = entry.order_id, false) as "isOwn"
    from credit_ledger entry
    left join credit_lots lot on lot.user_id = entry.user_id and lot.id = entry.lot_id
    where entry.user_id = ${userId} and entry.order_id = ${reference} order by entry.position`
}
