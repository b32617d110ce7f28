import type { Query } from '../../db/sql.ts'

/** A counter of a limited plan that differs from the sum of its orders. */
export interface WrongStock {
  planId: string
  counter: 'held' | 'sold'
  /** The pieces of the orders. */
  expected: number
  found: number
}

/** Compares the counters of limited plans with their orders; orders may be placed and end meanwhile. */
export function listWrongStocks(sql: Query): Promise<WrongStock[]> {
  return sql<WrongStock>`
    with counted as (
      select stock_id, coalesce(sum(num) filter (where stock_part(state) = 'held'), 0)::bigint as held,
        coalesce(sum(num) filter (where stock_part(state) = 'sold'), 0)::bigint as sold
      from orders where stock_id is not null group by stock_id
    )
    select stock.plan_id as "planId", counter.counter, counter.expected, counter.found
    from plan_stocks stock
    left join counted on counted.stock_id = stock.id
    cross join lateral (values
      ('held', coalesce(counted.held, 0), stock.held),
      ('sold', coalesce(counted.sold, 0), stock.sold)
    ) counter (counter, expected, found)
    where counter.expected <> counter.found
    order by stock.plan_id, stock.created_at, counter.counter`
}
