import type { Deps } from '../../deps.ts'
import { dayText } from '../../lib/local-time.ts'
import { addDays } from '../days.ts'
import { sumEachBatch } from '../figures/account-batches.ts'
import { readSnapshot, type Snapshot } from '../figures/snapshots.ts'
import {
  type DayOfApplication,
  listTopSpenders,
  type SpenderOfApplication,
  sumUsage,
} from './usage.store.ts'

/** Days of the chart, and those that spenders are listed of; today is one of them. */
export const USAGE_DAYS = 90
export const MONTH_DAYS = 30
const MOST_SPENDERS = 10

export interface UsageFigures {
  today: string
  days: DayOfApplication[]
  /** Those who spent most with each application. */
  spenders: SpenderOfApplication[]
}

/** What all applications spent, by day. */
export function readUsage({
  sql,
  now,
  log,
  content,
}: Pick<Deps, 'sql' | 'now' | 'log' | 'content'>): Promise<Snapshot<UsageFigures>> {
  return readSnapshot({ sql, now, log }, 'usage of applications', async () => {
    const today = dayText(now(), content.site.timeZone)
    const days = new Map<string, DayOfApplication>()
    let spenders: SpenderOfApplication[] = []
    const from = addDays(today, 1 - USAGE_DAYS)
    const monthFrom = addDays(today, 1 - MONTH_DAYS)
    const batches = sumEachBatch(sql, async (tx, batch) => ({
      rows: await sumUsage(tx, { ...batch, from }),
      found: await listTopSpenders(tx, { ...batch, from: monthFrom, most: MOST_SPENDERS }),
    }))
    for await (const { rows, found } of batches) {
      for (const row of rows) addTo(days, row)
      spenders = topOfEach([...spenders, ...found])
    }
    return { today, days: [...days.values()], spenders }
  })
}

/** The users of two batches are others. */
function addTo(days: Map<string, DayOfApplication>, row: DayOfApplication): void {
  const key = `${row.applicationId} ${row.day}`
  const sum = days.get(key)
  if (sum === undefined) {
    days.set(key, row)
    return
  }
  sum.users += row.users
  sum.charges += row.charges
  sum.charged += row.charged
  sum.reversed += row.reversed
}

function topOfEach(spenders: readonly SpenderOfApplication[]): SpenderOfApplication[] {
  const counts = new Map<string, number>()
  return spenders
    .toSorted((a, b) => b.charged - a.charged)
    .filter(({ applicationId }) => {
      const count = (counts.get(applicationId) ?? 0) + 1
      counts.set(applicationId, count)
      return count <= MOST_SPENDERS
    })
}
