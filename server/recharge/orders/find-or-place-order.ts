import type { Order } from '#contract/shapes.ts'
import type { Deps } from '../../deps.ts'
import {
  PROVIDER_BUDGET_MS,
  withProviderFailures,
} from '../../gateways/payments/provider-failures.ts'
import { AppError } from '../../http/app-error.ts'
import { MOST_UNPAID_LIMITED_ORDERS } from '../limits.ts'
import { type PlacedOrder, tryFindOrInsertOrder } from './find-or-insert-order.store.ts'
import { findOpenOrderToPay } from './open-order-to-pay.ts'
import { newOrderNo, isOverdue, type OrderRow, PAYABLE_MS, toOrder } from './order.ts'
import { listOpenOrders } from './orders.store.ts'
import type { SettleDeps } from '../payments/apply-snapshot.ts'
import { closeOrder } from '../payments/close-order.ts'

export interface OrderRequest {
  userId: string
  planId: string
  num: number
  /** The order to pay; absent: the open one of this plan and number, or a new one. */
  orderId?: string | undefined
  /** The sum that the buyer was shown, in minor units; absent: not compared. */
  amount?: number | undefined
  /** Where the visitor came from. */
  source: string | null
}

/** Rounds in which a concurrent request may be first, before the buyer has to come back. */
const ROUNDS = 5

/** Returns the user's open order of the same combo and number, or places one. */
export async function placeOrder(deps: Deps, request: OrderRequest): Promise<{ order: Order }> {
  const payments = deps.payments.within(PROVIDER_BUDGET_MS)
  return { order: toOrder(await findOrPlaceOrder({ ...deps, payments }, request)) }
}

/**
 * The named order, and no other (`findOpenOrderToPay`). Without a name the user's order of this plan and number at
 * today's price: the open one, so that nobody pays twice from two tabs, or a new one. Throws AppError: NOT_FOUND (plan),
 * PLAN_GONE, VALIDATION, PRICE_CHANGED, SOLD_OUT, PLAN_LIMIT, TOO_MANY_OPEN_ORDERS, RATE_LIMITED (too many unpaid
 * orders of limited plans).
 */
export async function findOrPlaceOrder(deps: SettleDeps, request: OrderRequest): Promise<OrderRow> {
  const { orderId } = request
  if (orderId !== undefined) return findOpenOrderToPay(deps, { ...request, orderId })
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = deps.now()
    const placed = await tryFindOrInsertOrder(deps.sql, {
      ...request,
      amount: request.amount ?? null,
      orderNo: newOrderNo(now, deps.content.site.timeZone),
      now,
      expiresAt: new Date(now.getTime() + PAYABLE_MS),
    })
    // others took the last pieces at the same time: the next round says what is left
    if (placed === undefined) continue
    const order = checkPlacedOrder(placed, request)
    if (order) return order
    const lack = placed && findLack(placed.plan, request.num)
    await closeOverdueOrders(deps, { userId: request.userId, lack })
  }
  throw new AppError('OVERLOADED', { retryAfter: 1 })
}

function checkPlacedOrder(
  placed: PlacedOrder | null,
  { num, amount }: Pick<OrderRequest, 'num' | 'amount'>,
): OrderRow | null {
  if (!placed) throw new AppError('NOT_FOUND')
  const { isOnSale, minNum, maxNum, price } = placed.plan
  const isPriceShown = amount === undefined || amount === price
  // an open order can be paid when its plan is no longer sold, too
  if (placed.order && isPriceShown) return placed.order
  if (!isOnSale) throw new AppError('PLAN_GONE')
  if (num < minNum || num > maxNum) {
    const message =
      minNum === maxNum ? `该套餐的数量只能为 ${minNum}` : `数量须在 ${minNum} 到 ${maxNum} 之间`
    throw new AppError('VALIDATION', { message, fields: { num: message } })
  }
  if (!isPriceShown) throw new AppError('PRICE_CHANGED')
  return null
}

/** Why this user does not get so many pieces; null when nothing is in the way. */
function findLack(
  { left, limitPerUser, had, unpaid, minNum }: PlacedOrder['plan'],
  num: number,
): AppError | null {
  if (unpaid >= MOST_UNPAID_LIMITED_ORDERS) {
    return new AppError('RATE_LIMITED', {
      message: `限量套餐一天最多 ${MOST_UNPAID_LIMITED_ORDERS} 笔未付款订单，请先支付待支付的订单，或明天再试`,
    })
  }
  if (left !== null && left < num) {
    const message = left < minNum ? undefined : `该套餐只剩 ${left} 份，请减少数量`
    return new AppError('SOLD_OUT', { ...(message !== undefined && { message }) })
  }
  if (limitPerUser === null || had + num <= limitPerUser) return null
  const owned = had === 0 ? '' : `，您已有 ${had} 份（含待支付的订单）`
  return new AppError('PLAN_LIMIT', { message: `该套餐每人限购 ${limitPerUser} 份${owned}` })
}

/**
 * Frees slots and pieces of the user's overdue orders. Throws when none is overdue: the lack, or
 * TOO_MANY_OPEN_ORDERS when all slots are taken.
 */
async function closeOverdueOrders(
  deps: SettleDeps,
  { userId, lack }: { userId: string; lack: AppError | null },
): Promise<void> {
  const open = await listOpenOrders(deps.sql, userId)
  const now = deps.now()
  const overdue = open.filter((order) => order.state === 'pending' && isOverdue(order, now))
  if (overdue.length === 0 && lack) throw lack
  if (overdue.length === 0 && open.length >= 3) {
    throw new AppError('TOO_MANY_OPEN_ORDERS', { data: { orders: open.map(toOrder) } })
  }
  await withProviderFailures(async () => {
    for (const order of overdue) await closeOrder(deps, order, { actor: 'system' })
  })
}
