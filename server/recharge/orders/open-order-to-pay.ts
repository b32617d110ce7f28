import type { ErrorCode } from '#contract/errors.ts'
import type { OrderState } from '#contract/shapes.ts'
import { withProviderFailures } from '../../gateways/payments/provider-failures.ts'
import { AppError } from '../../http/app-error.ts'
import { isOpen, isOverdue, type OrderRow, toOrder } from './order.ts'
import { findUserOrderAfterChanges } from './orders.store.ts'
import type { SettleDeps } from '../payments/apply-snapshot.ts'
import { closeOrder } from '../payments/close-order.ts'

interface NamedOrder {
  userId: string
  orderId: string
  planId: string
  num: number
  /** The sum that the buyer was shown, in minor units; absent: not compared. */
  amount?: number | undefined
}

/**
 * The order that the buyer wants to pay, at the price at which it was placed, whatever its plan costs by now. Throws
 * AppError: NOT_FOUND, VALIDATION (another plan or number), PRICE_CHANGED, and what has become of an order that is not
 * open. The attempt to pay has the last word (`claimAttempt`): it begins on an order that is pending under its lock.
 */
export async function findOpenOrderToPay(
  deps: SettleDeps,
  { userId, orderId, planId, num, amount }: NamedOrder,
): Promise<OrderRow> {
  const found = await findUserOrderAfterChanges(deps.sql, userId, orderId)
  if (!found) throw new AppError('NOT_FOUND')
  if (found.plan.id !== planId || found.num !== num) {
    const message = '订单与所选的套餐和数量不符'
    throw new AppError('VALIDATION', { message, fields: { order: message } })
  }
  const isExpired = found.state === 'pending' && isOverdue(found, deps.now())
  const order = isExpired
    ? await withProviderFailures(() => closeOrder(deps, found, { actor: 'system' }))
    : found
  if (isExpired || !isOpen(order)) throw refusePayment(order)
  if (amount !== undefined && amount !== order.amount) {
    throw new AppError('PRICE_CHANGED', { data: { order: toOrder(order) } })
  }
  return order
}

const CODES: Partial<Record<OrderState, ErrorCode>> = {
  // overdue, and the provider has not closed its intent yet
  pending: 'ORDER_EXPIRED',
  paid: 'ORDER_PAID',
  refunded: 'ORDER_PAID',
  partially_refunded: 'ORDER_PAID',
  cancelled: 'ORDER_CANCELLED',
  expired: 'ORDER_EXPIRED',
}

/** Why an order cannot be paid (any more): what has become of it, with the order itself. */
export function refusePayment(order: OrderRow): AppError {
  return new AppError(CODES[order.state] ?? 'ORDER_STATE', { data: { order: toOrder(order) } })
}
