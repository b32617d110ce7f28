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
  reason?: string | undefined
  /** What was paid with; of a failed attempt the order knows it. */
  method?: string | null | undefined
  at: Date
}

/** When the order was closed; null when it never was. */
export async function readClosedAt(tx: Query, orderId: string): Promise<Date | null> {
  const [row] = await tx<{ at: Date | null }>`
    select max(created_at) as at from order_events
    where order_id = ${orderId} and to_state in ('cancelled', 'expired') and from_state <> to_state`
  return row?.at ?? null
}

export async function recordOrderEvent(
  tx: Query,
  { orderId, from, to, actor, reason = '', method = null, at }: OrderEvent,
): Promise<void> {
  await tx`
    insert into order_events (id, order_id, from_state, to_state, actor, reason, created_at, method)
    values (${uuidv7()}, ${orderId}, ${from}, ${to}, ${actor}, nullif(${reason}, ''), ${at},
      case when ${to} = 'pending' and ${from !== null} then (
        select attempted_type from orders where id = ${orderId}) else ${method} end)`
}
