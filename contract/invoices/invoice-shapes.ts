import * as z from 'zod/mini'
import { INVOICE_STATES, TITLE_KINDS } from './invoice-fields.ts'

const time = z.iso.datetime()

/** Amounts are minor units. */
export const invoicedOrder = z.object({
  id: z.string(),
  orderNo: z.string(),
  planName: z.string(),
  num: z.int(),
  paidAt: time,
  /** What was paid, less what was refunded. */
  amount: z.int(),
})

export const invoice = z.object({
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

export const savedTitle = z.object({
  id: z.string(),
  kind: z.enum(TITLE_KINDS),
  name: z.string(),
  taxNumber: z.nullable(z.string()),
  email: z.string(),
})
export type SavedTitle = z.output<typeof savedTitle>
