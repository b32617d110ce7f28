import type { UsageLabel } from '#contract/applications/application-fields.ts'
import type { OutputOf, InputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/credit/usage.ts'
import type { UsageRecord } from '#contract/credit/usage.ts'
import type { Usage } from '../../credit/spending/spend.store.ts'
import type { SpendingFilter } from '../../credit/spending/usage-days.store.ts'
import {
  listReversalsOf,
  listSpendingRecords,
  type RecordPlace,
} from '../../credit/spending/usage-records.store.ts'
import type { Deps } from '../../deps.ts'
import { readCursorParts, TIME_AND_ID, toCursor } from '../api/cursor.ts'
import { listAllKeys } from '../keys/api-keys.store.ts'
import { listApplicationNames, listApplicationWords } from '../keys/applications.store.ts'
import { toSpendingFilter } from './filter.ts'

/** A page of charges and of holds that were not charged, newest first. */
export async function listRecords(
  deps: Pick<Deps, 'sql' | 'now' | 'content'>,
  userId: string,
  { cursor, limit, ...asked }: InputOf<typeof contract.usageRecords>,
): Promise<OutputOf<typeof contract.usageRecords>> {
  const filter = toSpendingFilter(deps, userId, asked)
  const describe = await readNames(deps, userId)
  const after = cursor === undefined ? null : placeOf(cursor)
  const records = await readRecords(deps, filter, { after, limit: limit + 1 })
  const list = records.slice(0, limit)
  const last = list.at(-1)
  const next = records.length > limit && last ? toCursor(last.createdAt.getTime(), last.id) : null
  return { list: list.map((record) => describe(record)), next }
}

/** All of them, read page by page: no connection is held while the customer's line is slow. */
export async function* readAllRecords(
  deps: Pick<Deps, 'sql' | 'now' | 'content'>,
  userId: string,
  asked: contract.UsageFilter,
  pageSize: number,
): AsyncGenerator<UsageRecord[]> {
  const filter = toSpendingFilter(deps, userId, asked)
  const describe = await readNames(deps, userId)
  let after: RecordPlace | null = null
  for (;;) {
    const page: FoundRecord[] = await readRecords(deps, filter, { after, limit: pageSize })
    yield page.map((record) => describe(record))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}

type FoundRecord = Awaited<ReturnType<typeof readRecords>>[number]

async function readRecords(
  { sql, content }: Pick<Deps, 'sql' | 'content'>,
  filter: SpendingFilter,
  part: { after: RecordPlace | null; limit: number },
) {
  const { timeZone } = content.site
  const { userId } = filter
  const records = await listSpendingRecords(sql, filter, { ...part, timeZone })
  const reversed = records.filter((record) => record.reversed > 0).map(({ id }) => id)
  const reversals = reversed.length === 0 ? [] : await listReversalsOf(sql, userId, reversed)
  const ofCharge = Map.groupBy(reversals, ({ chargeId }) => chargeId)
  return records.map((record) => ({ ...record, reversals: ofCharge.get(record.id) ?? [] }))
}

/** Returns a function that puts names for the ids of a record. */
async function readNames(
  { sql }: Pick<Deps, 'sql'>,
  userId: string,
): Promise<(record: FoundRecord) => UsageRecord> {
  const [names, words, keyRows] = await Promise.all([
    listApplicationNames(sql),
    listApplicationWords(sql),
    listAllKeys(sql, userId),
  ])
  const keys = new Map(keyRows.map(({ id, name, hint }) => [id, { name, hint }]))
  return ({ applicationId, apiKeyId, reversals, createdAt, expiresAt, ...record }) => {
    const { url = null, usageLabels = [] } = words.get(applicationId) ?? {}
    return {
      ...record,
      ...(record.usage !== null && { measured: labelUsage(record.usage, usageLabels) }),
      application: names.get(applicationId) ?? '',
      ...(url !== null && { applicationUrl: url }),
      key: apiKeyId === null ? null : (keys.get(apiKeyId) ?? { name: '', hint: '' }),
      reversals: reversals.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() })),
      createdAt: createdAt.toISOString(),
      expiresAt: record.state === 'open' ? (expiresAt?.toISOString() ?? null) : null,
    }
  }
}

function labelUsage(usage: Usage, labels: readonly UsageLabel[]) {
  const labelled = labels.filter(({ name }) => name in usage)
  const others = Object.keys(usage)
    .filter((name) => labelled.every((each) => each.name !== name))
    .toSorted()
    .map((name) => ({ name, label: name }))
  return [...labelled, ...others].map(({ name, label }) => ({ label, value: usage[name]! }))
}

/** Throws VALIDATION for a cursor that we did not make. */
function placeOf(cursor: string): RecordPlace {
  const [time, id] = readCursorParts(cursor, TIME_AND_ID)
  return { createdAt: new Date(Number(time)), id: id! }
}
