import type { Query } from '../../db/sql.ts'
import { isFailure } from '../figures/attempts.store.ts'
import type { Looked } from '../count-up-to.ts'
import type { EventSpan, PaidSpan } from './orders-by-event.store.ts'
import type { OrderFilter } from './orders.store.ts'

/*
 * How many orders match among the newest `most` rows of a span. Users and sources of payments have indexes of their
 * own, so their rows alone are looked at; all else is asked of each row.
 */

export async function lookAtPaidOrders(
  sql: Query,
  { state, userId, method, source, isDirect, isUnusual, isDisputed }: OrderFilter,
  { from, until, isFirst }: PaidSpan,
  most: number,
): Promise<Looked> {
  const [row] = await sql<Looked>`
    select count(*) as looked, count(*) filter (where
      (${state}::text is null or state = ${state})
      and (${method}::text is null or payment_method ->> 'type' = ${method})
      and (not ${isDirect}::boolean or source is null)
      and (not ${isUnusual}::boolean or (state = 'exception' or paid_late or dispute is not null))
      and (not ${isDisputed}::boolean or dispute = 'open')
      and (not ${isFirst}::boolean or not exists (
        select from orders earlier where earlier.user_id = paid.user_id and earlier.paid_at < paid.paid_at))
    ) as matching
    from (
      select * from orders
      where paid_at >= ${from} and paid_at < ${until}
        and (${userId}::uuid is null or user_id = ${userId}::uuid)
        and (${source}::text is null or source = ${source})
      order by paid_at desc limit ${most}
    ) paid`
  return row!
}

export async function lookAtReversedOrders(
  sql: Query,
  { state, userId, method, source, isDirect, isUnusual, isDisputed }: OrderFilter,
  { from, until }: EventSpan,
  most: number,
): Promise<Looked> {
  const [row] = await sql<Looked>`
    select count(*) as looked, count(distinct order_id) filter (where
      (${state}::text is null or state = ${state})
      and (${method}::text is null or payment_method ->> 'type' = ${method})
      and (${source}::text is null or source = ${source})
      and (not ${isDirect}::boolean or source is null)
      and (not ${isUnusual}::boolean or (state = 'exception' or paid_late or dispute is not null))
      and (not ${isDisputed}::boolean or dispute = 'open')
    ) as matching
    from (
      select order_id from order_reversals
      where booked_at >= ${from} and booked_at < ${until}
        and (${userId}::uuid is null or order_id in (select id from orders where user_id = ${userId}::uuid))
      order by booked_at desc limit ${most}
    ) reversed left join orders on orders.id = order_id`
  return row!
}

export async function lookAtFailedOrders(
  sql: Query,
  { state, userId, source, isDirect, isUnusual, isDisputed }: OrderFilter,
  { from, until, failure, failedMethod }: EventSpan,
  most: number,
): Promise<Looked> {
  const [row] = await sql<Looked>`
    select count(*) as looked, count(distinct order_id) filter (where
      (${failure}::text is null or failure = ${failure})
      and (${failedMethod}::text is null or method = ${failedMethod})
      and (${state}::text is null or state = ${state})
      and (${source}::text is null or source = ${source})
      and (not ${isDirect}::boolean or source is null)
      and (not ${isUnusual}::boolean or (state = 'exception' or paid_late or dispute is not null))
      and (not ${isDisputed}::boolean or dispute = 'open')
    ) as matching
    from (
      select order_id, reason as failure, method from order_events
      where created_at >= ${from} and created_at < ${until} and ${isFailure}
        and (${userId}::uuid is null or order_id in (select id from orders where user_id = ${userId}::uuid))
      order by created_at desc limit ${most}
    ) failed left join orders on orders.id = order_id`
  return row!
}
