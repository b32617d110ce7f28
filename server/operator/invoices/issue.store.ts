import type { Query } from '../../db/sql.ts'

/**
 * Whether the number is that of an invoice or of a red one. Nobody else registers it until the transaction ends;
 * the invoice is locked before.
 */
export async function isNumberTaken(tx: Query, number: string): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${number}, 36))`
  // what others committed while this waited is seen by a new statement alone
  const rows =
    await tx`select from invoices where number = ${number} or reversal_number = ${number}`
  return rows.length > 0
}

/** Marks a locked invoice as issued. */
export async function markIssued(
  tx: Query,
  id: string,
  { number, at }: { number: string | null; at: Date },
): Promise<void> {
  await tx`update invoices set state = 'issued', number = ${number}, issued_at = ${at} where id = ${id}`
}

/** Gives a locked invoice its number. */
export async function setNumber(tx: Query, id: string, number: string): Promise<void> {
  await tx`update invoices set number = ${number} where id = ${id}`
}

/** Marks a locked invoice as reversed. */
export async function markReversed(
  tx: Query,
  id: string,
  { number, reason, at }: { number: string | null; reason: string | null; at: Date },
): Promise<void> {
  await tx`
    update invoices set state = 'reversed', reversal_number = ${number}, reversed_at = ${at},
      reason = coalesce(${reason}, reason)
    where id = ${id}`
}

/** An uploaded PDF; null when it is another operator's, or was deleted. */
export async function findUpload(
  sql: Query,
  id: string,
  { operatorId, since }: { operatorId: string | null; since: Date },
): Promise<{ name: string; content: Buffer } | null> {
  const [row] = await sql<{ name: string; content: Buffer }>`
    select name, content from invoice_uploads
    where id = ${id}::uuid and operator_id = ${operatorId}::uuid and uploaded_at > ${since}`
  return row ?? null
}

/** Another operator's stays. */
export async function deleteUpload(
  tx: Query,
  id: string,
  operatorId: string | null,
): Promise<void> {
  await tx`delete from invoice_uploads where id = ${id}::uuid and operator_id = ${operatorId}::uuid`
}

/** Uploads of one operator that wait for their actions; the oldest are replaced. */
const MOST_UPLOADS = 10

export async function insertUpload(
  tx: Query,
  {
    id,
    operatorId,
    name,
    content,
    at,
  }: { id: string; operatorId: string; name: string; content: Buffer; at: Date },
): Promise<void> {
  await tx`
    insert into invoice_uploads (id, operator_id, name, content, uploaded_at)
    values (${id}, ${operatorId}, ${name}, ${content}, ${at})`
  await tx`
    delete from invoice_uploads where id = any(array(
      select id from invoice_uploads where operator_id = ${operatorId}
      order by uploaded_at desc, id desc offset ${MOST_UPLOADS}))`
}
