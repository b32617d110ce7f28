import type { Order } from '#contract/shapes.ts'
import type { Actor } from '../../actor.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { Intent } from '../../gateways/payments/payments.ts'
import type { OrderRow } from './order.ts'

export type SettleDeps = Pick<
  Deps,
  'sql' | 'now' | 'log' | 'config' | 'content' | 'limits' | 'payments'
>

export interface SettledOrder {
  order: OrderRow
  /** Null when the order has no intent at the provider. */
  intent: Intent | null
}

/**
 * Functions of `payments/` that orders and refunds call. Callers pass them in, because these rooms may not
 * import `payments/`.
 */
export interface PaymentActions {
  settleOrder: (
    deps: SettleDeps,
    order: OrderRow,
    context: { actor: Actor },
  ) => Promise<SettledOrder>
  closeOrder: (deps: SettleDeps, order: OrderRow, context: { actor: Actor }) => Promise<OrderRow>
  readReversals: (sql: Query, order: OrderRow) => Promise<Pick<Order, 'refunds' | 'takenBack'>>
}
