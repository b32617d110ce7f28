import type { MoneySum, SourceRow } from '#contract/console/figures/figures.ts'
import { DIRECT_SOURCE } from '#contract/traffic-sources.ts'
import type { Query } from '../../db/sql.ts'
import { weeksUpTo } from './periods.ts'
import {
  countPlacedBySource,
  countUsersBySource,
  countVisitsBySource,
  sumPaidBySource,
  sumReversalsBySource,
} from './sources.store.ts'

/** What came from each traffic source in the days up to today; most money in `currency` first. */
export async function countSources(
  sql: Query,
  {
    now,
    days,
    timeZone,
    currency,
  }: { now: Date; days: number; timeZone: string; currency: string },
): Promise<{ from: string; to: string; sources: SourceRow[] }> {
  const { from, to, weeks } = weeksUpTo(now, days, timeZone)
  const rows = new Map<string, SourceRow>()
  for (const week of weeks) {
    for (const { source, count } of await countVisitsBySource(sql, week))
      rowOf(rows, source).visits += count
    for (const { source, count } of await countUsersBySource(sql, week))
      rowOf(rows, source).registered += count
    for (const { source, count } of await countPlacedBySource(sql, week))
      rowOf(rows, source).ordered += count
    for (const paid of await sumPaidBySource(sql, week)) {
      const row = rowOf(rows, paid.source)
      row.paid += paid.count
      const sum = sumOf(row.money, paid.currency)
      sum.orders += paid.count
      sum.received += paid.amount
    }
    for (const reversed of await sumReversalsBySource(sql, week))
      sumOf(rowOf(rows, reversed.source).money, reversed.currency).reversed += reversed.amount
  }
  const netOf = ({ money }: SourceRow) => {
    const sum = money.find((each) => each.currency === currency)
    return sum === undefined ? 0 : sum.received - sum.reversed
  }
  const sources = [...rows.values()].toSorted(
    (a, b) =>
      netOf(b) - netOf(a) ||
      b.paid - a.paid ||
      b.visits - a.visits ||
      (a.source < b.source ? -1 : 1),
  )
  return { from, to, sources }
}

function rowOf(rows: Map<string, SourceRow>, stored: string | null): SourceRow {
  const source = stored === null || stored === '' ? DIRECT_SOURCE : stored
  const row = rows.get(source) ?? {
    ...{ source, visits: 0, registered: 0, ordered: 0, paid: 0 },
    money: [],
  }
  rows.set(source, row)
  return row
}

/** The sum of a currency, added when there is none. */
export function sumOf(money: MoneySum[], currency: string): MoneySum {
  const known = money.find((sum) => sum.currency === currency)
  if (known) return known
  const sum = { currency, orders: 0, received: 0, reversed: 0 }
  money.push(sum)
  return sum
}
