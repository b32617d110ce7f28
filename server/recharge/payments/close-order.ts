import { isPaymentFailure } from '../../gateways/payments/payments.ts'
import { raiseAlert } from '../../alerts/raise-alert.ts'
import { applySnapshot, type SettleDeps } from './apply-snapshot.ts'
import type { Actor } from '../../actor.ts'
import { isOverdue, type OrderRow } from '../orders/order.ts'
import { recordOrderEvent } from '../orders/order-events.store.ts'
import {
  closeWithoutIntent,
  findOrder,
  lockOrder,
  transitionOrder,
} from '../orders/orders.store.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Closes a pending order: expired when it is overdue, else cancelled. Cancels its intent at the provider
 * first, so that nobody can pay afterwards; if the money has come before, the order becomes paid instead.
 * Returns the order as it is then. Throws PaymentFailure when the provider does not answer, and the order
 * stays open.
 */
export async function closeOrder(
  deps: SettleDeps,
  order: OrderRow,
  { actor }: { actor: Actor },
): Promise<OrderRow> {
  if (order.paymentIntentId !== null) return closeWithIntent(deps, order, { actor })
  const to = isOverdue(order, deps.now()) ? 'expired' : 'cancelled'
  await deps.sql.begin(async (tx) => {
    if (!(await closeWithoutIntent(tx, order.id, to))) return
    const at = deps.now()
    await recordOrderEvent(tx, { orderId: order.id, from: 'pending', to, actor, at })
  })
  const after = (await findOrder(deps.sql, order.id))!
  const gotIntent = after.state === 'pending' && after.paymentIntentId !== null
  return gotIntent ? closeWithIntent(deps, after, { actor }) : after
}

async function closeWithIntent(
  deps: SettleDeps,
  order: OrderRow,
  { actor }: { actor: Actor },
): Promise<OrderRow> {
  try {
    const intent = await deps.payments.cancelIntent(order.paymentIntentId!)
    return await applySnapshot(deps, order.id, { intent }, { actor })
  } catch (error) {
    if (isPaymentFailure(error, 'missing'))
      return closeOrderWithUnknownIntent(deps, order, { actor })
    if (!isPaymentFailure(error, 'unexpectedState')) throw error
    const { order: after } = await settleOrder(deps, order, { actor })
    return after
  }
}

/**
 * Closes an open order whose intent the provider does not know: the keys belong to another account now, so
 * nobody can pay it, and the operator is alerted.
 */
export async function closeOrderWithUnknownIntent(
  deps: SettleDeps,
  order: OrderRow,
  { actor }: { actor: Actor },
): Promise<OrderRow> {
  return deps.sql.begin(async (tx) => {
    const before = (await lockOrder(tx, order.id))!
    const facts = { orderId: order.id, orderNo: order.orderNo, intentId: order.paymentIntentId }
    await raiseAlert(deps, tx, { kind: 'intent_missing', subject: order.id, facts })
    const { state: from } = before
    if (from !== 'pending' && from !== 'processing') return before
    const at = deps.now()
    const to = isOverdue(before, at) ? 'expired' : 'cancelled'
    const after = await transitionOrder(tx, { id: order.id, from, to })
    const reason = 'unknown_intent'
    await recordOrderEvent(tx, { orderId: order.id, from, to, actor, reason, at })
    return after ?? before
  })
}
