import type { InvoiceState, TitleKind } from '#contract/invoices/invoice-fields.ts'
import { fragment, type Query } from '../db/sql.ts'

export type InvoiceFile = 'invoice' | 'reversal'

export interface InvoicedOrder {
  id: string
  orderNo: string
  planName: string
  num: number
  paidAt: Date
  amount: number
}

export interface InvoiceRow {
  id: string
  userId: string
  state: InvoiceState
  kind: TitleKind
  name: string
  taxNumber: string | null
  /** Null: the account was closed. */
  email: string | null
  amount: number
  currency: string
  number: string | null
  issuedAt: Date | null
  reversalNumber: string | null
  reversedAt: Date | null
  reason: string | null
  requestedAt: Date
  files: InvoiceFile[]
}

export const invoiceColumns = fragment`
  i.id, i.user_id as "userId", i.state, i.kind, i.name, i.tax_number as "taxNumber", i.email, i.amount, i.currency,
  i.number, i.issued_at as "issuedAt", i.reversal_number as "reversalNumber", i.reversed_at as "reversedAt", i.reason,
  i.requested_at as "requestedAt",
  array(select f.file from invoice_files f where f.invoice_id = i.id order by f.file) as files`

const orderColumns = fragment`
  o.id, o.order_no as "orderNo", o.plan ->> 'name' as "planName", o.num, o.paid_at as "paidAt"`

/** The user's invoices, newest first. */
export function listInvoicesOf(
  sql: Query,
  {
    userId,
    state,
    limit,
    offset,
  }: { userId: string; state: InvoiceState | null; limit: number; offset: number },
): Promise<InvoiceRow[]> {
  return sql<InvoiceRow>`
    select ${invoiceColumns} from invoices i
    where i.user_id = ${userId} and (${state}::text is null or i.state = ${state})
    order by i.id desc limit ${limit} offset ${offset}`
}

export async function countInvoicesOf(
  sql: Query,
  { userId, state }: { userId: string; state: InvoiceState | null },
): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from invoices
    where user_id = ${userId} and (${state}::text is null or state = ${state})`
  return row!.total
}

export async function findInvoice(sql: Query, id: string): Promise<InvoiceRow | null> {
  const [row] =
    await sql<InvoiceRow>`select ${invoiceColumns} from invoices i where i.id = ${id}::uuid`
  return row ?? null
}

/** Locks the invoice until the transaction ends. Orders are locked before invoices, never after. */
export async function lockInvoice(tx: Query, id: string): Promise<InvoiceRow | null> {
  await tx`select from invoices where id = ${id}::uuid for no key update`
  // files that others stored while this waited are seen by a new statement alone
  return findInvoice(tx, id)
}

/** The orders of these invoices, those paid last first. */
export function listInvoicedOrders(
  sql: Query,
  invoiceIds: readonly string[],
): Promise<(InvoicedOrder & { invoiceId: string; left: number; dispute: string | null })[]> {
  return sql`
    select io.invoice_id as "invoiceId", ${orderColumns}, io.amount, invoiceable_amount(o) as left, o.dispute
    from invoice_orders io join orders o on o.id = io.order_id
    where io.invoice_id = any(${invoiceIds}::uuid[]) order by o.paid_at desc, o.id desc`
}

const isInvoiceable = fragment`
  invoiceable_amount(o) > 0 and o.dispute is distinct from 'open'
  and not exists (select from invoice_orders io where io.order_id = o.id and io.is_live)`

/** The user's orders that can be invoiced, those paid last first. */
export function listInvoiceableOrders(
  sql: Query,
  { userId, limit, offset }: { userId: string; limit: number; offset: number },
): Promise<(InvoicedOrder & { currency: string })[]> {
  return sql<InvoicedOrder & { currency: string }>`
    select ${orderColumns}, invoiceable_amount(o) as amount, o.currency
    from orders o where o.user_id = ${userId} and ${isInvoiceable}
    order by o.paid_at desc, o.id desc limit ${limit} offset ${offset}`
}

export async function countInvoiceableOrders(sql: Query, userId: string): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from orders o where o.user_id = ${userId} and ${isInvoiceable}`
  return row!.total
}

/** Locks those of the user's orders that can be invoiced, in the order of their ids. */
export async function lockInvoiceableOrders(
  tx: Query,
  userId: string,
  ids: readonly string[],
): Promise<{ id: string; amount: number; currency: string }[]> {
  await tx`
    select from orders where user_id = ${userId} and id = any(${ids}::uuid[]) order by id for no key update`
  // read again: what others committed while this waited is seen by a new statement alone
  return tx<{ id: string; amount: number; currency: string }>`
    select o.id, invoiceable_amount(o) as amount, o.currency from orders o
    where o.user_id = ${userId} and o.id = any(${ids}::uuid[]) and ${isInvoiceable} order by o.id`
}

export interface NewInvoice {
  id: string
  userId: string
  kind: TitleKind
  name: string
  taxNumber: string | null
  email: string
  amount: number
  currency: string
  at: Date
}

/** Throws a unique violation of `invoice_orders_live_unique` when one of the orders has a live invoice. */
export async function insertInvoice(
  tx: Query,
  { id, userId, kind, name, taxNumber, email, amount, currency, at }: NewInvoice,
  orders: readonly { id: string; amount: number }[],
): Promise<void> {
  await tx`
    insert into invoices (id, user_id, state, kind, name, tax_number, email, amount, currency, requested_at)
    values (${id}, ${userId}, 'requested', ${kind}, ${name}, ${taxNumber}, ${email}, ${amount}, ${currency}, ${at})`
  await tx`
    insert into invoice_orders (invoice_id, order_id, amount)
    select ${id}::uuid, * from unnest(${orders.map((order) => order.id)}::uuid[], ${orders.map((order) => order.amount)}::bigint[])`
}

export type InvoiceActor =
  | { actor: 'user' | 'system'; operator?: undefined }
  | { actor: 'operator'; operator: string }

export async function insertInvoiceEvent(
  tx: Query,
  {
    id,
    invoiceId,
    state,
    by: { actor, operator },
    reason,
    at,
  }: {
    id: string
    invoiceId: string
    state: InvoiceState
    by: InvoiceActor
    reason: string | null
    at: Date
  },
): Promise<void> {
  await tx`
    insert into invoice_events (id, invoice_id, state, actor, operator, reason, created_at)
    values (${id}, ${invoiceId}, ${state}, ${actor}, ${operator ?? null}, ${reason}, ${at})`
}

/** Moves a locked invoice that nobody has answered. */
export async function endRequest(
  tx: Query,
  id: string,
  { state, reason }: { state: 'withdrawn' | 'rejected'; reason: string | null },
): Promise<void> {
  await tx`update invoices set state = ${state}, reason = ${reason} where id = ${id}`
}

/**
 * Ends a closed account's requests and erases its saved titles, where its invoices were mailed to, and for whom those
 * were asked that nobody issued; issued ones are kept as the tax law asks.
 */
export async function eraseInvoices(tx: Query, userId: string, at: Date): Promise<void> {
  await tx`
    with ended as (
      update invoices set state = 'withdrawn', reason = '账户已注销'
      where user_id = ${userId} and state = 'requested' returning id)
    insert into invoice_events (id, invoice_id, state, actor, reason, created_at)
    select gen_random_uuid(), id, 'withdrawn', 'system', '账户已注销', ${at}::timestamptz from ended`
  await tx`
    update invoices set email = null,
      name = case when issued_at is null then '已注销用户' else name end,
      kind = case when issued_at is null then 'person' else kind end,
      tax_number = case when issued_at is null then null else tax_number end,
      reason = case when issued_at is null then '账户已注销' else reason end
    where user_id = ${userId} and (email is not null or issued_at is null)`
  await tx`delete from invoice_titles where user_id = ${userId}`
}
