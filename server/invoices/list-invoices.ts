import type * as contract from '#contract/invoices/invoices.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import {
  countInvoiceableOrders,
  countInvoicesOf,
  listInvoiceableOrders,
  listInvoicesOf,
} from './invoices.store.ts'
import { toInvoices, toWireOrder } from './to-invoice.ts'

export async function listUserInvoices(
  { sql }: Pick<Deps, 'sql'>,
  userId: string,
  { page, pageSize, state }: InputOf<typeof contract.invoiceList>,
): Promise<OutputOf<typeof contract.invoiceList>> {
  const of = { userId, state: state ?? null }
  const [rows, total] = await Promise.all([
    listInvoicesOf(sql, { ...of, limit: pageSize, offset: (page - 1) * pageSize }),
    countInvoicesOf(sql, of),
  ])
  return { list: await toInvoices(sql, rows), total, page, pageSize }
}

export async function listInvoiceableOrdersOf(
  { sql }: Pick<Deps, 'sql'>,
  userId: string,
  { page, pageSize }: InputOf<typeof contract.invoiceableOrders>,
): Promise<OutputOf<typeof contract.invoiceableOrders>> {
  const [orders, total] = await Promise.all([
    listInvoiceableOrders(sql, { userId, limit: pageSize, offset: (page - 1) * pageSize }),
    countInvoiceableOrders(sql, userId),
  ])
  return { list: orders.map(toWireOrder), total, page, pageSize }
}
