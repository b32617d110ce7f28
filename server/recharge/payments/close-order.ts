import { isPaymentFailure } from '../../gateways/payments.ts'
import { raiseAlert } from '../../alerts/raise-alert.ts'
import { applyPayment } from './apply-snapshot.ts'
import { type Actor, isOverdue, type OrderRow } from '../orders/order.ts'
import { recordOrderEvent } from '../orders/order-events.store.ts'
import { closeWithoutIntent, findOrder, lockOrder, moveOrder } from '../orders/orders.store.ts'
import { settle, type SettleNeeds } from './settle-order.ts'

interface Closing {
  actor: Actor
}

/**
 * Ends a pending order: expired when its time is over, else cancelled. Its intent is cancelled at the
 * provider first, so that nobody can pay afterwards; when the money was there before, the order is
 * paid instead. Returns the order as it stands then. Throws PaymentFailure when the provider cannot
 * tell, and the order stays open.
 */
export async function closeOrder(
  deps: SettleNeeds,
  order: OrderRow,
  { actor }: Closing,
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
  deps: SettleNeeds,
  order: OrderRow,
  { actor }: Closing,
): Promise<OrderRow> {
  try {
    const intent = await deps.payments.cancelIntent(order.paymentIntentId!)
    return await applyPayment(deps, order.id, { intent }, { actor })
  } catch (error) {
    if (isPaymentFailure(error, 'missing')) return closeUnknown(deps, order, { actor })
    if (!isPaymentFailure(error, 'unexpectedState')) throw error
    const { order: after } = await settle(deps, order, { actor })
    return after
  }
}

/**
 * Ends an open order whose intent the provider does not know: the keys now belong to another account, so
 * nothing can be paid there.
 */
export async function closeUnknown(
  deps: SettleNeeds,
  order: OrderRow,
  { actor }: Closing,
): Promise<OrderRow> {
  return deps.sql.begin(async (tx) => {
    const before = (await lockOrder(tx, order.id))!
    const facts = { orderId: order.id, orderNo: order.orderNo, intentId: order.paymentIntentId }
    await raiseAlert(deps, tx, { kind: 'intent_missing', subject: order.id, facts })
    const { state: from } = before
    if (from !== 'pending' && from !== 'processing') return before
    const at = deps.now()
    const to = isOverdue(before, at) ? 'expired' : 'cancelled'
    const after = await moveOrder(tx, { id: order.id, from, to })
    const reason = 'the provider does not know its intent'
    await recordOrderEvent(tx, { orderId: order.id, from, to, actor, reason, at })
    return after ?? before
  })
}
