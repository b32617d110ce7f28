import type * as invoices from '#contract/invoices.ts'
import type { Invoice } from '#contract/invoice-shapes.ts'
import type { Answers } from './answer.ts'

const sample: Invoice = {
  ...{ id: 'mock-invoice', state: 'requested', kind: 'person', name: '王小明', taxNumber: null },
  ...{ email: 'ann@example.com', amount: 1990, currency: 'cny', orders: [], files: [] },
  requestedAt: '2026-11-20T08:00:00.000Z',
  ...{ number: null, issuedAt: null, reversalNumber: null, reversedAt: null, reason: null },
}

export const invoiceAnswers: Answers<typeof invoices> = {
  invoiceList: ({ page, pageSize }) => ({ list: [], total: 0, page, pageSize }),
  invoiceableOrders: ({ page, pageSize }) => ({ list: [], total: 0, page, pageSize }),
  invoiceTitles: () => ({ titles: [] }),
  requestInvoice: ({ title }) => ({ invoice: { ...sample, ...title } }),
  withdrawInvoice: ({ id }) => ({ invoice: { ...sample, id, state: 'withdrawn' } }),
  removeInvoiceTitle: () => null,
  invoiceFile: () => null,
}
