import type { CreditFigures } from '#contract/console/figures.ts'
import type { Query } from '../../db/sql.ts'
import { countOpenHolds, findBatchEnd, sumHeld, sumLots } from './credit.store.ts'

/** So many accounts are summed in some 50 ms: a statement over all of them would be stopped. */
const BATCH = 20_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Sums the credit of all customers, batch by batch; what moves meanwhile may be in it or not. */
export async function countCredit(sql: Query, now: Date): Promise<Omit<CreditFigures, 'takenAt'>> {
  const figures = {
    ...{ owed: 0, within30: 0, within90: 0, within180: 0, within365: 0, later: 0, never: 0 },
    ...{ held: 0, holds: await countOpenHolds(sql), debt: 0, debtors: 0 },
  }
  for (let after = BEFORE_ALL; ;) {
    const end = await findBatchEnd(sql, after, BATCH)
    const batch = { after, last: end ?? AFTER_ALL }
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
    if (end === null) return figures
    after = end
  }
}
