import type { Deps } from '../../deps.ts'
import { isPaymentFailure } from '../../gateways/payments/payments.ts'
import { closeOrder, closeOrderWithUnknownIntent } from '../payments/close-order.ts'
import { forEachConcurrent, logProviderFailure } from './for-each-concurrent.ts'
import { windowAround } from '../../lib/local-time.ts'
import { isOverdue, type OrderRow } from '../orders/order.ts'
import { claimRefresh } from '../orders/attempts.store.ts'
import { listOverdueOrders, listUnsettledOrders } from './orders-to-check.store.ts'
import { settleOrder } from '../payments/settle-order.ts'

/** Younger orders are settled by their buyer's page. */
const YOUNG_MS = 30_000
/** Orders of one run; the next run takes the rest. */
const BATCH = 500

/** Settles every open order with an intent that nobody has asked the provider about for a while. */
export async function reconcileOrders(deps: Deps, stop?: AbortSignal): Promise<void> {
  const recent = windowAround(deps.now(), YOUNG_MS)
  const orders = await listUnsettledOrders(deps.sql, recent, BATCH)
  await forEachConcurrent(orders, stop, async (order) => {
    const claim = { id: order.id, now: deps.now(), recent }
    if (!(await claimRefresh(deps.sql, claim))) return
    await logProviderFailure(deps, order.id, () => settleOrClose(deps, order))
  })
}

/** Closes an order with an unknown intent only when it is overdue: the keys may be wrong for a moment. */
async function settleOrClose(deps: Deps, order: OrderRow): Promise<void> {
  try {
    await settleOrder(deps, order, { actor: 'system' })
  } catch (error) {
    if (!isPaymentFailure(error, 'missing') || !isOverdue(order, deps.now())) throw error
    await closeOrderWithUnknownIntent(deps, order, { actor: 'system' })
  }
}

/** Closes overdue orders; the next run retries one whose intent cannot be cancelled now. */
export async function expireOrders(deps: Deps, stop?: AbortSignal): Promise<void> {
  const orders = await listOverdueOrders(deps.sql, deps.now(), BATCH)
  await forEachConcurrent(orders, stop, (order) =>
    logProviderFailure(deps, order.id, () => closeOrder(deps, order, { actor: 'system' })),
  )
}
