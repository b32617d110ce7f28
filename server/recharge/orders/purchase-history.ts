import type { CreditEntry, Order } from '#contract/shapes.ts'
import type { Query } from '../../db/sql.ts'
import { toCreditEntry } from '../../credit/credit-entries.ts'
import { countEntries, listEntries } from '../../credit/ledger.store.ts'
import { toOrder } from './order.ts'
import { countOrdersOf, listOrdersOf } from './orders.store.ts'

/** Beyond what a person can do in years; it keeps one answer from filling the memory. */
export const AT_MOST = 50_000

export interface History {
  orders: Order[]
  creditEntries: CreditEntry[]
  /** How many older ones there are besides. */
  omitted: { orders: number; creditEntries: number }
}

/** What a user bought and spent, newest first, and how much more there is. */
export async function historyOf(sql: Query, userId: string): Promise<History> {
  const all = { userId, limit: AT_MOST, offset: 0 }
  const [orders, entries, orderCount, entryCount] = await Promise.all([
    listOrdersOf(sql, { ...all, state: null }),
    listEntries(sql, { ...all, type: null }),
    countOrdersOf(sql, { userId, state: null }),
    countEntries(sql, { userId, type: null }),
  ])
  return {
    orders: orders.map(toOrder),
    creditEntries: entries.map(toCreditEntry),
    omitted: {
      orders: Math.max(0, orderCount - AT_MOST),
      creditEntries: Math.max(0, entryCount - AT_MOST),
    },
  }
}
