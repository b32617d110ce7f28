import type { CreditEntryType } from '#contract/shapes.ts'
import type { Query } from '../../db/sql.ts'
import type { Actor } from '../../actor.ts'

/** An entry of a user's ledger. */
export interface Movement {
  /** Counts the user's movements from 1. */
  position: number
  type: CreditEntryType
  delta: number
  balanceAfter: number
  orderNo: string | null
  actor: Actor
  /** Name of the application that charged it or gave it back; null: none did. */
  application: string | null
  reason: string | null
  createdAt: Date
}

/** Newest first, from below a position on. */
export function listMovements(
  sql: Query,
  userId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<Movement[]> {
  return sql<Movement>`
    select entry.position, entry.type, entry.delta, entry.balance_after as "balanceAfter",
      orders.order_no as "orderNo", entry.actor, entry.reason, entry.created_at as "createdAt",
      application.name as application
    from credit_ledger entry
    left join orders on orders.id = entry.order_id
    left join credit_charges charge on charge.user_id = entry.user_id and charge.id = entry.charge_id
    left join applications application on application.id = charge.application_id
    where entry.user_id = ${userId} and entry.position < coalesce(${before}::bigint, 9223372036854775807)
    order by entry.position desc limit ${limit}`
}
