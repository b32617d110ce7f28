import type { Query } from '#server/db/sql.ts'
import { listWrongStocks } from '#server/recharge/checks/plan-stocks.store.ts'

interface Oversold {
  planId: string
  beyond: number
  late: number
}

/** Findings about limited plans: counters that differ from the orders, and pieces sold beyond the stock, but for money booked after the order was closed. */
export async function checkStocks(sql: Query): Promise<string[]> {
  const wrong = await listWrongStocks(sql)
  const oversold = await sql<Oversold>`
    select plan_id as "planId", pieces.live - stock as beyond, pieces.late
    from plan_stocks stock
    cross join lateral (
      select coalesce(sum(num) filter (where state not in ('cancelled', 'expired')), 0)::bigint as live,
        coalesce(sum(num) filter (where exists (
          select from order_events where order_id = orders.id
            and from_state in ('cancelled', 'expired') and to_state = 'paid')), 0)::bigint as late
      from orders where stock_id = stock.id
    ) pieces
    where pieces.live - stock > pieces.late`
  return [
    ...oversold.map(
      ({ planId, beyond, late }) =>
        `oversold: ${planId}: ${beyond} pieces more than there were, ${late} of them booked after they were closed`,
    ),
    ...wrong.map(
      ({ planId, counter, expected, found }) =>
        `stock: ${planId}: ${counter} ${found} instead of ${expected}`,
    ),
  ]
}
