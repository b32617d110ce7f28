import type { OrderState } from '#contract/shapes.ts'
import type { Deps } from '../../deps.ts'
import { isUniqueViolation } from '../../db/sql.ts'
import { type Intent, isPaymentFailure, type Payments } from '../../gateways/payments/payments.ts'
import { AppError } from '../../http/app-error.ts'
import type { OrderRow } from '../orders/order.ts'
import { recordOrderEvent } from '../orders/order-events.store.ts'
import { adoptIntent, findOrder } from '../orders/orders.store.ts'
import { withProviderFailures } from '../../gateways/payments/provider-failures.ts'
import { listDifferences } from '../payments/compare-with-order.ts'
import { nextState } from '../payments/next-state.ts'
import { settleOrder } from '../payments/settle-order.ts'

export interface OrderCheck {
  orderId: string
  /** The provider's intent for an order that has none stored. */
  intentId?: string
}

export interface CheckedOrder {
  before: OrderRow
  after: OrderRow
  /** Null when the order has none. */
  intent: Intent | null
  /** What of the intent is not as the order has it. */
  differences: string[]
}

/**
 * The operator's “check again”: settles the order with its intent, refunds and disputes. Throws AppError: NOT_FOUND, ORDER_STATE (the intent is not this order's),
 * DEPENDENCY_DOWN.
 */
export async function checkOrder(
  deps: Deps,
  { orderId, intentId }: OrderCheck,
): Promise<CheckedOrder> {
  const before = await findOrder(deps.sql, orderId)
  if (!before) throw new AppError('NOT_FOUND')
  return withProviderFailures(async () => {
    const order = intentId === undefined ? before : await withIntent(deps, before, intentId)
    const settled = await settleOrder(deps, order, { actor: 'operator', withReversals: true })
    const { order: after, intent } = settled
    if (intentId !== undefined) {
      const event = { orderId, from: after.state, to: after.state, reason: 'recovered' }
      await recordOrderEvent(deps.sql, { ...event, actor: 'operator', at: deps.now() })
    }
    const { livemode } = deps.config.payments
    const differences = intent ? listDifferences(after, intent, livemode) : []
    return { before, after, intent, differences }
  })
}

export interface ExpectedCheck {
  intent: Intent
  /** What of the payment is not as the order has it. */
  differences: string[]
  /** The state of the order after a check; its own where nothing changes. */
  state: OrderState
}

/**
 * What a check of the order with this intent would come to now; asks the provider and changes nothing. Throws as
 * `checkOrder` does.
 */
export async function previewCheck(
  { payments, config, now }: Pick<Deps, 'payments' | 'config' | 'now'>,
  order: OrderRow,
  intentId: string,
): Promise<ExpectedCheck> {
  const { livemode } = config.payments
  return withProviderFailures(async () => {
    const intent = await fetchOwnIntent(payments, order, intentId)
    const adopted = { ...order, paymentIntentId: intentId }
    const step = nextState(adopted, intent, { now: now(), livemode })
    const differences = listDifferences(adopted, intent, livemode)
    return { intent, differences, state: step?.to ?? order.state }
  })
}

/** Throws ORDER_STATE when the provider does not have the intent, or the order has another one, or it is of another order. */
async function fetchOwnIntent(
  payments: Payments,
  { id, paymentIntentId }: OrderRow,
  intentId: string,
): Promise<Intent> {
  const intent = await payments.retrieveIntent(intentId).catch((error: unknown) => {
    throw isPaymentFailure(error, 'missing') ? intentRefused('支付平台没有这笔付款') : error
  })
  const isItsOwn =
    paymentIntentId === intentId || (paymentIntentId === null && intent.metadata['order'] === id)
  if (!isItsOwn) throw intentRefused('这笔付款不属于这笔订单')
  return intent
}

/** Stores an intent that was created for this order and whose answer was lost. Throws ORDER_STATE for any other. */
async function withIntent(deps: Deps, order: OrderRow, intentId: string): Promise<OrderRow> {
  if (order.paymentIntentId === intentId) return order
  const intent = await fetchOwnIntent(deps.payments, order, intentId)
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
