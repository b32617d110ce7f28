import { ORDER_DATES } from '#contract/console/orders/order-dates.ts'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { ORDER_STATES, PAYMENT_METHODS } from '#contract/shapes.ts'
import type { Filter, FilterField } from '../list/filter.ts'
import { sourceName } from '../sources/source-name.ts'

/** The filters of the list, in the order of their chips. */
export const ORDER_FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'state',
    label: '状态',
    choices: ORDER_STATES.map((value) => ({ value, label: ORDER_STATE_LABELS[value] })),
  },
  {
    kind: 'choice',
    name: 'method',
    label: '付款方式',
    choices: PAYMENT_METHODS.map((value) => ({ value, label: METHOD_NAMES[value] })),
  },
  { kind: 'days', label: '日期' },
  {
    kind: 'choice',
    name: 'by',
    label: '按哪个时间',
    choices: [
      { value: 'placed', label: '下单' },
      { value: 'paid', label: '付款' },
      { value: 'reversed', label: '退款或争议' },
      { value: 'failed', label: '付款失败' },
    ],
  },
  { kind: 'text', name: 'user', label: '用户', placeholder: '完整的邮箱，或用户编号' },
  {
    kind: 'text',
    name: 'source',
    label: '来源',
    placeholder: '完整的来源，例如 zhihu',
    show: sourceName,
  },
  { kind: 'switch', name: 'unusual', label: '争议/关闭后到账' },
  { kind: 'switch', name: 'disputed', label: '争议中' },
  { kind: 'switch', name: 'first', label: '首次购买' },
  {
    kind: 'text',
    name: 'failure',
    label: '失败原因',
    placeholder: '代码，例如 insufficient_funds',
  },
]

/** Filters that only say something about these dates. */
const ONLY_WITH: Readonly<Record<string, string>> = { first: 'paid', failure: 'failed' }

/** The filters that are offered beside the chosen ones. */
export function offeredFilters(filter: Filter): FilterField[] {
  return ORDER_FILTERS.filter((field) => {
    const name = field.kind === 'days' ? '' : field.name
    const date = ONLY_WITH[name]
    return date === undefined || filter['by'] === date || filter[name] !== undefined
  })
}

/** The input of the call. */
export function ordersInput(filter: Filter, before: string | undefined) {
  const { state, method, by, unusual, disputed, first, ...rest } = filter
  return {
    ...rest,
    state: ORDER_STATES.find((each) => each === state),
    method: PAYMENT_METHODS.find((each) => each === method),
    by: ORDER_DATES.find((each) => each === by),
    unusual: unusual === undefined ? undefined : ('1' as const),
    disputed: disputed === undefined ? undefined : ('1' as const),
    first: first === undefined ? undefined : ('1' as const),
    before,
  }
}

/** The views that every operator has. */
export function builtInViews(today: string): { name: string; filter: Filter }[] {
  return [
    { name: '全部', filter: {} },
    { name: '待核实', filter: { state: 'exception' } },
    { name: '争议中', filter: { disputed: '1' } },
    { name: '争议/关闭后到账', filter: { unusual: '1' } },
    { name: '已退款', filter: { state: 'refunded' } },
    { name: '今天', filter: { from: today } },
  ]
}
