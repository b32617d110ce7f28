import type { Query } from '../../db/sql.ts'
import { isFailure } from '../figures/attempts.store.ts'
import { type OrderFilter, type OrderOfPage, orderColumns as columns } from './orders.store.ts'

interface Span {
  from: Date
  until: Date
}

/** Orders that were paid in the span. */
export interface PaidSpan extends Span {
  /** Only the first payment of each buyer. */
  isFirst: boolean
}

/** Orders with a refund or dispute booked, or with an attempt to pay that failed, in the span. */
export interface EventSpan extends Span {
  by: 'reversed' | 'failed'
  /** The code of the failed attempt, and what it was made with; null: every one. */
  failure: string | null
  failedMethod: string | null
}

interface PageOfOrders {
  before: string | null
  limit: number
}

/** The last payment first. */
export function listPaidOrders(
  sql: Query,
  { state, userId, method, source, isDirect, isUnusual, isDisputed }: OrderFilter,
  { from, until, isFirst }: PaidSpan,
  { before, limit }: PageOfOrders,
): Promise<OrderOfPage[]> {
  return sql<OrderOfPage>`
    select ${columns}, o.id as place
    from (
      select * from orders paid
      where paid_at >= ${from} and paid_at < ${until}
        and (${before}::uuid is null or (paid_at, id) < (select paid_at, id from orders where id = ${before}::uuid))
        and (${state}::text is null or state = ${state})
        and (${userId}::uuid is null or user_id = ${userId}::uuid)
        and (${method}::text is null or payment_method ->> 'type' = ${method})
        and (${source}::text is null or source = ${source})
        and (not ${isDirect}::boolean or source is null)
        and (not ${isUnusual}::boolean or (state = 'exception' or paid_late or dispute is not null))
        and (not ${isDisputed}::boolean or dispute = 'open')
        and (not ${isFirst}::boolean or not exists (
          select from orders earlier where earlier.user_id = paid.user_id and earlier.paid_at < paid.paid_at))
      order by paid_at desc, id desc limit ${limit}
    ) o join users u on u.id = o.user_id
    order by o.paid_at desc, o.id desc`
}

/** How many there are, up to `most`. */
export async function countPaidOrders(
  sql: Query,
  { state, userId, method, source, isDirect, isUnusual, isDisputed }: OrderFilter,
  { from, until, isFirst }: PaidSpan,
  most: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from orders paid
      where paid_at >= ${from} and paid_at < ${until}
        and (${state}::text is null or state = ${state})
        and (${userId}::uuid is null or user_id = ${userId}::uuid)
        and (${method}::text is null or payment_method ->> 'type' = ${method})
        and (${source}::text is null or source = ${source})
        and (not ${isDirect}::boolean or source is null)
        and (not ${isUnusual}::boolean or (state = 'exception' or paid_late or dispute is not null))
        and (not ${isDisputed}::boolean or dispute = 'open')
        and (not ${isFirst}::boolean or not exists (
          select from orders earlier where earlier.user_id = paid.user_id and earlier.paid_at < paid.paid_at))
      limit ${most}
    ) matching`
  return row!.count
}

/** Those of the last refund or dispute first, each order once; `before` is an entry of `order_reversals`. */
export function listReversedOrders(
  sql: Query,
  { state, userId, method, source, isDirect, isUnusual, isDisputed }: OrderFilter,
  { from, until }: EventSpan,
  { before, limit }: PageOfOrders,
): Promise<OrderOfPage[]> {
  return sql<OrderOfPage>`
    select ${columns}, o.place
    from (
      select orders.*, entry.id as place, entry.booked_at as reversed_at
      from order_reversals entry join orders on orders.id = entry.order_id
      where entry.booked_at >= ${from} and entry.booked_at < ${until}
        and (${before}::uuid is null or (entry.booked_at, entry.id)
          < (select booked_at, id from order_reversals where id = ${before}::uuid))
        and not exists (
          select from order_reversals later
          where later.order_id = entry.order_id and later.booked_at < ${until}
            and (later.booked_at, later.id) > (entry.booked_at, entry.id))
        and (${state}::text is null or state = ${state})
        and (${userId}::uuid is null or user_id = ${userId}::uuid)
        and (${method}::text is null or payment_method ->> 'type' = ${method})
        and (${source}::text is null or orders.source = ${source})
        and (not ${isDirect}::boolean or orders.source is null)
        and (not ${isUnusual}::boolean or (state = 'exception' or paid_late or dispute is not null))
        and (not ${isDisputed}::boolean or dispute = 'open')
      order by entry.booked_at desc, entry.id desc limit ${limit}
    ) o join users u on u.id = o.user_id
    order by o.reversed_at desc, o.place desc`
}

/** Those of the last failed attempt first, each order once; `before` is an entry of `order_events`. */
export function listFailedOrders(
  sql: Query,
  { state, userId, source, isDirect, isUnusual, isDisputed }: OrderFilter,
  { from, until, failure, failedMethod }: EventSpan,
  { before, limit }: PageOfOrders,
): Promise<OrderOfPage[]> {
  return sql<OrderOfPage>`
    select ${columns}, o.place
    from (
      select orders.*, attempt.id as place, attempt.created_at as failed_at
      from (
        select id, order_id, created_at from order_events
        where created_at >= ${from} and created_at < ${until} and ${isFailure}
          and (${failure}::text is null or reason = ${failure})
          and (${failedMethod}::text is null or method = ${failedMethod})
      ) attempt join orders on orders.id = attempt.order_id
      where (${before}::uuid is null or (attempt.created_at, attempt.id)
          < (select created_at, id from order_events where id = ${before}::uuid))
        and not exists (
          select from order_events later
          where later.order_id = attempt.order_id and created_at < ${until} and ${isFailure}
            and (${failure}::text is null or reason = ${failure})
            and (${failedMethod}::text is null or later.method = ${failedMethod})
            and (later.created_at, later.id) > (attempt.created_at, attempt.id))
        and (${state}::text is null or state = ${state})
        and (${userId}::uuid is null or user_id = ${userId}::uuid)
        and (${source}::text is null or source = ${source})
        and (not ${isDirect}::boolean or source is null)
        and (not ${isUnusual}::boolean or (state = 'exception' or paid_late or dispute is not null))
        and (not ${isDisputed}::boolean or dispute = 'open')
      order by attempt.created_at desc, attempt.id desc limit ${limit}
    ) o join users u on u.id = o.user_id
    order by o.failed_at desc, o.place desc`
}

/** How many there are, up to `most`. */
export async function countOrdersByEvent(
  sql: Query,
  { state, userId, method, source, isDirect, isUnusual, isDisputed }: OrderFilter,
  { by, from, until, failure, failedMethod }: EventSpan,
  most: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from (
        select order_id from order_reversals
        where ${by} = 'reversed' and booked_at >= ${from} and booked_at < ${until}
        union
        select order_id from order_events
        where ${by} = 'failed' and created_at >= ${from} and created_at < ${until} and ${isFailure}
          and (${failure}::text is null or reason = ${failure})
          and (${failedMethod}::text is null or method = ${failedMethod})
      ) dated join orders on id = order_id
      where (${state}::text is null or state = ${state})
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
