import type * as contract from '#contract/console/invoices.ts'
import { AppError } from '../../http/app-error.ts'
import { findPdf } from '../../invoices/files.store.ts'
import { findInvoice } from '../../invoices/invoices.store.ts'
import { numberOf, sendPdf } from '../../invoices/send-pdf.ts'
import { recordAction } from '../../operator/audit/actions.store.ts'
import { findInvoiceId } from '../../operator/invoices/invoices-search.store.ts'
import { consoleActor } from '../actor.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { listConsoleInvoices } from './list-invoices.ts'
import { readConsoleInvoice } from './read-invoice.ts'
import { uploadInvoiceFile } from './upload-file.ts'

export function invoiceHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  const { sql } = deps
  return {
    listConsoleInvoices: ({ input }) => listConsoleInvoices(deps, input),
    readConsoleInvoice: ({ input }) => readConsoleInvoice(deps, input.invoice),
    uploadInvoiceFile: ({ input, session }) => uploadInvoiceFile(deps, session, input),
    async downloadInvoiceFile({ input: { invoice: reference, file }, reply, session }) {
      const id = await findInvoiceId(sql, reference)
      const invoice = id === null ? null : await findInvoice(sql, id)
      const pdf = invoice && (await findPdf(sql, invoice.id, file))
      if (invoice === null || pdf === null) throw new AppError('NOT_FOUND')
      await recordAction(sql, {
        ...consoleActor(session),
        ...{ command: 'console invoice-file', given: { file }, subject: invoice.id, reason: null },
        ...{ outcome: 'done', result: {} },
      })
      return sendPdf(reply, pdf, { id: invoice.id, number: numberOf(invoice, file) }, file)
    },
  }
}
