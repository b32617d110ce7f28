import type { Deps } from '../deps.ts'
import type { Intent, Payments } from '../gateways/payments.ts'
import { applyPayment, type News } from './apply-payment.ts'
import type { OrderRow } from './order.ts'

export interface Settled {
  order: OrderRow
  /** Null when the order has no intent at the provider. */
  intent: Intent | null
}

export type SettleNeeds = Pick<Deps, 'sql' | 'now' | 'log' | 'config'> & { payments: Payments }

/**
 * Asks the provider about an order and applies what it says: the one way in which credit arises.
 * Throws PaymentFailure when the provider cannot tell; nothing is changed then.
 */
export async function settle(deps: SettleNeeds, order: OrderRow, news: News): Promise<Settled> {
  if (order.paymentIntentId === null) return { order, intent: null }
  const intent = await deps.payments.retrieveIntent(order.paymentIntentId)
  return { order: await applyPayment(deps, order.id, intent, news), intent }
}
