import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, queryInteger } from './fields.ts'
import { INVOICE_STATES, invoiceTitle, TITLE_KINDS } from './invoice-fields.ts'
import { pageOf } from './shapes.ts'

/** Invoices that customers ask for on paid orders. Where the operator offers none, every call answers NOT_FOUND. */

const time = z.iso.datetime()

const paging = {
  page: z._default(queryInteger(1, 1_000_000), 1),
  pageSize: z._default(queryInteger(1, 100), 20),
}

/** Orders of one invoice. */
const ORDERS_MAX = 50

/** Amounts are minor units. */
const invoicedOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  planName: z.string(),
  num: z.int(),
  paidAt: time,
  /** What was paid, less what was refunded. */
  amount: z.int(),
})

const invoice = z.object({
  id: z.string(),
  state: z.enum(INVOICE_STATES),
  kind: z.enum(TITLE_KINDS),
  name: z.string(),
  /** Null: a person. */
  taxNumber: z.nullable(z.string()),
  email: z.string(),
  amount: z.int(),
  currency: z.string(),
  orders: z.array(invoicedOrder),
  requestedAt: time,
  /** Of an issued one, also after its reversal. */
  number: z.nullable(z.string()),
  issuedAt: z.nullable(time),
  /** Of the invoice with negative amounts that cancelled it. */
  reversalNumber: z.nullable(z.string()),
  reversedAt: z.nullable(time),
  /** Why it was rejected, has to be reversed or was reversed; for the customer. */
  reason: z.nullable(z.string()),
  /** The PDFs that can be downloaded. */
  files: z.array(z.enum(['invoice', 'reversal'])),
})
export type Invoice = z.output<typeof invoice>

/** The user's invoices, newest first. */
export const invoiceList = endpoint({
  method: 'GET',
  path: '/clients/web/invoice/list',
  session: 'required',
  input: () => z.strictObject({ ...paging, state: z.optional(z.enum(INVOICE_STATES)) }),
  output: () => pageOf(invoice),
})

/** Paid orders that no live invoice has and of which money is left, newest payment first. */
export const invoiceableOrders = endpoint({
  method: 'GET',
  path: '/clients/web/invoice/orders',
  session: 'required',
  input: () => z.strictObject(paging),
  output: () => pageOf(z.extend(invoicedOrder, { currency: z.string() })),
})

const savedTitle = z.object({
  id: z.string(),
  kind: z.enum(TITLE_KINDS),
  name: z.string(),
  taxNumber: z.nullable(z.string()),
  email: z.string(),
})
export type SavedTitle = z.output<typeof savedTitle>

/** The user's saved titles, the last used first. */
export const invoiceTitles = endpoint({
  method: 'GET',
  path: '/clients/web/invoice/titles',
  session: 'required',
  input: () => z.strictObject({}),
  output: () => z.object({ titles: z.array(savedTitle) }),
})

/**
 * Asks for one invoice on these orders, which must be of one currency. Answers ORDERS_NOT_INVOICEABLE when one of them
 * has a live invoice or no money is left of it. The title is saved for the next time.
 */
export const requestInvoice = endpoint({
  method: 'POST',
  path: '/clients/web/invoice/request',
  session: 'required',
  input: () =>
    z.strictObject({
      orderIds: z
        .array(id)
        .check(
          z.minLength(1, '请选择订单'),
          z.maxLength(ORDERS_MAX, `一张发票最多 ${ORDERS_MAX} 笔订单`),
        ),
      title: invoiceTitle(),
    }),
  output: () => z.object({ invoice }),
})

/** Takes a request back that nobody has answered. Answers INVOICE_STATE afterwards. */
export const withdrawInvoice = endpoint({
  method: 'POST',
  path: '/clients/web/invoice/withdraw',
  session: 'required',
  input: () => z.strictObject({ id }),
  output: () => z.object({ invoice }),
})

/** Forgets a saved title; repeated, it changes nothing. */
export const removeInvoiceTitle = endpoint({
  method: 'POST',
  path: '/clients/web/invoice/titles/remove',
  session: 'required',
  input: () => z.strictObject({ id }),
  output: () => z.null(),
})

/** The PDF, as a download; failures come in the envelope as those of a call. */
export const invoiceFile = endpoint({
  method: 'GET',
  path: '/clients/web/invoice/file',
  session: 'required',
  input: () => z.strictObject({ id, file: z.enum(['invoice', 'reversal']) }),
  output: () => z.null(),
})
