import { alertOperator } from '../../alerts/raise-alert.ts'
import type { ProviderEvent } from '../../gateways/payments/payments.ts'
import type { OrderRow } from '../orders/order.ts'

/** So many failed attempts behind the shop's back close an order. */
const MOST = 3

/**
 * Whether the event is about a failed attempt that this shop did not send. Whoever has an intent's client secret can try
 * cards at the provider itself, past the limits of `confirmPayment`; so these count as the user's declined cards, and
 * the third of an order closes it.
 */
export function isForeignDecline(
  { attemptedMethods, attemptedMethod }: OrderRow,
  { kind, payment }: ProviderEvent,
): boolean {
  const failed = payment?.failedMethodId ?? null
  if (kind !== 'decline' || failed === null) return false
  return failed !== attemptedMethod && !attemptedMethods.includes(failed)
}

/** Whether an order has to be closed because somebody tries cards with it. */
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
