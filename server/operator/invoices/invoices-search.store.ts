import type { InvoiceState, TitleKind } from '#contract/invoices/invoice-fields.ts'
import { escapeLike } from '../../db/escape-like.ts'
import { all, fragment, type Query } from '../../db/sql.ts'
import type { Fragment } from '../../db/values.ts'

/** An invoice as operators list it. */
export interface ListedInvoice {
  id: string
  state: InvoiceState
  kind: TitleKind
  name: string
  taxNumber: string | null
  amount: number
  currency: string
  orders: number
  userId: string
  /** Null: the account is closed. */
  userEmail: string | null
  requestedAt: Date
  number: string | null
  issuedAt: Date | null
  reversalNumber: string | null
  reason: string | null
}

/** Null: every one. */
export interface InvoiceFilter {
  state: InvoiceState | null
  /** Only those that wait for an operator, the oldest first. */
  isOpen: boolean
  userId: string | null
  /** Part of a title's name, a tax number, or a number of an invoice. */
  text: string | null
  fromId: string | null
  untilId: string | null
}

const columns = fragment`
  i.id, i.state, i.kind, i.name, i.tax_number as "taxNumber", i.amount, i.currency, i.user_id as "userId",
  (select email from users where id = i.user_id) as "userEmail", i.requested_at as "requestedAt", i.number, i.issued_at as "issuedAt",
  i.reversal_number as "reversalNumber", i.reason,
  (select count(*) from invoice_orders io where io.invoice_id = i.id) as orders`

/** A number of an invoice, or a tax number; anything else is part of a name. */
const NUMBER = /^(\d{8,20}|[\dA-Z]{18})$/i

function matching({ state, isOpen, userId, text, fromId, untilId }: InvoiceFilter): Fragment {
  const number = text !== null && NUMBER.test(text) ? text.toUpperCase() : null
  // numbers have indexes; for part of a name every invoice of the filter is looked at
  const part = text === null || number !== null ? null : `%${escapeLike(text)}%`
  return all(
    fromId !== null && fragment`id >= ${fromId}`,
    untilId !== null && fragment`id < ${untilId}`,
    state !== null && fragment`state = ${state}`,
    isOpen && fragment`state in ('requested', 'reversal_due')`,
    userId !== null && fragment`user_id = ${userId}`,
    part !== null && fragment`name ilike ${part}`,
    number !== null &&
      fragment`tax_number = ${number} or number = ${number} or reversal_number = ${number}`,
  )
}

/** Newest first, open ones oldest first; `before` is the last one of the page before. */
export function listInvoices(
  sql: Query,
  filter: InvoiceFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<ListedInvoice[]> {
  const [order, isNext] = filter.isOpen
    ? [fragment`id`, before !== null && fragment`id > ${before}`]
    : [fragment`id desc`, before !== null && fragment`id < ${before}`]
  return sql<ListedInvoice>`
    select ${columns} from (
      select * from invoices where ${all(matching(filter), isNext)} order by ${order} limit ${limit}
    ) i order by ${order}`
}

/** How many there are, up to `most`. */
export async function countInvoices(
  sql: Query,
  filter: InvoiceFilter,
  most: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from invoices where ${matching(filter)} limit ${most}) matching`
  return row!.count
}

/** The invoices with this number, of an invoice or of its reversal, and those for this tax number; newest first. */
export function listInvoicesByNumber(
  sql: Query,
  number: string,
  limit: number,
): Promise<ListedInvoice[]> {
  return sql<ListedInvoice>`
    select ${columns} from (
      select * from invoices where number = ${number} or reversal_number = ${number} or tax_number = ${number}
      order by id desc limit ${limit}
    ) i order by i.id desc`
}

/** The id of the invoice with this id or number; null when there is none. */
export async function findInvoiceId(sql: Query, reference: string): Promise<string | null> {
  const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(reference) ? reference : null
  const [row] = await sql<{ id: string }>`
    select id from invoices where id = ${id}::uuid or number = ${reference} or reversal_number = ${reference}
    order by id desc limit 1`
  return row?.id ?? null
}

export async function findListedInvoice(sql: Query, id: string): Promise<ListedInvoice | null> {
  const [row] = await sql<ListedInvoice>`
    select ${columns} from invoices i where i.id = ${id}::uuid`
  return row ?? null
}

export interface StoredFile {
  file: 'invoice' | 'reversal'
  name: string
  bytes: number
  uploadedAt: Date
  uploadedBy: string
  /** By the customer. */
  isDownloaded: boolean
}

export function listFiles(sql: Query, invoiceId: string): Promise<StoredFile[]> {
  return sql<StoredFile>`
    select file, name, octet_length(content) as bytes, uploaded_at as "uploadedAt", uploaded_by as "uploadedBy",
      downloaded_at is not null as "isDownloaded"
    from invoice_files where invoice_id = ${invoiceId} order by file`
}

export interface InvoiceEvent {
  at: Date
  state: InvoiceState
  actor: 'user' | 'operator' | 'system'
  operator: string | null
  reason: string | null
}

/** Oldest first. */
export function listInvoiceEvents(sql: Query, invoiceId: string): Promise<InvoiceEvent[]> {
  return sql<InvoiceEvent>`
    select created_at as at, state, actor, operator, reason from invoice_events
    where invoice_id = ${invoiceId} order by created_at, id`
}
