import type { Intent } from '../../gateways/payments/payments.ts'
import { fetchSnapshot } from '../../gateways/payments/provider-snapshot.ts'
import { hasReversals, type OrderRow } from '../orders/order.ts'
import { applySnapshot, type SettleContext, type SettleDeps } from './apply-snapshot.ts'

export interface SettledOrder {
  order: OrderRow
  /** Null when the order has no intent at the provider. */
  intent: Intent | null
}

/**
 * Fetches the provider's snapshot of an order and applies it (`applySnapshot`). The snapshot has refunds and
 * disputes when the order or its intent has some, or `withReversals` is set. Throws PaymentFailure and changes
 * nothing when the provider does not answer.
 */
export async function settleOrder(
  deps: SettleDeps,
  order: OrderRow,
  { withReversals = false, ...context }: SettleContext & { withReversals?: boolean },
): Promise<SettledOrder> {
  const { paymentIntentId: intentId } = order
  if (intentId === null) return { order, intent: null }
  const snapshot = await fetchSnapshot(deps.payments, intentId, {
    withReversals: withReversals || hasReversals(order),
  })
  return { order: await applySnapshot(deps, order.id, snapshot, context), intent: snapshot.intent }
}
