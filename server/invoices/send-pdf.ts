import type { FastifyReply } from 'fastify'
import type { InvoiceFile, InvoiceRow } from './invoices.store.ts'
import type { StoredPdf } from './files.store.ts'

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
