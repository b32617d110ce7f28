import { METHOD_NAMES } from '#contract/payment-method.ts'
import { ORDER_STATE_LABELS } from '#contract/order-states.ts'
import { ORDER_STATES, PAYMENT_METHODS } from '#contract/shapes.ts'
import type { Filter, FilterField } from '../list/filter.ts'

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
  { kind: 'days', label: '下单日期' },
  { kind: 'text', name: 'user', label: '用户', placeholder: '完整的邮箱，或用户编号' },
  { kind: 'text', name: 'source', label: '来源', placeholder: '完整的来源，例如 zhihu' },
  { kind: 'switch', name: 'unusual', label: '争议/迟到' },
]

/** The input of the call. */
export function ordersInput(filter: Filter, before: string | undefined) {
  const { state, method, unusual, ...rest } = filter
  return {
    ...rest,
    state: ORDER_STATES.find((each) => each === state),
    method: PAYMENT_METHODS.find((each) => each === method),
    unusual: unusual === undefined ? undefined : ('1' as const),
    before,
  }
}

/** The views that every operator has. */
export function builtInViews(today: string): { name: string; filter: Filter }[] {
  return [
    { name: '全部', filter: {} },
    { name: '待核实', filter: { state: 'exception' } },
    { name: '争议/迟到', filter: { unusual: '1' } },
    { name: '已退款', filter: { state: 'refunded' } },
    { name: '今天', filter: { from: today } },
  ]
}
