import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findStuckPayments } from './waiting.store.ts'

/** The server asks the provider every minute: an attempt without an end for so long has something in its way. */
const STUCK_MS = 10 * 60_000

/** Payments that the provider may have received and that are still open here. */
export const stuckPayments: WaitingSource = async ({ sql, now }) => {
  const before = new Date(now.getTime() - STUCK_MS)
  const { count, since, orderNo } = await findStuckPayments(sql, { before, most: MOST_WAITING + 1 })
  return waitingItem({
    name: 'stuck-payments',
    urgency: 'bad',
    title: '可能已收款，这里还没到账',
    detail: orderNo === null ? '' : `${orderNo}\u00a0· 付款一直没有结果`,
    count,
    since,
    href: count === 1 ? `/orders/order?order=${orderNo}` : '/orders?state=processing',
    action: '再核对',
  })
}
