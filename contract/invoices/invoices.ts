import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, queryInteger } from '../fields.ts'
import { INVOICE_STATES, invoiceTitle } from './invoice-fields.ts'
import { invoice, invoicedOrder, savedTitle } from './invoice-shapes.ts'
import { pageOf } from '../shapes.ts'

/**
 * Invoices that customers ask for on paid orders. Where the operator offers none, every call answers NOT_FOUND;
 * the site's words then have no `invoices`.
 */

const paging = {
  page: z._default(queryInteger(1, 1_000_000), 1),
  pageSize: z._default(queryInteger(1, 100), 20),
}

/** Orders of one invoice. */
const ORDERS_MAX = 50

/** The user's invoices, newest first. */
export const invoiceList = endpoint({
  method: 'GET',
  path: '/clients/web/invoice/list',
  session: 'required',
  input: () => z.object({ ...paging, state: z.optional(z.enum(INVOICE_STATES)) }),
  output: () => pageOf(invoice),
})

/** Paid orders that no live invoice has and of which money is left, newest payment first. */
export const invoiceableOrders = endpoint({
  method: 'GET',
  path: '/clients/web/invoice/orders',
  session: 'required',
  input: () => z.object(paging),
  output: () => pageOf(z.extend(invoicedOrder, { currency: z.string() })),
})

/** The user's saved titles, the last used first. */
export const invoiceTitles = endpoint({
  method: 'GET',
  path: '/clients/web/invoice/titles',
  session: 'required',
  input: () => z.object({}),
  output: () => z.object({ titles: z.array(savedTitle) }),
})

/**
 * Asks for one invoice on these orders, which must be of one currency. Answers ORDERS_NOT_INVOICEABLE when one of them
 * has a live invoice, is disputed, or no money is left of it. The title is saved for the next time.
 */
export const requestInvoice = endpoint({
  method: 'POST',
  path: '/clients/web/invoice/request',
  session: 'required',
  input: () =>
    z.object({
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
  input: () => z.object({ id }),
  output: () => z.object({ invoice }),
})

/** Forgets a saved title; repeated, it changes nothing. */
export const removeInvoiceTitle = endpoint({
  method: 'POST',
  path: '/clients/web/invoice/titles/remove',
  session: 'required',
  input: () => z.object({ id }),
  output: () => z.null(),
})

/** The PDF, as a download; failures come in the envelope as those of a call. */
export const invoiceFile = endpoint({
  method: 'GET',
  path: '/clients/web/invoice/file',
  session: 'required',
  input: () => z.object({ id, file: z.enum(['invoice', 'reversal']) }),
  output: () => z.null(),
})
