import type { Invoice } from '#contract/invoices/invoice-shapes.ts'
import type { Query } from '../db/sql.ts'
import { type InvoicedOrder, type InvoiceRow, listInvoicedOrders } from './invoices.store.ts'

/** Invoices with their orders, as customers get them. */
export async function toInvoices(sql: Query, rows: readonly InvoiceRow[]): Promise<Invoice[]> {
  const orders = Map.groupBy(
    await listInvoicedOrders(
      sql,
      rows.map(({ id }) => id),
    ),
    ({ invoiceId }) => invoiceId,
  )
  return rows.map((row) => ({
    ...row,
    email: row.email ?? '',
    orders: (orders.get(row.id) ?? []).map(toWireOrder),
    requestedAt: row.requestedAt.toISOString(),
    issuedAt: row.issuedAt?.toISOString() ?? null,
    reversedAt: row.reversedAt?.toISOString() ?? null,
  }))
}

export function toWireOrder<Order extends InvoicedOrder>(order: Order) {
  return { ...order, paidAt: order.paidAt.toISOString() }
}
