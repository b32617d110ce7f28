import type { Order } from '#contract/shapes.ts'
import type { Deps } from '../deps.ts'
import { isPaymentFailure } from '../gateways/payments.ts'
import { AppError } from '../http/errors.ts'
import { closeOrder } from './close-order.ts'
import { isOverdue, type OrderRow, toOrder } from './order.ts'
import { findOrderOf, takeRefresh } from './orders.store.ts'
import { PROVIDER_MS } from './provider-failures.ts'
import { listRefundsOf } from './refunds.store.ts'
import { settle } from './settle.ts'

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
  return { order: { ...toOrder(after), ...(await refundsOf(deps, after)) } }
}

async function refundsOf({ sql }: Deps, order: OrderRow): Promise<Pick<Order, 'refunds'>> {
  if (order.refundedAmount === 0) return {}
  const refunds = []
  for (const { amount, status, createdAt } of await listRefundsOf(sql, order.id)) {
    if (status === 'asked' || status === 'refused') continue
    refunds.push({ amount, status, createdAt: createdAt.toISOString() })
  }
  return { refunds }
}

async function refreshed(deps: Deps, order: OrderRow): Promise<OrderRow> {
  if (order.state !== 'pending' && order.state !== 'processing') return order
  const now = deps.now()
  const isOver = order.state === 'pending' && isOverdue(order, now)
  if (order.paymentIntentId === null && !isOver) return order
  const askedBefore = new Date(now.getTime() - REFRESH_EVERY_MS)
  if (!(await takeRefresh(deps.sql, { id: order.id, now, askedBefore }))) return order
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
