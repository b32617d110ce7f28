import type * as contract from '#contract/console/credit.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { withCustomPlans } from '../../db/reads.ts'
import type { ConsoleDeps } from '../deps.ts'
import { sumEachBatch } from '../figures/account-batches.ts'
import { countCredit } from '../figures/count-credit.ts'
import { readSnapshot } from '../figures/snapshots.ts'
import { pageOf } from '../page-of.ts'
import { listDebtorRows, sumAges } from './liability.store.ts'

export async function readCreditLiability(
  deps: Pick<ConsoleDeps, 'sql' | 'now' | 'log'>,
): Promise<OutputOf<typeof contract.readCreditLiability>> {
  const { sql, now } = deps
  const [credit, ages] = await Promise.all([
    readSnapshot(deps, 'credit', () => countCredit(sql, now())),
    readSnapshot(deps, 'credit by age', async () => {
      const sums = { within30: 0, within90: 0, within180: 0, within365: 0, older: 0 }
      const at = now()
      const batches = sumEachBatch(sql, (tx, batch) => sumAges(tx, { ...batch, now: at }))
      for await (const some of batches) {
        sums.within30 += some.within30
        sums.within90 += some.within90
        sums.within180 += some.within180
        sums.within365 += some.within365
        sums.older += some.older
      }
      return sums
    }),
  ])
  return {
    credit: { ...credit.data, takenAt: credit.takenAt.toISOString() },
    ages: ages.data,
    agesTakenAt: ages.takenAt.toISOString(),
    isRenewing: credit.isRenewing || ages.isRenewing,
  }
}

export async function listDebtors(
  { sql }: Pick<ConsoleDeps, 'sql'>,
  { order, before, limit }: InputOf<typeof contract.listDebtors>,
): Promise<OutputOf<typeof contract.listDebtors>> {
  const rows = await withCustomPlans(sql, (tx) =>
    listDebtorRows(tx, { order, before: before ?? null, limit: limit + 1 }),
  )
  const { shown, next } = pageOf(rows, limit, ({ userId }) => userId)
  return {
    debtors: shown.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
    next,
  }
}
