import { defineLimits } from '../http/limits/limit.ts'

const HOUR = 60 * 60

export const invoiceLimits = defineLimits({
  /** Invoices asked for by user. */
  requestInvoice: { times: 20, seconds: HOUR },
  /** PDFs downloaded by user. */
  invoiceFile: { times: 60, seconds: HOUR },
})
