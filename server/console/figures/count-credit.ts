import type { CreditFigures } from '#contract/console/figures.ts'
import type { Query } from '../../db/sql.ts'
import { eachBatchOfAccounts } from './account-batches.ts'
import { countOpenHolds, sumHeld, sumLots } from './credit.store.ts'

/** Sums the credit of all customers, batch by batch; what moves meanwhile may be in it or not. */
export async function countCredit(sql: Query, now: Date): Promise<Omit<CreditFigures, 'takenAt'>> {
  const figures = {
    ...{ owed: 0, within30: 0, within90: 0, within180: 0, within365: 0, later: 0, never: 0 },
    ...{ held: 0, holds: await countOpenHolds(sql), debt: 0, debtors: 0 },
  }
  for await (const batch of eachBatchOfAccounts(sql)) {
    const sums = { ...(await sumLots(sql, { ...batch, now })), held: await sumHeld(sql, batch) }
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
