import type { Order } from '#contract/shapes.ts'
import type { Deps } from '../../deps.ts'
import { PROVIDER_BUDGET_MS } from '../../gateways/payments/provider-failures.ts'
import { findOrPlaceOrder, type OrderRequest } from './find-or-place-order.ts'
import { toOrder } from './order.ts'
import type { PaymentActions } from './payment-actions.ts'

/** Returns the user's open order of the same combo and number, or places one. */
export async function placeOrder(
  deps: Deps,
  actions: Pick<PaymentActions, 'closeOrder'>,
  request: OrderRequest,
): Promise<{ order: Order }> {
  const payments = deps.payments.within(PROVIDER_BUDGET_MS)
  return { order: toOrder(await findOrPlaceOrder({ ...deps, payments }, actions, request)) }
}
