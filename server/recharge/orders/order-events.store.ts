import type { OrderState } from '#contract/shapes.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Actor } from '../../actor.ts'

export interface OrderEvent {
  orderId: string
  /** Null for the order's first. */
  from: OrderState | null
  to: OrderState
  actor: Actor
  /** Ours, or the provider's of a failed attempt. */
  reason?: string | undefined
  /** The provider's refund or dispute, or what of the payment differs, separated by spaces. */
  about?: string | undefined
  /** What was paid with; of a failed attempt the order knows it. */
  method?: string | null | undefined
  at: Date
}

export async function recordOrderEvent(
  tx: Query,
  { orderId, from, to, actor, reason = '', about = '', method = null, at }: OrderEvent,
): Promise<void> {
  await tx`
    insert into order_events (id, order_id, from_state, to_state, actor, reason, about, created_at, method)
    values (${uuidv7()}, ${orderId}, ${from}, ${to}, ${actor}, nullif(${reason}, ''),
      nullif(${about}, ''), ${at},
      case when ${to} = 'pending' and ${from !== null} then (
        select attempted_type from orders where id = ${orderId}) else ${method} end)`
}
