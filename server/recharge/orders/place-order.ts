import type { Order } from '#contract/shapes.ts'
import type { Deps } from '../../deps.ts'
import { toOrder } from './order.ts'
import { PROVIDER_MS } from '../../gateways/provider-failures.ts'
import { takeUpOrder, type Wish } from './find-or-place-order.ts'

/** Takes up the user's open order of the same combo and number, else places one. */
export async function placeOrder(deps: Deps, wish: Wish): Promise<{ order: Order }> {
  const payments = deps.payments.within(PROVIDER_MS)
  return { order: toOrder(await takeUpOrder({ ...deps, payments }, wish)) }
}
