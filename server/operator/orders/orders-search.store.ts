import type { OrderState } from '#contract/shapes.ts'
import type { Query } from '../../db/sql.ts'

/** An order as it stands in the operator's list. */
export interface ListedOrder {
  id: string
  orderNo: string
  state: OrderState
  /** The bank's decision about a dispute; null without one. */
  dispute: 'open' | 'won' | 'lost' | null
  isLate: boolean
  /** Null when the buyer's account was closed for good. */
  email: string | null
  planId: string
  planName: string
  num: number
  /** Minor units. */
  amount: number
  currency: string
  refundedAmount: number
  createdAt: Date
  paidAt: Date | null
}

export interface OrderFilter {
  state: OrderState | null
  userId: string | null
  /** Ids begin with the time. */
  fromId: string
  limit: number
}

/** Newest first. */
export function searchOrders(
  sql: Query,
  { state, userId, fromId, limit }: OrderFilter,
): Promise<ListedOrder[]> {
  return sql<ListedOrder>`
    select o.id, o.order_no as "orderNo", o.state, o.dispute, o.paid_late as "isLate", u.email,
      o.plan_id as "planId", o.plan ->> 'name' as "planName", o.num, o.amount, o.currency,
      o.refunded_amount as "refundedAmount", o.created_at as "createdAt", o.paid_at as "paidAt"
    from orders o join users u on u.id = o.user_id
    where o.id >= ${fromId}
      and (${state}::text is null or o.state = ${state})
      and (coalesce(${state}::text, '') not in ('pending', 'processing') or o.open_slot is not null)
      and (${userId}::uuid is null or o.user_id = ${userId}::uuid)
    order by o.id desc limit ${limit}`
}

/** The id of the order with this number; null when there is none. */
export async function findOrderId(sql: Query, orderNo: string): Promise<string | null> {
  const [row] = await sql<{ id: string }>`select id from orders where order_no = ${orderNo}`
  return row?.id ?? null
}
