import type { Order } from '#contract/shapes.ts'
import { href } from '../../lib/href.ts'

/** The checkout of a new order of the same plan and quantity, at today's price. */
export function buyAgainLink({ combo, num }: Pick<Order, 'combo' | 'num'>): string {
  return href('/account/recharge', { plan: combo.id, num })
}
