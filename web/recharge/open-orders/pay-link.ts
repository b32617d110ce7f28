import type { Order } from '#contract/shapes.ts'
import { href } from '../../lib/href.ts'
import { now } from '../../lib/clock.ts'

/** Whether an order is pending and not yet expired. */
export function isPayable({ state, expiresAt }: Pick<Order, 'state' | 'expiresAt'>): boolean {
  return state === 'pending' && Date.parse(expiresAt) > now()
}

/** The checkout of this order, which pays it or shows what has become of it. */
export function payLink({ id }: Pick<Order, 'id'>): string {
  return href('/account/recharge', { order: id })
}
