import type * as contract from '#contract/console/invoices.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { AppError } from '../../http/app-error.ts'
import { findInvoice, listInvoicedOrders } from '../../invoices/invoices.store.ts'
import { toWireOrder } from '../../invoices/to-invoice.ts'
import {
  findInvoiceId,
  findListedInvoice,
  listFiles,
  listInvoiceEvents,
} from '../../operator/invoices/invoices-search.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import { toListItem } from './list-invoices.ts'

/** The invoice with this id or number. Throws NOT_FOUND. */
export async function readConsoleInvoice(
  { sql }: Pick<ConsoleDeps, 'sql'>,
  reference: string,
): Promise<OutputOf<typeof contract.readConsoleInvoice>> {
  const id = await findInvoiceId(sql, reference)
  if (id === null) throw new AppError('NOT_FOUND', { message: `没有这张发票：${reference}` })
  const [listed, invoice, orders, files, history] = await Promise.all([
    findListedInvoice(sql, id),
    findInvoice(sql, id),
    listInvoicedOrders(sql, [id]),
    listFiles(sql, id),
    listInvoiceEvents(sql, id),
  ])
  if (listed === null || invoice === null) throw new AppError('NOT_FOUND')
  return {
    ...toListItem(listed),
    email: invoice.email ?? '',
    orders: orders.map(toWireOrder),
    issuedAt: invoice.issuedAt?.toISOString() ?? null,
    reversalNumber: invoice.reversalNumber,
    reversedAt: invoice.reversedAt?.toISOString() ?? null,
    reason: invoice.reason,
    files: files.map((file) => ({ ...file, uploadedAt: file.uploadedAt.toISOString() })),
    history: history.map((event) => ({ ...event, at: event.at.toISOString() })),
  }
}
