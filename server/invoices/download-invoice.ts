import type { FastifyReply } from 'fastify'
import type * as contract from '#contract/invoices/invoices.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { takePdf } from './files.store.ts'
import { findInvoice } from './invoices.store.ts'
import { invoiceLimits } from './limits.ts'
import { numberOf, sendPdf } from './send-pdf.ts'
import { isUuid } from '../db/ids.ts'

/** Sends the PDF of an own invoice. Throws NOT_FOUND and RATE_LIMITED. */
export async function downloadInvoice(
  { sql, now, limits }: Pick<Deps, 'sql' | 'now' | 'limits'>,
  userId: string,
  { id, file }: InputOf<typeof contract.invoiceFile>,
  reply: FastifyReply,
): Promise<null> {
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  await limits.consume(invoiceLimits.invoiceFile, userId)
  const pdf = await takePdf(sql, { userId, invoiceId: id, file, at: now() })
  const invoice = pdf && (await findInvoice(sql, id))
  if (pdf === null || invoice === null) throw new AppError('NOT_FOUND')
  return sendPdf(reply, pdf, { id, number: numberOf(invoice, file) }, file)
}
