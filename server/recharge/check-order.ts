import type { Deps } from '../deps.ts'
import type { Intent } from '../gateways/payments.ts'
import type { OrderRow } from './order.ts'

export interface Check {
  orderId: string
  /** The provider's intent for an order that never learnt of its own. */
  intentId?: string
  reason?: string
}

export interface Checked {
  before: OrderRow
  after: OrderRow
  /** Null when the order has none. */
  intent: Intent | null
}

/**
 * The operator's “check again”: asks the provider for the order's intent, refunds and disputes and applies
 * them by the normal settle. Throws AppError: NOT_FOUND, ORDER_STATE (the intent is not this order's),
 * DEPENDENCY_DOWN.
 */
export function checkOrder(_deps: Deps, _check: Check): Promise<Checked> {
  throw new Error('not built yet')
}
