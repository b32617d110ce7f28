import { INVOICE_STATE_LABELS } from '#contract/invoices/invoice-fields.ts'
import type { Query } from '../../db/sql.ts'
import {
  findInvoice,
  type InvoicedOrder,
  type InvoiceRow,
  listInvoicedOrders,
} from '../../invoices/invoices.store.ts'
import { moneyText } from '../../lib/money-text.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { requiredText } from '../parameters.ts'
import type { Report } from '../report.ts'
import { findInvoiceId } from './invoices-search.store.ts'
import { isNumberTaken } from './issue.store.ts'

export const invoiceArgument = requiredText('发票', '发票的 ID 或号码')

/** The invoice that the operator names. */
export async function requireInvoice(
  { sql }: Pick<OperatorContext, 'sql'>,
  reference: string,
): Promise<InvoiceRow> {
  const id = await findInvoiceId(sql, reference)
  const invoice = id === null ? null : await findInvoice(sql, id)
  if (!invoice) throw new Refusal(`没有这张发票：${reference}`, { code: 'NOT_FOUND' })
  return invoice
}

/** The facts of an invoice for previews and results. */
export async function invoiceFacts(
  sql: Query,
  invoice: InvoiceRow,
): Promise<{
  facts: NonNullable<Report['facts']>
  orders: Awaited<ReturnType<typeof listInvoicedOrders>>
}> {
  const orders = await listInvoicedOrders(sql, [invoice.id])
  const { name, taxNumber, email, amount, currency } = invoice
  return {
    orders,
    facts: [
      ['抬头', name],
      ['税号', taxNumber ?? '个人，没有税号'],
      ['金额', moneyText(amount, currency)],
      ['订单', orders.map((order) => orderText(order, currency)).join('；')],
      ['通知', email ?? '账户已注销，不发邮件'],
    ],
  }
}

function orderText({ orderNo, amount }: InvoicedOrder, currency: string): string {
  return `${orderNo}（${moneyText(amount, currency)}）`
}

/** Throws Refusal for a number that an invoice has, its own or its red one's; the caller has locked its invoice. */
export async function refuseTakenNumber(tx: Query, number: string | null): Promise<void> {
  if (number !== null && (await isNumberTaken(tx, number))) {
    throw new Refusal(`号码 ${number} 已经登记过，请核对`, { code: 'EXISTS' })
  }
}

export function wrongInvoiceState({ state }: Pick<InvoiceRow, 'state'>, wanted: string): Refusal {
  return new Refusal(`这张发票${INVOICE_STATE_LABELS[state]}，${wanted}`, { code: 'INVOICE_STATE' })
}
