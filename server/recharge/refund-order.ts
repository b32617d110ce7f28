import type { Deps } from '../deps.ts'
import type { Actor, OrderRow } from './order.ts'

export interface RefundWish {
  orderId: string
  /** Minor units; absent: all that is left of the price. */
  amount?: number
  reason: string
  actor: Actor
}

export interface RefundMade {
  /** As it stands afterwards. */
  order: OrderRow
  refund: { id: string; amount: number; status: 'pending' | 'succeeded' | 'failed' }
}

/**
 * Gives money back through the provider and claws back its share of the credit. Asked again while the
 * first refund has no answer yet, it finishes that one. Throws AppError: NOT_FOUND, ORDER_STATE,
 * VALIDATION (amount), DEPENDENCY_DOWN (no answer; the refund is finished by itself later).
 */
export function refundOrder(_deps: Deps, _wish: RefundWish): Promise<RefundMade> {
  throw new Error('not built yet')
}
