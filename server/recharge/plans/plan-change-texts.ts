import { timeText } from '../../lib/local-time.ts'
import { moneyText } from '../../lib/money-text.ts'
import {
  isNewOffer,
  type PlanChange,
  type PlanFieldChange,
  type PlanFieldValue,
} from './plan-changes.ts'

const LABELS: Readonly<Record<string, string>> = {
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
  saleFrom: '开售',
  saleUntil: '停售',
  stock: '库存',
  limitPerUser: '每人限购',
}

/** What stands for a field that has no value. */
const NOTHING: Readonly<Record<string, string>> = {
  saleFrom: '不限',
  saleUntil: '不限',
  stock: '不限',
  limitPerUser: '不限',
}

interface Shown {
  currency: string
  timeZone: string
}

/** A field's change in words. */
export function describeField({ field, from, to }: PlanFieldChange, shown: Shown) {
  return {
    label: LABELS[field] ?? field,
    from: valueText(field, from, shown),
    to: valueText(field, to, shown),
  }
}

/** The heading of a change: what became of the plan. */
export function changeTitle({ kind, version, fields }: Omit<PlanChange, 'id' | 'name'>): string {
  if (kind === 'added') return '新增'
  return isNewOffer(fields) ? `修改，升为第 ${version} 版` : '修改'
}

/** The changes as text, one block for each plan. */
export function describeChanges(changes: readonly PlanChange[], shown: Shown): string {
  return changes
    .map((change) => {
      const lines = change.fields.map((each) => {
        const { label, from, to } = describeField(each, shown)
        return `    ${label}：${from} → ${to}`
      })
      return [`  ${changeTitle(change)}  ${change.id}  ${change.name}`, ...lines].join('\n')
    })
    .join('\n')
}

function valueText(field: string, value: PlanFieldValue, { currency, timeZone }: Shown): string {
  if (value === null) return NOTHING[field] ?? '无'
  if (typeof value === 'number' && /amount$/i.test(field)) return moneyText(value, currency)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'object') return value.join('；')
  return field.startsWith('sale') ? timeText(new Date(value), timeZone) : String(value)
}
