import { upsertPlans } from '../recharge/plans/plans.store.ts'
import type { TestServer } from './harness.ts'
import { SMALL } from './shop.ts'

type Tested = Pick<TestServer, 'sql'>

/** Limits the small plan, as an operator does. */
export async function limitPlan(
  { sql }: Tested,
  limits: { stock?: number; limitPerUser?: number },
): Promise<void> {
  await sql.begin((tx) => upsertPlans(tx, [{ ...SMALL, ...limits }]))
}

/** Sells the small plan from and until so many hours from now. */
export async function saleState(
  { sql }: Tested,
  { from, until }: { from: number; until: number },
): Promise<void> {
  await sql`
    update plans set sale_from = now() + ${from} * interval '1 hour',
      sale_until = now() + ${until} * interval '1 hour'
    where id = ${SMALL.id}`
}

export interface Stock {
  stock: number
  held: number
  sold: number
  left: number
  /** Pieces of the orders that hold or have bought some, added up. */
  counted: number
}

/** The counters of the small plan. Throws when those of any plan differ from the sums of its orders. */
export async function readStock({ sql }: Tested): Promise<Stock> {
  const rows = await sql<Stock & { isCurrent: boolean; sumHeld: number; sumSold: number }>`
    select stock, held, sold, stock - held - sold as left, ended_at is null as "isCurrent",
      (select coalesce(sum(num), 0)::bigint from orders
        where stock_id = stock.id and state in ('pending', 'processing', 'exception')) as "sumHeld",
      (select coalesce(sum(num), 0)::bigint from orders where stock_id = stock.id
        and state in ('paid', 'refunded', 'partially_refunded')) as "sumSold"
    from plan_stocks stock where plan_id = ${SMALL.id}`
  const wrong = rows.filter(
    ({ held, sold, sumHeld, sumSold }) => held !== sumHeld || sold !== sumSold,
  )
  if (wrong.length > 0) throw new Error(`counters differ from orders: ${JSON.stringify(wrong)}`)
  const { isCurrent: _, sumHeld, sumSold, ...stock } = rows.find((row) => row.isCurrent)!
  return { ...stock, counted: sumHeld + sumSold }
}
