import type { Combo } from '#contract/shapes.ts'
import { moneyText } from '../../money-text.ts'
import type { PlanRow } from './plans.store.ts'

type Value = string | number | boolean | readonly string[] | null

export interface PlanChange {
  id: string
  name: string
  kind: 'added' | 'changed'
  /** The version that new orders get. */
  version: number
  /** What differs, by its name in the file. */
  fields: { field: string; from: Value; to: Value }[]
}

/** A change of one of these fields is a new offer: the version rises. */
const TERMS = new Set(['amount', 'currency', 'credit', 'bonusCredit', 'validDays'])

/** How the file changes the stored plans; a plan that it does not name is not changed. */
export function planChanges(current: readonly PlanRow[], wanted: readonly Combo[]): PlanChange[] {
  return wanted.flatMap((plan): PlanChange[] => {
    const { id, name } = plan
    const old = current.find((row) => row.id === id)
    if (!old) return [{ id, name, kind: 'added', version: 1, fields: [] }]
    const fields = differences(old, plan)
    if (fields.length === 0) return []
    const isNewOffer = fields.some(({ field }) => TERMS.has(field))
    const version = old.version + (isNewOffer ? 1 : 0)
    return [{ id, name, kind: 'changed', version, fields }]
  })
}

/** Plans on sale that the file does not name. */
export function unlistedPlans(current: readonly PlanRow[], wanted: readonly Combo[]): PlanRow[] {
  return current.filter((row) => row.isOnSale && !wanted.some(({ id }) => id === row.id))
}

/** Whether the stored plans begin with the file's, in its order. */
export function isInOrder(current: readonly PlanRow[], wanted: readonly Combo[]): boolean {
  return wanted.every(({ id }, at) => current[at]?.id === id)
}

function differences(old: PlanRow, plan: Combo): PlanChange['fields'] {
  const wanted = { ...plan, originalAmount: plan.originalAmount ?? null, badge: plan.badge ?? null }
  const { version: _v, updatedAt: _u, isOnSale, ...stored } = old
  const before = new Map<string, Value>(Object.entries(stored))
  const fields = Object.entries(wanted)
    .map(([field, to]) => ({ field, from: before.get(field) ?? null, to }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
  return isOnSale ? fields : [{ field: 'onSale', from: false, to: true }, ...fields]
}

const LABELS: Record<string, string> = {
  onSale: '在售',
  name: '名称',
  summary: '说明',
  features: '功能',
  amount: '价格',
  currency: '货币',
  originalAmount: '划线价',
  credit: '积分',
  bonusCredit: '赠送积分',
  validDays: '有效天数',
  minNum: '最少份数',
  maxNum: '最多份数',
  badge: '角标',
  recommended: '推荐',
}

/** The changes as text, one block for each plan. */
export function describeChanges(changes: readonly PlanChange[], currency: string): string {
  return changes
    .map(({ id, name, kind, version, fields }) => {
      const lines = fields.map(
        ({ field, from, to }) =>
          `    ${LABELS[field] ?? field}：${valueText(field, from, currency)} → ${valueText(field, to, currency)}`,
      )
      const isNewOffer = fields.some(({ field }) => TERMS.has(field))
      const head = kind === 'added' ? '新增' : isNewOffer ? `修改，升为第 ${version} 版` : '修改'
      return [`  ${head}  ${id}  ${name}`, ...lines].join('\n')
    })
    .join('\n')
}

function valueText(field: string, value: Value, currency: string): string {
  if (value === null) return '无'
  if (typeof value === 'number' && /amount$/i.test(field)) return moneyText(value, currency)
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'object' ? value.join('；') : String(value)
}
