import type * as invoices from '#contract/invoices/invoices.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { Handlers } from '../http/serve.ts'
import { downloadInvoice } from './send-pdf.ts'
import { listInvoiceableOrdersOf, listUserInvoices } from './list-invoices.ts'
import { requestInvoice } from './request-invoice.ts'
import { deleteTitle, listTitles } from './titles.store.ts'
import { isUuid } from '../db/ids.ts'
import { withdrawInvoice } from './withdraw-invoice.ts'

/** Binds each call about invoices to its use case; where the operator offers none, no call exists. */
export function invoiceHandlers(deps: Deps): Handlers<typeof invoices> {
  const offered = () => {
    if (deps.content.site.invoices === undefined) throw new AppError('NOT_FOUND')
    return deps
  }
  return {
    invoiceList: async ({ input, session }) => listUserInvoices(offered(), session.userId, input),
    invoiceableOrders: async ({ input, session }) =>
      listInvoiceableOrdersOf(offered(), session.userId, input),
    invoiceTitles: async ({ session }) => ({
      titles: await listTitles(offered().sql, session.userId),
    }),
    requestInvoice: async ({ input, session }) => requestInvoice(offered(), session.userId, input),
    withdrawInvoice: async ({ input, session }) =>
      withdrawInvoice(offered(), session.userId, input.id),
    removeInvoiceTitle: async ({ input, session }) => {
      if (isUuid(input.id)) await deleteTitle(offered().sql, session.userId, input.id)
      return null
    },
    invoiceFile: async ({ input, session, reply }) =>
      downloadInvoice(offered(), session.userId, input, reply),
  }
}
