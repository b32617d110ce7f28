import type { creditEntries } from '#contract/recharge.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { CreditEntry } from '#contract/shapes.ts'
import type { Query } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import {
  balanceOf,
  countEntries,
  listEntries,
  listExpiringLots,
  type StoredEntry,
} from './ledger.store.ts'

const LOTS_SHOWN = 50

/** What a user has to spend, and which part of it ends when, soonest first. */
export async function creditOf(
  sql: Query,
  userId: string,
): Promise<{ balance: number; expiring: { amount: number; expiresAt: Date }[] }> {
  const [balance, expiring] = await Promise.all([
    balanceOf(sql, userId),
    listExpiringLots(sql, userId, LOTS_SHOWN),
  ])
  return { balance, expiring }
}

/** One page of the ledger, newest first. */
export async function listCreditEntries(
  { sql }: Pick<Deps, 'sql'>,
  userId: string,
  { page, pageSize, type: wanted }: InputOf<typeof creditEntries>,
): Promise<OutputOf<typeof creditEntries>> {
  const filter = { userId, type: wanted ?? null }
  const [entries, total] = await Promise.all([
    listEntries(sql, { ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
    countEntries(sql, filter),
  ])
  return { list: entries.map(toCreditEntry), total, page, pageSize }
}

/** A movement as its user sees it. */
export function toCreditEntry({
  orderId,
  orderNo,
  planName,
  reason,
  ...entry
}: StoredEntry): CreditEntry {
  return {
    id: entry.id,
    type: entry.type,
    delta: entry.delta,
    balanceAfter: entry.balanceAfter,
    createdAt: entry.createdAt.toISOString(),
    ...(orderId !== null && { orderId }),
    ...(orderNo !== null && { orderNo }),
    ...(planName !== null && { planName }),
    ...(reason !== null && { reason }),
  }
}
