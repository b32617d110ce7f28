import type { OrderState } from '#contract/shapes.ts'
import { firstIdAt } from '../../db/ids.ts'
import { all, fragment, type Query } from '../../db/sql.ts'
import type { Fragment } from '../../db/values.ts'
import type { PaymentMethodSummary } from '../../gateways/payments/payments.ts'
import type { Looked } from '../page-of.ts'
import { isFailure } from '../figures/attempts.store.ts'

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

/** Which orders a list, its count or its file shows. Null: every one. */
export interface OrderFilter {
  /** What the days are about: the order, its payment, a refund or dispute, or an attempt that failed. */
  by: 'placed' | 'paid' | 'reversed' | 'failed'
  from: Date | null
  until: Date | null
  state: OrderState | null
  userId: string | null
  /** Of the payment, or of the failed attempt. */
  method: string | null
  source: string | null
  /** Only those without a source. */
  isDirect: boolean
  isUnusual: boolean
  /** Only those with a dispute that is not decided. */
  isDisputed: boolean
  /** Only those with an open request for a refund. */
  isRefundRequested: boolean
  /** Only the first payment of each buyer. */
  isFirst: boolean
  /** The code of the failed attempt. */
  failure: string | null
}

export const ANY_ORDER: OrderFilter = {
  by: 'placed',
  from: null,
  until: null,
  state: null,
  userId: null,
  method: null,
  source: null,
  isDirect: false,
  isUnusual: false,
  isDisputed: false,
  isRefundRequested: false,
  isFirst: false,
  failure: null,
}

const orderColumns = fragment`
  o.id, o.order_no as "orderNo", o.state, o.dispute, o.paid_late as "isLate", o.user_id as "userId",
  u.email, u.nickname, o.plan ->> 'name' as "planName", o.num, o.amount, o.currency,
  o.credit + o.bonus_credit as credit, o.refunded_amount as "refundedAmount",
  o.payment_method as "paymentMethod", o.source, o.created_at as "createdAt", o.paid_at as "paidAt",
  case when o.dispute = 'open' then (
    select min(evidence_due_at) from disputes where order_id = o.id and status = 'open') end as "disputeDueAt"`

/** The orders `o` of a list, each at the time, or id, `at` of its row `place`. */
interface Rows {
  from: Fragment
  at: Fragment
  place: Fragment
  /** `at` and `place` of the row with this id. */
  placeOf: (id: string) => Fragment
  /** Which rows there are in the span, one for each order. */
  span: Fragment
}

function rowsOf(filter: OrderFilter): Rows {
  const { by, from, until, failure, method } = filter
  const between = (at: Fragment) =>
    all(from && fragment`${at} >= ${from}`, until && fragment`${at} < ${until}`)
  if (by === 'placed') {
    const id = fragment`o.id`
    return {
      from: fragment`orders o`,
      ...{ at: id, place: id },
      placeOf: (order) => fragment`select ${order}::uuid, ${order}::uuid`,
      // ids begin with the time
      span: all(
        from && fragment`o.id >= ${firstIdAt(from)}`,
        until && fragment`o.id < ${firstIdAt(until)}`,
      ),
    }
  }
  if (by === 'paid') {
    const at = fragment`o.paid_at`
    return {
      from: fragment`orders o`,
      ...{ at, place: fragment`o.id` },
      placeOf: (order) => fragment`select paid_at, id from orders where id = ${order}`,
      span: all(fragment`o.paid_at is not null`, between(at)),
    }
  }
  if (by === 'reversed') {
    const at = fragment`seen.booked_at`
    return {
      from: fragment`order_reversals seen join orders o on o.id = seen.order_id`,
      ...{ at, place: fragment`seen.id` },
      placeOf: (entry) => fragment`select booked_at, id from order_reversals where id = ${entry}`,
      span: all(
        between(at),
        fragment`not exists (
          select from order_reversals later
          where later.order_id = seen.order_id and ${all(until && fragment`later.booked_at < ${until}`)}
            and (later.booked_at, later.id) > (seen.booked_at, seen.id))`,
      ),
    }
  }
  const at = fragment`seen.created_at`
  const isWanted = all(
    isFailure,
    failure !== null && fragment`reason = ${failure}`,
    method !== null && fragment`method = ${method}`,
  )
  return {
    from: fragment`order_events seen join orders o on o.id = seen.order_id`,
    ...{ at, place: fragment`seen.id` },
    placeOf: (event) => fragment`select created_at, id from order_events where id = ${event}`,
    span: all(
      isWanted,
      between(at),
      fragment`not exists (
        select from order_events later
        where later.order_id = seen.order_id and ${isWanted}
          and ${all(until && fragment`later.created_at < ${until}`)}
          and (later.created_at, later.id) > (seen.created_at, seen.id))`,
    ),
  }
}

/** Conditions that have indexes of their own. */
function indexed({ userId, source, isRefundRequested }: OrderFilter): Fragment {
  return all(
    isRefundRequested &&
      fragment`o.id in (select order_id from refund_requests where state = 'open')`,
    userId !== null && fragment`o.user_id = ${userId}`,
    source !== null && fragment`o.source = ${source}`,
  )
}

/** The other conditions, asked of each row. */
function asked({ by, state, method, isDirect, isUnusual, isDisputed, isFirst }: OrderFilter) {
  return all(
    state !== null && fragment`o.state = ${state}`,
    // an order that was not paid has no method, its attempts do
    method !== null && by !== 'failed' && fragment`o.payment_method ->> 'type' = ${method}`,
    isDirect && fragment`o.source is null`,
    isUnusual && fragment`o.state = 'exception' or o.paid_late or o.dispute is not null`,
    isDisputed && fragment`o.dispute = 'open'`,
    isFirst &&
      by === 'paid' &&
      fragment`not exists (
        select from orders earlier where earlier.user_id = o.user_id and earlier.paid_at < o.paid_at)`,
  )
}

/** The newest first, by what the days are about. */
export function listOrders(
  sql: Query,
  filter: OrderFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<OrderOfPage[]> {
  const { from, at, place, placeOf, span } = rowsOf(filter)
  const isBefore = before !== null && fragment`(${at}, ${place}) < (${placeOf(before)})`
  return sql<OrderOfPage>`
    select ${orderColumns}, o.place
    from (
      select o.*, ${at} as at, ${place} as place from ${from}
      where ${all(span, isBefore, indexed(filter), asked(filter))}
      order by ${at} desc, ${place} desc limit ${limit}
    ) o join users u on u.id = o.user_id
    order by o.at desc, o.place desc`
}

/** How many there are, up to `most`. */
export async function countOrders(sql: Query, filter: OrderFilter, most: number): Promise<number> {
  const { from, span } = rowsOf(filter)
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${from} where ${all(span, indexed(filter), asked(filter))} limit ${most}
    ) matching`
  return row!.count
}

/** How many of the newest `most` rows of the span match. */
export async function lookAtOrders(sql: Query, filter: OrderFilter, most: number): Promise<Looked> {
  const { from, at, span } = rowsOf(filter)
  const [row] = await sql<Looked>`
    select count(*) as looked, count(*) filter (where is_match) as matching
    from (
      select ${asked(filter)} as is_match from ${from}
      where ${all(span, indexed(filter))} order by ${at} desc limit ${most}
    ) seen`
  return row!
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
