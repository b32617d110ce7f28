import type { Invoice, SavedTitle } from '#contract/invoices/invoice-shapes.ts'
import { testPageData } from './site.ts'

/** The site of an operator who offers invoices. */
export const invoicingPageData = {
  ...testPageData,
  site: { ...testPageData.site, invoices: { note: '电子普通发票，3 个工作日内开好。' } },
}

/** A request on one order that nobody has answered; `details` replace its fields. */
export function invoiceOf(details: Partial<Invoice> = {}): Invoice {
  return {
    id: 'invoice-1',
    state: 'requested',
    kind: 'company',
    name: '示例科技有限公司',
    taxNumber: '91350100M000100Y43',
    email: 'finance@example.com',
    amount: 9990,
    currency: 'cny',
    orders: [invoicedOrderOf()],
    requestedAt: '2026-11-18T03:00:00.000Z',
    number: null,
    issuedAt: null,
    reversalNumber: null,
    reversedAt: null,
    reason: null,
    files: [],
    ...details,
  }
}

/** An invoice with number and PDF. */
export function issuedInvoiceOf(details: Partial<Invoice> = {}): Invoice {
  return invoiceOf({
    state: 'issued',
    number: '26117000000123456789',
    issuedAt: '2026-11-19T03:00:00.000Z',
    files: ['invoice'],
    ...details,
  })
}

type InvoicedOrder = Invoice['orders'][number]

export function invoicedOrderOf(details: Partial<InvoicedOrder> = {}): InvoicedOrder {
  return {
    id: 'order-1',
    orderNo: 'XQ261118-3K7F92',
    planName: '专业版',
    num: 1,
    paidAt: '2026-11-18T02:25:38.000Z',
    amount: 9990,
    ...details,
  }
}

export function savedTitleOf(details: Partial<SavedTitle> = {}): SavedTitle {
  return {
    id: 'title-1',
    kind: 'company',
    name: '示例科技有限公司',
    taxNumber: '91350100M000100Y43',
    email: 'finance@example.com',
    ...details,
  }
}
