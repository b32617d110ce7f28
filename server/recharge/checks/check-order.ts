import type { Deps } from '../../deps.ts'
import { isUniqueViolation } from '../../db/sql.ts'
import { type Intent, isPaymentFailure } from '../../gateways/payments/payments.ts'
import { AppError } from '../../http/app-error.ts'
import type { OrderRow } from '../orders/order.ts'
import { recordOrderEvent } from '../orders/order-events.store.ts'
import { adoptIntent, findOrder } from '../orders/orders.store.ts'
import { withProviderFailures } from '../../gateways/payments/provider-failures.ts'
import { settleOrder } from '../payments/settle-order.ts'

export interface OrderCheck {
  orderId: string
  /** The provider's intent for an order that has none stored. */
  intentId?: string
  /** Why the operator checks; stored in the order's timeline. */
  reason?: string
}

export interface CheckedOrder {
  before: OrderRow
  after: OrderRow
  /** Null when the order has none. */
  intent: Intent | null
}

/**
 * The operator's “check again”: settles the order with its intent, refunds and disputes. Throws AppError: NOT_FOUND, ORDER_STATE (the intent is not this order's),
 * DEPENDENCY_DOWN.
 */
export async function checkOrder(
  deps: Deps,
  { orderId, intentId, reason }: OrderCheck,
): Promise<CheckedOrder> {
  const before = await findOrder(deps.sql, orderId)
  if (!before) throw new AppError('NOT_FOUND')
  return withProviderFailures(async () => {
    const order = intentId === undefined ? before : await withIntent(deps, before, intentId)
    const settled = await settleOrder(deps, order, { actor: 'operator', withReversals: true })
    const { order: after, intent } = settled
    if (reason !== undefined) {
      const event = { orderId, from: after.state, to: after.state, reason }
      await recordOrderEvent(deps.sql, { ...event, actor: 'operator', at: deps.now() })
    }
    return { before, after, intent }
  })
}

/** Stores an intent that was created for this order and whose answer was lost. Throws ORDER_STATE for any other. */
async function withIntent(deps: Deps, order: OrderRow, intentId: string): Promise<OrderRow> {
  if (order.paymentIntentId === intentId) return order
  const intent = await deps.payments.retrieveIntent(intentId).catch((error: unknown) => {
    throw isPaymentFailure(error, 'missing') ? intentRefused('支付平台没有这笔付款') : error
  })
  const isItsOwn = order.paymentIntentId === null && intent.metadata['order'] === order.id
  if (!isItsOwn) throw intentRefused('这笔付款不属于这笔订单')
  try {
    const { id, clientSecret } = intent
    const adopted = await adoptIntent(deps.sql, { id: order.id, intentId: id, clientSecret })
    if (adopted) return adopted
  } catch (error) {
    if (!isUniqueViolation(error, 'orders_intent_unique')) throw error
  }
  throw intentRefused('这笔付款不属于这笔订单')
}

function intentRefused(message: string): AppError {
  return new AppError('ORDER_STATE', { message })
}
