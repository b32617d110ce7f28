import type * as contract from '#contract/console/invoices.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { uuidv7 } from '../../db/ids.ts'
import { AppError } from '../../http/app-error.ts'
import { findPdfProblem } from '../../invoices/check-pdf.ts'
import { insertUpload } from '../../operator/invoices/issue.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { OperatorSession } from '../sessions/sessions.ts'

/** Keeps a PDF for the action that follows. Throws VALIDATION for what is none. */
export async function uploadInvoiceFile(
  { sql, now }: Pick<ConsoleDeps, 'sql' | 'now'>,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
  { name, content: base64 }: InputOf<typeof contract.uploadInvoiceFile>,
): Promise<OutputOf<typeof contract.uploadInvoiceFile>> {
  const content = Buffer.from(base64, 'base64')
  const message = findPdfProblem(content)
  if (message !== null) throw new AppError('VALIDATION', { message, fields: { content: message } })
  const id = uuidv7()
  await sql.begin((tx) => insertUpload(tx, { id, operatorId, name, content, at: now() }))
  return { id, name, bytes: content.length }
}
