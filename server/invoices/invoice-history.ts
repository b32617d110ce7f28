import type { Invoice, SavedTitle } from '#contract/invoices/invoice-shapes.ts'
import type { Query } from '../db/sql.ts'
import { listInvoicesOf } from './invoices.store.ts'
import { listTitles } from './titles.store.ts'
import { toInvoices } from './to-invoice.ts'

/** More than a person asks for in years; bounds the memory of one answer. */
const LONGEST_HISTORY = 10_000

/** A user's invoices, newest first, and saved titles. */
export async function readInvoiceHistory(
  sql: Query,
  userId: string,
): Promise<{ invoices: Invoice[]; invoiceTitles: SavedTitle[] }> {
  const all = { userId, state: null, limit: LONGEST_HISTORY, offset: 0 }
  const [rows, invoiceTitles] = await Promise.all([
    listInvoicesOf(sql, all),
    listTitles(sql, userId),
  ])
  return { invoices: await toInvoices(sql, rows), invoiceTitles }
}
