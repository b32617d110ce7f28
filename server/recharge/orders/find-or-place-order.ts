import { withProviderFailures } from '../../gateways/payments/provider-failures.ts'
import { AppError } from '../../http/app-error.ts'
import { findOrInsertOrder, type PlacedOrder } from './find-or-insert-order.store.ts'
import { newOrderNo } from './order-numbers.ts'
import { isOverdue, type OrderRow, PAYABLE_MS, toOrder } from './order.ts'
import { listOpenOrders } from './orders.store.ts'
import type { PaymentActions, SettleDeps } from './payment-actions.ts'

export interface OrderRequest {
  userId: string
  planId: string
  num: number
  /** Where the visitor came from. */
  source: string | null
}

/** Rounds in which a concurrent request may be first, before the buyer has to come back. */
const ROUNDS = 5

/**
 * The user's order of this plan and number at today's price: the open one, so that nobody pays twice from
 * two tabs, or a new one. Throws AppError: NOT_FOUND (plan), PLAN_GONE, VALIDATION, TOO_MANY_OPEN_ORDERS.
 */
export async function findOrPlaceOrder(
  deps: SettleDeps,
  actions: Pick<PaymentActions, 'closeOrder'>,
  request: OrderRequest,
): Promise<OrderRow> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = deps.now()
    const placed = await findOrInsertOrder(deps.sql, {
      ...request,
      orderNo: newOrderNo(now, deps.content.site.timeZone),
      now,
      expiresAt: new Date(now.getTime() + PAYABLE_MS),
    })
    const order = checkPlacedOrder(placed, request.num)
    if (order) return order
    await closeOverdueOrders(deps, actions, request.userId)
  }
  throw new AppError('OVERLOADED', { retryAfter: 1 })
}

function checkPlacedOrder(placed: PlacedOrder | null, num: number): OrderRow | null {
  if (!placed) throw new AppError('NOT_FOUND')
  const { isOnSale, minNum, maxNum } = placed.plan
  if (!isOnSale) throw new AppError('PLAN_GONE')
  if (num < minNum || num > maxNum) {
    const message =
      minNum === maxNum ? `该套餐的数量只能为 ${minNum}` : `数量须在 ${minNum} 到 ${maxNum} 之间`
    throw new AppError('VALIDATION', { message, fields: { num: message } })
  }
  return placed.order
}

/** Frees the slots of overdue orders. Throws TOO_MANY_OPEN_ORDERS when none is overdue and all are taken. */
async function closeOverdueOrders(
  deps: SettleDeps,
  { closeOrder }: Pick<PaymentActions, 'closeOrder'>,
  userId: string,
): Promise<void> {
  const open = await listOpenOrders(deps.sql, userId)
  const now = deps.now()
  const overdue = open.filter((order) => order.state === 'pending' && isOverdue(order, now))
  if (overdue.length === 0 && open.length >= 3) {
    throw new AppError('TOO_MANY_OPEN_ORDERS', { data: { orders: open.map(toOrder) } })
  }
  await withProviderFailures(async () => {
    for (const order of overdue) await closeOrder(deps, order, { actor: 'system' })
  })
}
