import type { FastifyReply } from 'fastify'
import { type InvoiceFile, type InvoiceRow, findInvoice } from './invoices.store.ts'
import { type StoredPdf, takePdf } from './files.store.ts'
import type * as contract from '#contract/invoices/invoices.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { invoiceLimits } from './limits.ts'
import { isUuid } from '../db/ids.ts'

/** Sends a stored PDF as a download: it came from outside, so no browser may show it as a page of ours. */
export async function sendPdf(
  reply: FastifyReply,
  pdf: StoredPdf,
  { id, number }: { id: string; number: string | null },
  file: InvoiceFile,
): Promise<null> {
  const label = file === 'invoice' ? '发票' : '红字发票'
  const name = `${label}-${number ?? id.slice(-12)}.pdf`
  reply
    .header('content-type', 'application/pdf')
    .header(
      'content-disposition',
      `attachment; filename="invoice.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
  await reply.send(pdf.content)
  return null
}

/** The number on that PDF. */
export function numberOf(
  { number, reversalNumber }: Pick<InvoiceRow, 'number' | 'reversalNumber'>,
  file: InvoiceFile,
): string | null {
  return file === 'invoice' ? number : reversalNumber
}

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
