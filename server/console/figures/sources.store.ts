import { firstIdAt } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Period } from './periods.ts'

interface Counted {
  /** Null: none. */
  source: string | null
  count: number
}

/** Ids begin with the time: counted as the lists filter. */
export async function countNewUsers(sql: Query, { from, until }: Period): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from users where id >= ${firstIdAt(from)} and id < ${firstIdAt(until)}`
  return row!.count
}

/** Both days are included; '' for no source. */
export function countVisitsBySource(
  sql: Query,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<{ source: string; count: number }[]> {
  return sql<{ source: string; count: number }>`
    select source, sum(visits)::bigint as count
    from traffic_visits where day >= ${firstDay}::date and day <= ${lastDay}::date group by source`
}

export function countUsersBySource(sql: Query, { from, until }: Period): Promise<Counted[]> {
  return sql<Counted>`
    select source, count(*) as count
    from users where id >= ${firstIdAt(from)} and id < ${firstIdAt(until)} group by source`
}

export function countPlacedBySource(sql: Query, { from, until }: Period): Promise<Counted[]> {
  return sql<Counted>`
    select source, count(*) as count
    from orders where id >= ${firstIdAt(from)} and id < ${firstIdAt(until)} group by source`
}

export function sumPaidBySource(
  sql: Query,
  { from, until }: Period,
): Promise<(Counted & { currency: string; amount: number })[]> {
  return sql<Counted & { currency: string; amount: number }>`
    select source, currency, count(*) as count, sum(amount)::bigint as amount
    from orders where paid_at >= ${from} and paid_at < ${until} group by source, currency`
}

export function sumReversalsBySource(
  sql: Query,
  { from, until }: Period,
): Promise<{ source: string | null; currency: string; amount: number }[]> {
  return sql<{ source: string | null; currency: string; amount: number }>`
    select source, currency, sum(amount)::bigint as amount
    from order_reversals where booked_at >= ${from} and booked_at < ${until} group by source, currency`
}
