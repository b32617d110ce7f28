import type { CreditEntry, Order } from '#contract/shapes.ts'
import type { Query } from '../db/sql.ts'
import { toCreditEntry } from './credit.ts'
import { listEntries } from './ledger.store.ts'
import { toOrder } from './order.ts'
import { listOrdersOf } from './orders.store.ts'

/** Beyond what a person can do in years; it keeps one answer from filling the memory. */
const AT_MOST = 50_000

/** Everything that a user bought and spent, newest first. */
export async function historyOf(
  sql: Query,
  userId: string,
): Promise<{ orders: Order[]; creditEntries: CreditEntry[] }> {
  const all = { userId, limit: AT_MOST, offset: 0 }
  const [orders, entries] = await Promise.all([
    listOrdersOf(sql, { ...all, state: null }),
    listEntries(sql, { ...all, type: null }),
  ])
  return { orders: orders.map(toOrder), creditEntries: entries.map(toCreditEntry) }
}
