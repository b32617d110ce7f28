import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { creditEntryType } from '#contract/shapes.ts'
import type { Filter, FilterField } from '../list/filter.ts'

const TYPES = creditEntryType.options
const SIGNS = ['in', 'out'] as const

/** The filters of the ledger, in the order of their chips. */
export const LEDGER_FILTERS: readonly FilterField[] = [
  { kind: 'text', name: 'user', label: '用户', placeholder: '完整的邮箱，或用户编号' },
  {
    kind: 'choice',
    name: 'type',
    label: '事由',
    choices: TYPES.map((value) => ({ value, label: CREDIT_ENTRY_LABELS[value] })),
  },
  { kind: 'days', label: '日期' },
  {
    kind: 'choice',
    name: 'sign',
    label: '变动',
    choices: [
      { value: 'in', label: '增加' },
      { value: 'out', label: '减少' },
    ],
  },
  { kind: 'text', name: 'min', label: '至少', placeholder: '积分，例如 1000' },
  { kind: 'text', name: 'order', label: '订单', placeholder: '订单号' },
  { kind: 'text', name: 'application', label: '应用', placeholder: '应用的编号或 clientId' },
  { kind: 'text', name: 'charge', label: '扣费', placeholder: '扣费或退回的编号' },
  { kind: 'text', name: 'key', label: '标识', placeholder: '调整积分时的标识，或同时填用户' },
]

/** The input of the call. */
export function ledgerInput({ type, sign, min, ...filter }: Filter, before: string | undefined) {
  return {
    ...filter,
    type: TYPES.find((each) => each === type),
    sign: SIGNS.find((each) => each === sign),
    min: min !== undefined && /^\d{1,12}$/.test(min) && Number(min) > 0 ? Number(min) : undefined,
    before,
  }
}
