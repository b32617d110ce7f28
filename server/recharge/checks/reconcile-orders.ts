import type { Deps } from '../../deps.ts'
import { isPaymentFailure } from '../../gateways/payments.ts'
import { closeOrder, closeUnknown } from '../payments/close-order.ts'
import { inLanes, tolerating } from './for-each-concurrent.ts'
import { lately } from '../orders/time-window.ts'
import { isOverdue, type OrderRow } from '../orders/order.ts'
import { takeRefresh } from '../orders/orders.store.ts'
import { listOverdue, listUnsettled } from './orders-to-check.store.ts'
import { settle } from '../payments/settle-order.ts'

/** Younger ones are still in the hands of their buyer's page. */
const OLD_MS = 30_000
/** Orders in one turn; the next turn goes on. */
const BATCH = 500

/** Asks the provider about every open order with an intent that nobody has asked about for a while. */
export async function reconcile(deps: Deps, stop?: AbortSignal): Promise<void> {
  const justNow = lately(deps.now(), OLD_MS)
  const orders = await listUnsettled(deps.sql, justNow, BATCH)
  await inLanes(orders, stop, async (order) => {
    const claim = { id: order.id, now: deps.now(), lately: justNow }
    if (!(await takeRefresh(deps.sql, claim))) return
    await tolerating(deps, order.id, () => settleOrEnd(deps, order))
  })
}

/** Keys that are wrong for a moment end nothing: an order has its time first. */
async function settleOrEnd(deps: Deps, order: OrderRow): Promise<void> {
  try {
    await settle(deps, order, { actor: 'system' })
  } catch (error) {
    if (!isPaymentFailure(error, 'missing') || !isOverdue(order, deps.now())) throw error
    await closeUnknown(deps, order, { actor: 'system' })
  }
}

/** Ends pending orders whose time is over; one whose intent cannot be cancelled now is tried again. */
export async function expireOrders(deps: Deps, stop?: AbortSignal): Promise<void> {
  const orders = await listOverdue(deps.sql, deps.now(), BATCH)
  await inLanes(orders, stop, (order) =>
    tolerating(deps, order.id, () => closeOrder(deps, order, { actor: 'system' })),
  )
}
