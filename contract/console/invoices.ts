import * as z from 'zod/mini'
import { INVOICE_FILE_MAX, INVOICE_STATES, TITLE_KINDS } from '../invoices/invoice-fields.ts'
import { consoleCall } from './console-call.ts'
import { beforeId, day, filterText, next, pageLimit, reference } from './list-fields.ts'
import { time } from './shapes.ts'

/** Changes are actions: `invoices issue`, `invoices reject`, `invoices reverse`. Amounts are minor units. */

const person = z.object({ id: z.string(), email: z.string() })

const invoiceListItem = z.object({
  id: z.string(),
  state: z.enum(INVOICE_STATES),
  kind: z.enum(TITLE_KINDS),
  name: z.string(),
  taxNumber: z.nullable(z.string()),
  amount: z.int(),
  currency: z.string(),
  orders: z.int(),
  /** Null: the account is closed. */
  user: z.nullable(person),
  requestedAt: time,
  number: z.nullable(z.string()),
})
export type InvoiceListItem = z.output<typeof invoiceListItem>

/** Newest first; `open=1`: those that wait for somebody, the oldest first. */
export const listConsoleInvoices = consoleCall({
  method: 'GET',
  path: '/api/console/invoices',
  access: 'read',
  input: () =>
    z.object({
      before: beforeId,
      state: z.optional(z.enum(INVOICE_STATES, '没有这种发票状态')),
      open: z.optional(z.literal('1', '只能写 1')),
      /** A whole e-mail or a user's id. */
      user: filterText,
      /** Part of the title's name, a whole tax number, or an invoice number. */
      q: filterText,
      /** Of the request; both days are included. */
      from: day,
      to: day,
      limit: pageLimit,
    }),
  output: () =>
    z.object({
      invoices: z.array(invoiceListItem),
      count: z.object({ count: z.int(), isMore: z.boolean() }),
      next,
    }),
})

const file = z.object({
  file: z.enum(['invoice', 'reversal']),
  name: z.string(),
  bytes: z.int(),
  uploadedAt: time,
  uploadedBy: z.string(),
  /** By the customer: it is not replaced any more. */
  isDownloaded: z.boolean(),
})

/** Answers NOT_FOUND. */
export const readConsoleInvoice = consoleCall({
  method: 'GET',
  path: '/api/console/invoices/one',
  access: 'read',
  input: () => z.object({ invoice: reference('发票') }),
  output: () =>
    z.object({
      ...invoiceListItem.shape,
      email: z.string(),
      orders: z.array(
        z.object({
          id: z.string(),
          orderNo: z.string(),
          planName: z.string(),
          num: z.int(),
          paidAt: time,
          /** As invoiced. */
          amount: z.int(),
          /** Paid less refunded, at this moment. */
          left: z.int(),
        }),
      ),
      issuedAt: z.nullable(time),
      reversalNumber: z.nullable(z.string()),
      reversedAt: z.nullable(time),
      reason: z.nullable(z.string()),
      files: z.array(file),
      history: z.array(
        z.object({
          at: time,
          state: z.enum(INVOICE_STATES),
          /** An operator's e-mail, or null for the customer or the shop itself. */
          operator: z.nullable(z.string()),
          actor: z.enum(['user', 'operator', 'system']),
          reason: z.nullable(z.string()),
        }),
      ),
    }),
})

/**
 * Takes a PDF for the action that follows within an hour, whose field `upload` is the answered id. Answers VALIDATION
 * for what is no PDF or too large.
 */
export const uploadInvoiceFile = consoleCall({
  method: 'POST',
  path: '/api/console/invoices/upload',
  access: 'invoice',
  bodyLimit: INVOICE_FILE_MAX * 2,
  input: () =>
    z.object({
      name: z.string().check(z.minLength(1), z.maxLength(200)),
      /** base64 */
      content: z.string().check(z.maxLength(Math.ceil(INVOICE_FILE_MAX / 3) * 4)),
    }),
  output: () => z.object({ id: z.string(), name: z.string(), bytes: z.int() }),
})

/** The stored PDF, as a download. Answers NOT_FOUND. */
export const downloadInvoiceFile = consoleCall({
  method: 'GET',
  path: '/api/console/invoices/file',
  access: 'read',
  input: () => z.object({ invoice: reference('发票'), file: z.enum(['invoice', 'reversal']) }),
  output: () => z.null(),
})
