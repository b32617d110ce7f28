import type { OrderState } from '#contract/shapes.ts'
import { fragment, type Query } from '../../db/sql.ts'
import type { PaymentMethodSummary } from '../../gateways/payments/payments.ts'

/** An order as the console lists it. */
export interface ListedOrder {
  id: string
  orderNo: string
  state: OrderState
  dispute: 'open' | 'won' | 'lost' | null
  /** Until when the bank takes evidence; null without an open dispute, and where the provider does not say. */
  disputeDueAt: Date | null
  isLate: boolean
  userId: string
  /** Null when the buyer's account was closed for good. */
  email: string | null
  nickname: string
  planName: string
  num: number
  amount: number
  currency: string
  /** With the bonus. */
  credit: number
  refundedAmount: number
  paymentMethod: PaymentMethodSummary | null
  source: string | null
  createdAt: Date
  paidAt: Date | null
}

export interface OrderOfPage extends ListedOrder {
  /** What the next page is asked for with: the id of the order, or of the refund or attempt that it is listed for. */
  place: string
}

/** Null: every one. */
export interface OrderFilter {
  state: OrderState | null
  userId: string | null
  method: string | null
  source: string | null
  /** Only those without a source. */
  isDirect: boolean
  isUnusual: boolean
  /** Only those with a dispute that is not decided. */
  isDisputed: boolean
  /** Ids begin with the time: from this one on, and below the other. */
  fromId: string | null
  untilId: string | null
}

export const orderColumns = fragment`
  o.id, o.order_no as "orderNo", o.state, o.dispute, o.paid_late as "isLate", o.user_id as "userId",
  u.email, u.nickname, o.plan ->> 'name' as "planName", o.num, o.amount, o.currency,
  o.credit + o.bonus_credit as credit, o.refunded_amount as "refundedAmount",
  o.payment_method as "paymentMethod", o.source, o.created_at as "createdAt", o.paid_at as "paidAt",
  case when o.dispute = 'open' then (
    select min(evidence_due_at) from disputes where order_id = o.id and status = 'open') end as "disputeDueAt"`

/** Newest first. */
export function listOrders(
  sql: Query,
  { state, userId, method, source, isDirect, isUnusual, isDisputed, fromId, untilId }: OrderFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<OrderOfPage[]> {
  return sql<OrderOfPage>`
    select ${orderColumns}, o.id as place
    from (
      select * from orders
      where (${before}::uuid is null or id < ${before}::uuid)
        and (${fromId}::uuid is null or id >= ${fromId}::uuid)
        and (${untilId}::uuid is null or id < ${untilId}::uuid)
        and (${state}::text is null or state = ${state})
        and (${userId}::uuid is null or user_id = ${userId}::uuid)
        and (${method}::text is null or payment_method ->> 'type' = ${method})
        and (${source}::text is null or source = ${source})
        and (not ${isDirect}::boolean or source is null)
        and (not ${isUnusual}::boolean or (state = 'exception' or paid_late or dispute is not null))
        and (not ${isDisputed}::boolean or dispute = 'open')
      order by id desc limit ${limit}
    ) o join users u on u.id = o.user_id
    order by o.id desc`
}

/** How many there are, up to `most`. */
export async function countOrders(
  sql: Query,
  { state, userId, method, source, isDirect, isUnusual, isDisputed, fromId, untilId }: OrderFilter,
  most: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from orders
      where (${fromId}::uuid is null or id >= ${fromId}::uuid)
        and (${untilId}::uuid is null or id < ${untilId}::uuid)
        and (${state}::text is null or state = ${state})
        and (${userId}::uuid is null or user_id = ${userId}::uuid)
        and (${method}::text is null or payment_method ->> 'type' = ${method})
        and (${source}::text is null or source = ${source})
        and (not ${isDirect}::boolean or source is null)
        and (not ${isUnusual}::boolean or (state = 'exception' or paid_late or dispute is not null))
        and (not ${isDisputed}::boolean or dispute = 'open')
      limit ${most}
    ) matching`
  return row!.count
}

/** Null without an order of this id. */
export async function findListedOrder(sql: Query, id: string): Promise<ListedOrder | null> {
  const [row] = await sql<ListedOrder>`
    select ${orderColumns} from orders o join users u on u.id = o.user_id where o.id = ${id}`
  return row ?? null
}

/** The newest orders that were paid with a card of these last four digits. */
export function listOrdersByCard(sql: Query, last4: string, limit: number): Promise<ListedOrder[]> {
  return sql<ListedOrder>`
    select ${orderColumns}
    from orders o join users u on u.id = o.user_id
    where o.payment_method ->> 'last4' = ${last4} and o.payment_method ->> 'last4' <> ''
    order by o.id desc limit ${limit}`
}
