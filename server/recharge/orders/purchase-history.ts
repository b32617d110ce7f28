import type { CreditEntry, Order } from '#contract/shapes.ts'
import type { Query } from '../../db/sql.ts'
import { countEntries, listEntries } from '../../credit/ledger.store.ts'
import { toCreditEntries } from './list-credit-entries.ts'
import { hasReversals, toOrder } from './order.ts'
import { countOrdersOf, listOrdersOf } from './orders.store.ts'
import type { RefundRequest } from '#contract/recharge/refund-request.ts'
import { toRefundRequest } from '../refunds/refund-requests.ts'
import { listRefundRequestsOf } from '../refunds/refund-requests.store.ts'
import { readReversals } from '../refunds/read-reversals.ts'

/** More than a person makes in years; bounds the memory of one answer. */
const LONGEST_HISTORY = 50_000

export interface PurchaseHistory {
  orders: Order[]
  creditEntries: CreditEntry[]
  refundRequests: (RefundRequest & { orderNo: string })[]
  /** How many older ones there are besides. */
  omitted: { orders: number; creditEntries: number }
}

/** A user's orders with their refunds, and ledger entries, newest first. */
export async function readPurchaseHistory(sql: Query, userId: string): Promise<PurchaseHistory> {
  const all = { userId, limit: LONGEST_HISTORY, offset: 0 }
  const [orders, entries, orderCount, entryCount, requests] = await Promise.all([
    listOrdersOf(sql, { ...all, state: null }),
    listEntries(sql, { ...all, type: null }),
    countOrdersOf(sql, { userId, state: null }),
    countEntries(sql, { userId, type: null }),
    listRefundRequestsOf(sql, userId),
  ])
  const reversals = new Map<string, Pick<Order, 'refunds' | 'takenBack'>>()
  for (const order of orders) {
    if (hasReversals(order)) reversals.set(order.id, await readReversals(sql, order))
  }
  return {
    orders: orders.map((order) => ({ ...toOrder(order), ...reversals.get(order.id) })),
    creditEntries: await toCreditEntries(sql, entries),
    refundRequests: requests.map((row) => ({ ...toRefundRequest(row), orderNo: row.orderNo })),
    omitted: {
      orders: Math.max(0, orderCount - LONGEST_HISTORY),
      creditEntries: Math.max(0, entryCount - LONGEST_HISTORY),
    },
  }
}
