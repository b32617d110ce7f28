import { alertOperator } from '../../../alerts/raise-alert.ts'
import type { OrderRow } from '../../orders/order.ts'

/** So many failed attempts behind the shop's back close an order. */
const MOST = 3

/**
 * Whether an order has to be closed because somebody tries cards with it. Whoever has an intent's client secret can do so
 * at the provider itself, past the limits of `confirmPayment`; so attempts that failed and that this shop did not send
 * count as the user's declined cards, and the third of an order closes it.
 */
export function isTriedWithCards({ foreignDeclines, state }: OrderRow): boolean {
  return foreignDeclines >= MOST && state === 'pending'
}

type AlertDeps = Parameters<typeof alertOperator>[0]

export async function alertTriedOrder(
  deps: AlertDeps,
  { id: orderId, orderNo, userId, paymentIntentId: intentId }: OrderRow,
): Promise<void> {
  const facts = { orderId, orderNo, userId, intentId }
  await alertOperator(deps, { kind: 'declined_elsewhere', subject: orderId, facts })
}
