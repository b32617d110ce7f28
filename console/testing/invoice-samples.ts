import type { ActionForm } from '#contract/console/actions.ts'
import type { InvoiceListItem } from '#contract/console/invoices.ts'
import type { InvoiceDetail } from '../invoices/invoice-detail.ts'
import { refundForm } from './render-console.tsx'

const time = '2026-11-18T02:25:00.000Z'

export function invoiceOf(details: Partial<InvoiceListItem> = {}): InvoiceListItem {
  return {
    id: '0197a9c2-0000-7000-8000-000000000401',
    state: 'requested',
    kind: 'company',
    name: '示例科技有限公司',
    taxNumber: '91350100M000100Y43',
    amount: 119_900,
    currency: 'cny',
    orders: 2,
    user: { id: 'user-1', email: 'linwan@example.com' },
    requestedAt: time,
    number: null,
    ...details,
  }
}

export function invoiceDetailOf(details: Partial<InvoiceDetail> = {}): InvoiceDetail {
  const order = { planName: '专业版', num: 1, paidAt: time, amount: 59_950, left: 59_950 }
  return {
    ...invoiceOf(),
    email: 'finance@example.com',
    orders: [
      { ...order, id: 'order-1', orderNo: 'XQ1' },
      { ...order, id: 'order-2', orderNo: 'XQ2' },
    ],
    issuedAt: null,
    reversalNumber: null,
    reversedAt: null,
    reason: null,
    files: [],
    history: [{ at: time, state: 'requested', operator: null, actor: 'user', reason: null }],
    ...details,
  }
}

/** The forms of the actions on invoices. */
export const invoiceForms: ActionForm[] = [
  formOf('invoices issue', '开具发票', [numberField(), uploadField()]),
  formOf('invoices reject', '拒绝开票', [
    { name: 'reason', label: '原因', help: '', isRequired: true, kind: 'text' },
  ]),
  formOf('invoices reverse', '红冲发票', [
    numberField(),
    uploadField(),
    { name: 'reason', label: '原因', help: '', isRequired: false, kind: 'text' },
  ]),
]

type Field = ActionForm['fields'][number]

function numberField(): Field {
  return { name: 'number', label: '发票号码', help: '', isRequired: false, kind: 'text' }
}

function uploadField(): Field {
  return { name: 'upload', label: 'PDF', help: '', isRequired: false, kind: 'upload' }
}

function formOf(command: string, title: string, fields: Field[]): ActionForm {
  return {
    ...refundForm,
    command,
    title,
    permission: 'invoice',
    needsConfirmation: false,
    fields: [
      { name: 'invoice', label: '发票', help: '', isRequired: true, kind: 'text' },
      ...fields,
    ],
  }
}
