import { alertOperator } from '../../alerts/raise-alert.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderEvent } from '../../gateways/payments/payments.ts'
import type { OrderRow } from '../orders/order.ts'
import { closeOrder } from './close-order.ts'
import { countDecline } from './declined-cards.ts'
import { countOrderEvents } from './provider-events.store.ts'

/** So many failed attempts behind the shop's back close an order. */
const MOST = 3

/**
 * Counts a failed attempt that this shop did not send. Whoever has an intent's client secret can try cards at the
 * provider itself, past the limits of `confirmPayment`; so these count as the user's declined cards, and the third of
 * an order closes it. Each attempt of the shop's own has one such event at most. Throws PaymentFailure when the
 * provider does not close the intent.
 */
export async function countForeignDecline(
  deps: Deps,
  order: OrderRow,
  { type }: Pick<ProviderEvent, 'type'>,
): Promise<void> {
  const { id: orderId, orderNo, userId, paymentIntentId: intentId, confirmCount, state } = order
  const foreign = (await countOrderEvents(deps.sql, orderId, type)) - confirmCount
  if (foreign <= 0) return
  await countDecline(deps, { userId, address: null })
  if (foreign < MOST || state !== 'pending') return
  const facts = { orderId, orderNo, userId, intentId }
  await alertOperator(deps, { kind: 'declined_elsewhere', subject: orderId, facts })
  await closeOrder(deps, order, { actor: 'system' })
}
