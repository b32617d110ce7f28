import { INVOICE_STATE_LABELS, INVOICE_STATES } from '#contract/invoices/invoice-fields.ts'
import type { Filter, FilterField } from '../list/filter.ts'

/** The filters of the list, in the order of their chips. */
export const INVOICE_FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'state',
    label: '状态',
    choices: INVOICE_STATES.map((value) => ({ value, label: INVOICE_STATE_LABELS[value] })),
  },
  { kind: 'switch', name: 'open', label: '等待处理' },
  { kind: 'days', label: '申请日期' },
  { kind: 'text', name: 'q', label: '抬头或号码', placeholder: '抬头、完整的税号或发票号码' },
  { kind: 'text', name: 'user', label: '用户', placeholder: '完整的邮箱，或用户编号' },
]

interface InvoiceView {
  name: string
  filter: Filter
}

/** Everything that waits for somebody. */
export const WAITING_VIEW: InvoiceView = { name: '等待处理', filter: { open: '1' } }

/** The views above the list; the first page leads to those of one state that wait. */
export const INVOICE_VIEWS: readonly InvoiceView[] = [
  { name: '全部', filter: {} },
  WAITING_VIEW,
  { name: '待开', filter: { open: '1', state: 'requested' } },
  { name: '需红冲', filter: { open: '1', state: 'reversal_due' } },
  { name: '已开', filter: { state: 'issued' } },
  { name: '已拒', filter: { state: 'rejected' } },
  { name: '已红冲', filter: { state: 'reversed' } },
]

/** The input of the call. */
export function invoicesInput({ state, open, ...rest }: Filter, before: string | undefined) {
  return {
    ...rest,
    state: INVOICE_STATES.find((each) => each === state),
    open: open === undefined ? undefined : ('1' as const),
    before,
  }
}
