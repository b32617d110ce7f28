import { createHash } from 'node:crypto'
import type { PlanOffer } from '#contract/content/content.ts'
import type { PlanRow } from './plans.store.ts'

export type PlanFieldValue = string | number | boolean | readonly string[] | null

export interface PlanFieldChange {
  /** By its name in the file; `onSale` beside them. */
  field: string
  from: PlanFieldValue
  to: PlanFieldValue
}

export interface PlanChange {
  id: string
  name: string
  kind: 'added' | 'changed'
  /** The version that new orders get. */
  version: number
  fields: PlanFieldChange[]
}

/** A change of one of these fields is a new offer: the version rises. */
const TERMS = new Set(['amount', 'currency', 'credit', 'bonusCredit', 'validDays'])

const FIELDS = [
  ...['name', 'summary', 'features', 'amount', 'currency', 'originalAmount', 'credit'],
  ...['bonusCredit', 'validDays', 'minNum', 'maxNum', 'badge', 'recommended'],
  ...['saleFrom', 'saleUntil', 'stock', 'limitPerUser'],
] as const satisfies (keyof PlanOffer)[]

/** How these plans change the stored ones and put them on sale; a stored plan that is not among them is not changed. */
export function planChanges(
  current: readonly PlanRow[],
  wanted: readonly PlanOffer[],
): PlanChange[] {
  return wanted.flatMap((plan): PlanChange[] => {
    const { id, name } = plan
    const old = current.find((row) => row.id === id)
    if (!old) return [{ id, name, kind: 'added', version: 1, fields: [] }]
    const onSale = { field: 'onSale', from: false, to: true }
    const fields = [...(old.isOnSale ? [] : [onSale]), ...termDifferences(old, plan)]
    if (fields.length === 0) return []
    return [
      { id, name, kind: 'changed', version: old.version + (isNewOffer(fields) ? 1 : 0), fields },
    ]
  })
}

/** What differs between a stored plan and the wanted one, apart from whether it is on sale. */
export function termDifferences(old: PlanRow, wanted: PlanOffer): PlanFieldChange[] {
  const before = new Map(Object.entries(termsOf(toPlanOffer(old))))
  return Object.entries(termsOf(wanted))
    .map(([field, to]) => ({ field, from: before.get(field) ?? null, to }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

/** Whether new orders are placed on other terms. */
export function isNewOffer(fields: readonly PlanFieldChange[]): boolean {
  return fields.some(({ field }) => TERMS.has(field))
}

/** Plans on sale that the file does not name. */
export function unlistedPlans(
  current: readonly PlanRow[],
  wanted: readonly PlanOffer[],
): PlanRow[] {
  return current.filter((row) => row.isOnSale && !wanted.some(({ id }) => id === row.id))
}

/** Whether the stored plans begin with the file's, in its order. */
export function isInOrder(current: readonly PlanRow[], wanted: readonly PlanOffer[]): boolean {
  return wanted.every(({ id }, at) => current[at]?.id === id)
}

/** The stored plan as `content/plans.json` has it. */
export function toPlanOffer(row: PlanRow): PlanOffer {
  const { originalAmount, badge, saleFrom, saleUntil, stock, limitPerUser } = row
  return {
    ...{ id: row.id, name: row.name, summary: row.summary, features: row.features },
    ...{ amount: row.amount, currency: row.currency },
    ...(originalAmount !== null && { originalAmount }),
    ...{ credit: row.credit, bonusCredit: row.bonusCredit, validDays: row.validDays },
    ...{ minNum: row.minNum, maxNum: row.maxNum },
    ...(badge !== null && { badge }),
    recommended: row.recommended,
    ...(saleFrom !== null && { saleFrom: saleFrom.toISOString() }),
    ...(saleUntil !== null && { saleUntil: saleUntil.toISOString() }),
    ...(stock !== null && { stock }),
    ...(limitPerUser !== null && { limitPerUser }),
  }
}

/** A short text that changes with the plan's terms: an editor saves what it has read, or nothing. */
export function planMark(row: PlanRow): string {
  const text = JSON.stringify(termsOf(toPlanOffer(row)))
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** Every field but the id, null where the plan has none; times in UTC. */
function termsOf(plan: PlanOffer): Record<string, PlanFieldValue> {
  const { saleFrom, saleUntil, ...rest } = plan
  const given = new Map<string, PlanFieldValue | undefined>(Object.entries(rest))
  for (const [field, time] of Object.entries({ saleFrom, saleUntil })) {
    if (time !== undefined) given.set(field, new Date(time).toISOString())
  }
  return Object.fromEntries(FIELDS.map((field) => [field, given.get(field) ?? null]))
}
