import type { Deps } from '../../deps.ts'
import type { Intent, Payments } from '../../gateways/payments.ts'
import { applyPayment, type News } from './apply-snapshot.ts'
import { hasReversals, type OrderRow } from '../orders/order.ts'
import { askProvider } from '../../gateways/provider-snapshot.ts'

export interface Settled {
  order: OrderRow
  /** Null when the order has no intent at the provider. */
  intent: Intent | null
}

export type SettleNeeds = Pick<Deps, 'sql' | 'now' | 'log' | 'config' | 'content' | 'limits'> & {
  payments: Payments
}

/**
 * Asks the provider about an order and applies what it says: the one way in which credit arises and is
 * taken back. Throws PaymentFailure when the provider cannot tell; nothing is changed then.
 */
export async function settle(
  deps: SettleNeeds,
  order: OrderRow,
  { isAboutMoneyBack = false, ...news }: News & { isAboutMoneyBack?: boolean },
): Promise<Settled> {
  const { paymentIntentId: intentId } = order
  if (intentId === null) return { order, intent: null }
  const mayHaveMoneyBack = isAboutMoneyBack || hasReversals(order)
  const word = await askProvider(deps.payments, intentId, { mayHaveMoneyBack })
  return { order: await applyPayment(deps, order.id, word, news), intent: word.intent }
}
