import type { Order } from '#contract/shapes.ts'
import type { Deps } from '../../deps.ts'
import { isPaymentFailure } from '../../gateways/payments.ts'
import { AppError } from '../../http/app-error.ts'
import { closeOrder } from '../payments/close-order.ts'
import { lately } from './time-window.ts'
import { moneyBackOf } from '../refunds/order-reversals.ts'
import { isOverdue, type OrderRow, toOrder } from './order.ts'
import { findOrderOf, takeRefresh } from './orders.store.ts'
import { PROVIDER_MS } from '../../gateways/provider-failures.ts'
import { settle } from '../payments/settle-order.ts'

const REFRESH_EVERY_MS = 2_000

/** The order as the provider knows it now; as it is stored when the provider does not answer. */
export async function queryOrder(
  allDeps: Deps,
  userId: string,
  orderId: string,
): Promise<{ order: Order }> {
  const deps = { ...allDeps, payments: allDeps.payments.within(PROVIDER_MS) }
  const order = await findOrderOf(deps.sql, userId, orderId)
  if (!order) throw new AppError('NOT_FOUND')
  const after = await refreshed(deps, order)
  return { order: { ...toOrder(after), ...(await moneyBackOf(deps.sql, after)) } }
}

async function refreshed(deps: Deps, order: OrderRow): Promise<OrderRow> {
  if (order.state !== 'pending' && order.state !== 'processing') return order
  const now = deps.now()
  const isOver = order.state === 'pending' && isOverdue(order, now)
  if (order.paymentIntentId === null && !isOver) return order
  const justNow = lately(now, REFRESH_EVERY_MS)
  if (!(await takeRefresh(deps.sql, { id: order.id, now, lately: justNow }))) return order
  try {
    if (isOver) return await closeOrder(deps, order, { actor: 'system' })
    const settled = await settle(deps, order, { actor: 'provider' })
    return settled.order
  } catch (error) {
    if (!isPaymentFailure(error)) throw error
    deps.log.warn({ err: error, orderId: order.id }, 'an order could not be refreshed')
    return order
  }
}
