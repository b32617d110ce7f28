import type * as contract from '#contract/console/credit.ts'
import type { CreditEntry } from '#contract/console/credit.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { ACTOR_LABELS } from '../../operator/labels.ts'
import { pageOf } from '../page-of.ts'
import type { FoundEntry, Place } from './ledger-search.store.ts'
import { countForList, listSelectedEntries, selectEntries } from './select-entries.ts'
import { withCustomPlans } from '../../db/reads.ts'
import { sumEachBatch } from '../figures/account-batches.ts'
import { countCredit, CREDIT_SNAPSHOT } from '../figures/count-credit.ts'
import { readSnapshot } from '../figures/snapshots.ts'
import { listDebtorRows, sumAges } from './liability.store.ts'

export function creditHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    readCreditLiability: () => readCreditLiability(deps),
    listDebtors: ({ input }) => listDebtors(deps, input),
    listCreditLedger: ({ input }) => listCreditLedger(deps, input),
  }
}

/** Throws VALIDATION for a range of days that is too long or ends before it begins. */
async function listCreditLedger(
  { sql, ...deps }: Pick<ConsoleDeps, 'sql' | 'content' | 'now'>,
  { limit, before, ...input }: InputOf<typeof contract.listCreditLedger>,
): Promise<OutputOf<typeof contract.listCreditLedger>> {
  const selection = await selectEntries(sql, input, deps)
  if (selection === null) {
    return { entries: [], count: { count: 0, isMore: false }, since: null, next: null }
  }
  const place = before === undefined ? null : readPlace(before)
  const [rows, count] = await Promise.all([
    listSelectedEntries(sql, selection, { before: place, limit: limit + 1 }),
    countForList(sql, selection),
  ])
  const { shown, next } = pageOf(rows, limit, placeText)
  return { entries: shown.map(toEntry), count, since: selection.since, next }
}

function placeText({ micros, userId, position }: Place): string {
  return `${micros}_${userId}_${position}`
}

function readPlace(text: string): Place {
  const [micros = '', userId = '', position = ''] = text.split('_')
  return { micros, userId, position: Number(position) }
}

function toEntry({ actor, application, createdAt, micros: _, ...row }: FoundEntry): CreditEntry {
  return { ...row, by: application ?? ACTOR_LABELS[actor], createdAt: createdAt.toISOString() }
}

async function readCreditLiability(
  deps: Pick<ConsoleDeps, 'sql' | 'now' | 'log'>,
): Promise<OutputOf<typeof contract.readCreditLiability>> {
  const { sql, now } = deps
  const [credit, ages] = await Promise.all([
    readSnapshot(deps, CREDIT_SNAPSHOT, () => countCredit(sql, now())),
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

async function listDebtors(
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
