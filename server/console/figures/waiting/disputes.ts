import { moneyText } from '../../../lib/money-text.ts'
import { reversalReasonText } from '../../../recharge/orders/order-labels.ts'
import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findOpenDisputes } from './waiting.store.ts'

/** Disputes that a bank has not decided, with the time until which it takes evidence. */
export const openDisputes: WaitingSource = async ({ sql }) => {
  const first = await findOpenDisputes(sql, MOST_WAITING + 1)
  if (first === null) return null
  const { count, orderNo, amount, currency, reason, due } = first
  const why = reason === null ? '' : `\u00a0· ${reversalReasonText(reason)}`
  return waitingItem({
    name: 'disputes',
    urgency: 'bad',
    title: '争议要交证据',
    detail: `${moneyText(amount, currency)}\u00a0· ${orderNo}${why}`,
    count,
    due,
    href: count === 1 ? `/orders/order?order=${orderNo}` : '/orders?disputed=1',
    action: '看争议',
  })
}
