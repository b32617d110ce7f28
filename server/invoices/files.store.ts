import type { Query } from '../db/sql.ts'
import type { InvoiceFile } from './invoices.store.ts'

export interface StoredPdf {
  name: string
  content: Buffer
}

/** The PDF of an invoice; null without one. */
export async function findPdf(
  sql: Query,
  invoiceId: string,
  file: InvoiceFile,
): Promise<StoredPdf | null> {
  const [row] = await sql<StoredPdf>`
    select name, content from invoice_files where invoice_id = ${invoiceId}::uuid and file = ${file}`
  return row ?? null
}

/** The same of a user's own invoice, and notes that the customer has it. */
export async function takePdf(
  sql: Query,
  {
    userId,
    invoiceId,
    file,
    at,
  }: { userId: string; invoiceId: string; file: InvoiceFile; at: Date },
): Promise<StoredPdf | null> {
  const [row] = await sql<StoredPdf>`
    update invoice_files f set downloaded_at = coalesce(downloaded_at, ${at}::timestamptz)
    from invoices i
    where i.id = f.invoice_id and i.user_id = ${userId} and i.id = ${invoiceId}::uuid and f.file = ${file}
    returning f.name, f.content`
  return row ?? null
}

export interface NewPdf extends StoredPdf {
  sha256: Buffer
}

/** Replaces one that the customer has not downloaded. False: the customer has it already. */
export async function storePdf(
  tx: Query,
  { invoiceId, file, at, by }: { invoiceId: string; file: InvoiceFile; at: Date; by: string },
  { name, content, sha256 }: NewPdf,
): Promise<boolean> {
  const rows = await tx`
    insert into invoice_files as f (invoice_id, file, name, content, sha256, uploaded_at, uploaded_by)
    values (${invoiceId}, ${file}, ${name}, ${content}, ${sha256}, ${at}, ${by})
    on conflict (invoice_id, file) do update set name = excluded.name, content = excluded.content,
      sha256 = excluded.sha256, uploaded_at = excluded.uploaded_at, uploaded_by = excluded.uploaded_by
    where f.downloaded_at is null
    returning 1`
  return rows.length === 1
}
