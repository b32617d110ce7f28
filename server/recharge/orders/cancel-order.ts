import type { Order } from '#contract/shapes.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { closeOrder } from '../payments/close-order.ts'
import { toOrder } from './order.ts'
import { findOrderOf } from './orders.store.ts'
import { PROVIDER_MS, withProviderFailures } from '../../gateways/provider-failures.ts'
import { settle } from '../payments/settle-order.ts'

/** Cancels an order that waits for payment; one that is closed already is left as it is. */
export async function cancelOrder(
  allDeps: Deps,
  userId: string,
  orderId: string,
): Promise<{ order: Order }> {
  const deps = { ...allDeps, payments: allDeps.payments.within(PROVIDER_MS) }
  const found = await findOrderOf(deps.sql, userId, orderId)
  if (!found) throw new AppError('NOT_FOUND')
  await deps.limits.take('cancelOrder', userId)
  const order = await withProviderFailures(async () => {
    const current =
      found.state === 'processing'
        ? (await settle(deps, found, { actor: 'provider' })).order
        : found
    return current.state === 'pending' ? closeOrder(deps, current, { actor: 'user' }) : current
  })
  if (order.state !== 'cancelled' && order.state !== 'expired') throw new AppError('ORDER_STATE')
  return { order: toOrder(order) }
}
