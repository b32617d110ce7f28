import type { Query } from '../../db/sql.ts'
import type { Period } from './periods.ts'

/** Orders paid in the period, by currency. */
export function sumPaid(
  sql: Query,
  { from, until }: Period,
): Promise<{ currency: string; orders: number; amount: number }[]> {
  return sql<{ currency: string; orders: number; amount: number }>`
    select currency, count(*) as orders, sum(amount)::bigint as amount
    from orders where paid_at >= ${from} and paid_at < ${until} group by currency`
}

/** What left after a payment and came back again, by currency; `count` without what came back. */
export function sumReversals(
  sql: Query,
  { from, until }: Period,
): Promise<{ currency: string; kind: 'refund' | 'dispute'; count: number; amount: number }[]> {
  return sql<{ currency: string; kind: 'refund' | 'dispute'; count: number; amount: number }>`
    select currency, kind, count(*) filter (where amount > 0) as count, sum(amount)::bigint as amount
    from order_reversals where booked_at >= ${from} and booked_at < ${until} group by currency, kind`
}

/** Paid orders by day of the time zone. */
export function sumPaidDays(
  sql: Query,
  { from, until, timeZone }: Period & { timeZone: string },
): Promise<{ day: string; currency: string; orders: number; amount: number }[]> {
  return sql<{ day: string; currency: string; orders: number; amount: number }>`
    select day::text, currency, count(*) as orders, sum(amount)::bigint as amount
    from (
      select (paid_at at time zone ${timeZone})::date as day, currency, amount
      from orders where paid_at >= ${from} and paid_at < ${until}) paid
    group by paid.day, currency`
}

export function sumReversalDays(
  sql: Query,
  { from, until, timeZone }: Period & { timeZone: string },
): Promise<{ day: string; currency: string; amount: number }[]> {
  return sql<{ day: string; currency: string; amount: number }>`
    select (booked_at at time zone ${timeZone})::date::text as day, currency, sum(amount)::bigint as amount
    from order_reversals where booked_at >= ${from} and booked_at < ${until} group by 1, 2`
}

/** Buyers whose first payment was in the period. */
export async function countFirstBuyers(sql: Query, { from, until }: Period): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(distinct user_id) as count from orders o
    where paid_at >= ${from} and paid_at < ${until}
      and not exists (select from orders earlier where earlier.user_id = o.user_id and earlier.paid_at < ${from})`
  return row!.count
}
