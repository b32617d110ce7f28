import type { creditEntries } from '#contract/recharge.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Query } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { balanceOf, countEntries, listEntries, listExpiringLots } from './ledger.store.ts'

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
  const list = entries.map(({ id, type, delta, balanceAfter, createdAt, ...rest }) => ({
    id,
    type,
    delta,
    balanceAfter,
    createdAt: createdAt.toISOString(),
    ...(rest.orderId !== null && { orderId: rest.orderId }),
    ...(rest.orderNo !== null && { orderNo: rest.orderNo }),
    ...(rest.reason !== null && { reason: rest.reason }),
  }))
  return { list, total, page, pageSize }
}
