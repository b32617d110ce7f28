import { json, type Query } from '../../db/sql.ts'
import type { CurrencySum } from './day.ts'

/** Of one currency in which the provider settles, in minor units. */
export interface Settled {
  currency: string
  fees: number
  /** What is left of payments, refunds and disputes. */
  net: number
}

/** The figures of a day as they were when it was closed. */
export interface ClosedDay {
  sums: CurrencySum[]
  settled: Settled[]
  closedAt: Date
  closedBy: string
}

export async function findClosedDay(sql: Query, day: string): Promise<ClosedDay | null> {
  const [row] = await sql<ClosedDay>`
    select sums, settled, closed_at as "closedAt", closed_by as "closedBy"
    from closed_days where day = ${day}`
  return row ?? null
}

/** Returns false when it was closed before. */
export async function storeClosedDay(
  sql: Query,
  day: string,
  { sums, settled, closedAt, closedBy }: ClosedDay,
): Promise<boolean> {
  const rows = await sql`
    insert into closed_days (day, sums, settled, closed_at, closed_by)
    values (${day}, ${json(sums)}, ${json(settled)}, ${closedAt}, ${closedBy})
    on conflict (day) do nothing
    returning day`
  return rows.length > 0
}
