import type { CreditFigures } from '#contract/console/figures/figures.ts'
import type { Sql } from '../../db/sql.ts'
import { sumEachBatch } from './account-batches.ts'
import { countOpenHolds, sumHeld, sumLots, sumWelcomes } from './credit.store.ts'

const WELCOMES_MS = 30 * 24 * 60 * 60 * 1000

/** What it counts stands under this name among the snapshots. */
export const CREDIT_SNAPSHOT = 'credit and welcomes'

/** Sums the credit of all customers, batch by batch; what moves meanwhile may be in it or not. */
export async function countCredit(sql: Sql, now: Date): Promise<Omit<CreditFigures, 'takenAt'>> {
  const figures = {
    ...{ owed: 0, within30: 0, within90: 0, within180: 0, within365: 0, later: 0, never: 0 },
    ...{ welcome: 0, ...(await sumWelcomes(sql, new Date(now.getTime() - WELCOMES_MS))) },
    ...{ held: 0, holds: await countOpenHolds(sql), debt: 0, debtors: 0 },
  }
  const batches = sumEachBatch(sql, async (tx, batch) => ({
    ...(await sumLots(tx, { ...batch, now })),
    held: await sumHeld(tx, batch),
  }))
  for await (const sums of batches) {
    figures.owed += sums.owed
    figures.within30 += sums.within30
    figures.within90 += sums.within90
    figures.within180 += sums.within180
    figures.within365 += sums.within365
    figures.later += sums.later
    figures.never += sums.never
    figures.welcome += sums.welcome
    figures.debt += sums.debt
    figures.debtors += sums.debtors
    figures.held += sums.held
  }
  return figures
}
