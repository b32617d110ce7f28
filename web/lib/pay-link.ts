import type { Order } from '#contract/shapes.ts'
import { href } from './href.ts'

/** Whether an order waits for its money and still has time. */
export function isPayable({ state, expiresAt }: Pick<Order, 'state' | 'expiresAt'>): boolean {
  return state === 'pending' && Date.parse(expiresAt) > Date.now()
}

/** Where an open order is paid: the server takes up the same order for the same plan and number. */
export function payLink({ combo, num }: Pick<Order, 'combo' | 'num'>): string {
  return href('/account/recharge', { plan: combo.id, num })
}
