import type * as contract from '#contract/console/credit.ts'
import type { CreditEntry } from '#contract/console/credit.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { ACTOR_LABELS } from '../../operator/labels.ts'
import type { ConsoleDeps } from '../deps.ts'
import { pageOf } from '../page-of.ts'
import type { FoundEntry, Place } from './ledger-search.store.ts'
import { countForList, listSelectedEntries, selectEntries } from './select-entries.ts'

/** Throws VALIDATION for a range of days that is too long or ends before it begins. */
export async function listCreditLedger(
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
