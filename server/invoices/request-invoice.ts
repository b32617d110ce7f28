import type * as contract from '#contract/invoices/invoices.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { queuePush } from '../alerts/pushes/queue-push.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { isUuid, uuidv7 } from '../db/ids.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { moneyText } from '../lib/money-text.ts'
import {
  findInvoice,
  insertInvoice,
  insertInvoiceEvent,
  lockInvoiceableOrders,
} from './invoices.store.ts'
import { invoiceLimits } from './limits.ts'
import { saveTitle } from './titles.store.ts'
import { toInvoices } from './to-invoice.ts'

/** Throws ORDERS_NOT_INVOICEABLE; of several requests for an order at once one wins. */
export async function requestInvoice(
  { sql, now, limits }: Pick<Deps, 'sql' | 'now' | 'limits'>,
  userId: string,
  { orderIds, title }: InputOf<typeof contract.requestInvoice>,
): Promise<OutputOf<typeof contract.requestInvoice>> {
  await limits.consumeAll([
    { limit: invoiceLimits.requestInvoice, key: userId },
    { limit: invoiceLimits.requestInvoiceByDay, key: userId },
  ])
  const ids = [...new Set(orderIds)]
  if (!ids.every(isUuid)) throw new AppError('ORDERS_NOT_INVOICEABLE')
  const id = uuidv7()
  const at = now()
  const taxNumber = title.kind === 'company' ? title.taxNumber : null
  const stored = { ...title, taxNumber }
  try {
    await sql.begin(async (tx) => {
      const orders = await lockInvoiceableOrders(tx, userId, ids)
      const [first] = orders
      if (first === undefined || orders.length < ids.length) {
        throw new AppError('ORDERS_NOT_INVOICEABLE')
      }
      const { currency } = first
      if (orders.some((order) => order.currency !== currency)) {
        throw new AppError('ORDERS_NOT_INVOICEABLE', {
          message: '一张发票里的订单须为同一种货币，请分别申请',
        })
      }
      const amount = orders.reduce((sum, order) => sum + order.amount, 0)
      await insertInvoice(tx, { id, userId, ...stored, amount, currency, at }, orders)
      await insertInvoiceEvent(tx, {
        ...{ id: uuidv7(), invoiceId: id, state: 'requested', reason: null, at },
        by: { actor: 'user' },
      })
      await saveTitle(tx, userId, { id: uuidv7(), ...stored }, at)
      await queuePush(tx, {
        ...{ topic: 'invoices', kind: 'invoice_requested', subject: id, at },
        ...{ title: '有发票待开', detail: moneyText(amount, currency) },
        path: `/invoices/invoice?invoice=${id}`,
      })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'invoice_orders_live_unique')) {
      throw new AppError('ORDERS_NOT_INVOICEABLE')
    }
    throw error
  }
  const [invoice] = await toInvoices(sql, [(await findInvoice(sql, id))!])
  return { invoice: invoice! }
}
