import { defineLimits } from '../http/limits/limit.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

export const invoiceLimits = defineLimits({
  /** Invoices asked for by user. */
  requestInvoice: { times: 20, seconds: HOUR },
  requestInvoiceByDay: { times: 40, seconds: DAY },
  /** PDFs downloaded by user. */
  invoiceFile: { times: 60, seconds: HOUR },
})
