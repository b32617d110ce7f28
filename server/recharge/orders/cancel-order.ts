import type { Order } from '#contract/shapes.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { toOrder } from './order.ts'
import { findUserOrder } from './orders.store.ts'
import {
  PROVIDER_BUDGET_MS,
  withProviderFailures,
} from '../../gateways/payments/provider-failures.ts'
import { closeOrder } from '../payments/close-order.ts'
import { settleOrder } from '../payments/settle-order.ts'
import { rechargeLimits } from '../limits.ts'

/** Cancels an order that waits for payment; leaves a closed order as it is. */
export async function cancelOrder(
  allDeps: Deps,
  userId: string,
  orderId: string,
): Promise<{ order: Order }> {
  const deps = { ...allDeps, payments: allDeps.payments.within(PROVIDER_BUDGET_MS) }
  const found = await findUserOrder(deps.sql, userId, orderId)
  if (!found) throw new AppError('NOT_FOUND')
  await deps.limits.consume(rechargeLimits.cancelOrder, userId)
  const order = await withProviderFailures(async () => {
    const current =
      found.state === 'processing'
        ? (await settleOrder(deps, found, { actor: 'provider' })).order
        : found
    return current.state === 'pending' ? closeOrder(deps, current, { actor: 'user' }) : current
  })
  if (order.state !== 'cancelled' && order.state !== 'expired') throw new AppError('ORDER_STATE')
  return { order: toOrder(order) }
}
