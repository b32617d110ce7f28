import type { Order } from '#contract/shapes.ts'
import { href } from '../../lib/href.ts'

/** Whether an order is pending and not yet expired. */
export function isPayable({ state, expiresAt }: Pick<Order, 'state' | 'expiresAt'>): boolean {
  return state === 'pending' && Date.parse(expiresAt) > Date.now()
}

/** The checkout of an open order: for the same plan and quantity the server uses the same order. */
export function payLink({ combo, num }: Pick<Order, 'combo' | 'num'>): string {
  return href('/account/recharge', { plan: combo.id, num })
}
