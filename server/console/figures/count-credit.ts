import type { CreditFigures } from '#contract/console/figures/figures.ts'
import type { Sql } from '../../db/sql.ts'
import { sumEachBatch } from './account-batches.ts'
import { countOpenHolds, sumHeld, sumLots } from './credit.store.ts'

/** Sums the credit of all customers, batch by batch; what moves meanwhile may be in it or not. */
export async function countCredit(sql: Sql, now: Date): Promise<Omit<CreditFigures, 'takenAt'>> {
  const figures = {
    ...{ owed: 0, within30: 0, within90: 0, within180: 0, within365: 0, later: 0, never: 0 },
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
    figures.debt += sums.debt
    figures.debtors += sums.debtors
    figures.held += sums.held
  }
  return figures
}
