import type { readConsoleInvoice } from '#contract/console/invoices.ts'
import type { OutputOf } from '#contract/endpoint.ts'

/** One invoice as its page shows it. */
export type InvoiceDetail = OutputOf<typeof readConsoleInvoice>
