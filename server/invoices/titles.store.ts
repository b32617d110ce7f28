import type { SavedTitle } from '#contract/invoices/invoice-shapes.ts'
import { BATCH_ROWS } from '../db/delete-in-batches.ts'
import type { Query } from '../db/sql.ts'

/** The titles used last are kept. */
const MOST_TITLES = 20

/** The user's saved titles, the last used first. */
export function listTitles(sql: Query, userId: string): Promise<SavedTitle[]> {
  return sql<SavedTitle>`
    select id, kind, name, tax_number as "taxNumber", email from invoice_titles
    where user_id = ${userId} order by used_at desc, id desc`
}

export async function saveTitle(
  tx: Query,
  userId: string,
  { id, kind, name, taxNumber, email }: SavedTitle,
  at: Date,
): Promise<void> {
  await tx`
    insert into invoice_titles (id, user_id, kind, name, tax_number, email, used_at)
    values (${id}, ${userId}, ${kind}, ${name}, ${taxNumber}, ${email}, ${at})
    on conflict (user_id, kind, name, tax_number) do update set email = excluded.email, used_at = excluded.used_at`
  await tx`
    delete from invoice_titles where id = any(array(
      select id from invoice_titles where user_id = ${userId}
      order by used_at desc, id desc offset ${MOST_TITLES}))`
}

export async function deleteTitle(sql: Query, userId: string, id: string): Promise<void> {
  await sql`delete from invoice_titles where user_id = ${userId} and id = ${id}::uuid`
}

/** Deletes uploads of before, at most BATCH_ROWS. */
export function deleteOldUploads(sql: Query, before: Date): Promise<unknown[]> {
  return sql`
    delete from invoice_uploads where ctid = any(array(
      select ctid from invoice_uploads where uploaded_at <= ${before} limit ${BATCH_ROWS})) returning 1`
}
