import type { Intent } from '../../gateways/payments/payments.ts'
import type { OrderRow } from '../orders/order.ts'

/** What of a payment is not as the order has it: its price, its currency, whose it is. */
export function listDifferences(order: OrderRow, intent: Intent, livemode: boolean): string[] {
  const facts: Record<string, boolean> = {
    intent: intent.id === order.paymentIntentId,
    amount: intent.amount === order.amount,
    received: intent.outcome !== 'paid' || intent.amountReceived === order.amount,
    currency: intent.currency === order.currency,
    livemode: intent.livemode === livemode,
    owner: intent.metadata['order'] === order.id,
  }
  return Object.keys(facts).filter((fact) => !facts[fact])
}
