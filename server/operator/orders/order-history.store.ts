import type { CreditEntryType, OrderState } from '#contract/shapes.ts'
import type { Query } from '../../db/sql.ts'
import type { Actor } from '../../actor.ts'

export interface OrderTransition {
  at: Date
  from: OrderState | null
  to: OrderState
  actor: Actor
  reason: string | null
  about: string | null
}

export function listTransitions(sql: Query, orderId: string): Promise<OrderTransition[]> {
  return sql<OrderTransition>`
    select created_at as at, from_state as "from", to_state as "to", actor, reason, about
    from order_events where order_id = ${orderId} order by id`
}

export interface OrderCreditEntry {
  at: Date
  type: CreditEntryType
  delta: number
  balanceAfter: number
  actor: Actor
  reason: string | null
}

export function listCreditEntries(sql: Query, orderId: string): Promise<OrderCreditEntry[]> {
  return sql<OrderCreditEntry>`
    select created_at as at, type, delta, balance_after as "balanceAfter", actor, reason
    from credit_ledger
    where user_id = (select user_id from orders where id = ${orderId}) and order_id = ${orderId}
    order by position`
}

interface Owner {
  id: string
  /** Null when the account was closed for good. */
  email: string | null
  nickname: string
  balance: number
  /** The buyer's traffic source at the time of the order. */
  source: string | null
}

export async function readOwner(sql: Query, orderId: string): Promise<Owner> {
  const [row] = await sql<Owner>`
    select u.id, u.email, u.nickname, coalesce(account.balance, 0) as balance, o.source
    from orders o join users u on u.id = o.user_id
      left join credit_accounts account on account.user_id = u.id
    where o.id = ${orderId}`
  return row!
}
