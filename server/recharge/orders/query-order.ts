import type { Order } from '#contract/shapes.ts'
import type { Deps } from '../../deps.ts'
import { isPaymentFailure } from '../../gateways/payments/payments.ts'
import { AppError } from '../../http/app-error.ts'
import { windowAround } from '../../lib/local-time.ts'
import { isOpen, isOverdue, type OrderRow, toOrder } from './order.ts'
import { claimRefresh } from './attempts.store.ts'
import { findUserOrder, countOrdersOf, listOrdersOf } from './orders.store.ts'
import { PROVIDER_BUDGET_MS } from '../../gateways/payments/provider-failures.ts'
import { closeOrder } from '../payments/close-order.ts'
import { settleOrder } from '../payments/settle-order.ts'
import { readReversals } from '../refunds/read-reversals.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/recharge/recharge.ts'
import type { Query } from '../../db/sql.ts'

const REFRESH_EVERY_MS = 2_000

/** The order as the provider knows it now; as it is stored when the provider does not answer. */
export async function queryOrder(
  allDeps: Deps,
  userId: string,
  orderId: string,
): Promise<{ order: Order }> {
  const deps = { ...allDeps, payments: allDeps.payments.within(PROVIDER_BUDGET_MS) }
  const order = await findUserOrder(deps.sql, userId, orderId)
  if (!order) throw new AppError('NOT_FOUND')
  const after = await refreshOrder(deps, order)
  return { order: { ...toOrder(after), ...(await readReversals(deps.sql, after)) } }
}

async function refreshOrder(deps: Deps, order: OrderRow): Promise<OrderRow> {
  if (!isOpen(order)) return order
  const now = deps.now()
  const isExpired = order.state === 'pending' && isOverdue(order, now)
  if (order.paymentIntentId === null && !isExpired) return order
  const recent = windowAround(now, REFRESH_EVERY_MS)
  if (!(await claimRefresh(deps.sql, { id: order.id, now, recent }))) return order
  try {
    if (isExpired) return await closeOrder(deps, order, { actor: 'system' })
    const settled = await settleOrder(deps, order, { actor: 'provider' })
    return settled.order
  } catch (error) {
    if (!isPaymentFailure(error)) throw error
    deps.log.warn({ err: error, orderId: order.id }, 'an order could not be refreshed')
    return order
  }
}

/** One page of the user's orders, newest first. */
export async function listOrders(
  { sql }: { sql: Query },
  userId: string,
  { page, pageSize, state }: InputOf<typeof contract.orderList>,
): Promise<OutputOf<typeof contract.orderList>> {
  const filter = { userId, state: state ?? null }
  const [orders, total] = await Promise.all([
    listOrdersOf(sql, { ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
    countOrdersOf(sql, filter),
  ])
  return { list: orders.map(toOrder), total, page, pageSize }
}
