import { moneyText } from '../../../lib/money-text.ts'
import { findOrder } from '../../../recharge/orders/orders.store.ts'
import { previewOrderRefund } from '../../../recharge/refunds/refund-policy.ts'
import { listRefundsOf } from '../../../recharge/refunds/refunds.store.ts'
import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findOpenRefundRequests } from './waiting.store.ts'

/** Refunds that customers ask for, and what the policy gives for the oldest; answered, it makes room for the next. */
export const requestedRefunds: WaitingSource = async ({ sql, now }) => {
  const { count, since, orderId } = await findOpenRefundRequests(sql, MOST_WAITING + 1)
  const order = orderId === null ? null : await findOrder(sql, orderId)
  if (order === null) return null
  const refunds = await listRefundsOf(sql, order.id)
  const policy = await previewOrderRefund(sql, order, { refunds, at: now })
  const sum = policy && `\u00a0· 按规则可退 ${moneyText(policy.amount, order.currency)}`
  return waitingItem({
    name: 'refund-requests',
    urgency: 'wait',
    title: '退款申请',
    detail: `${order.orderNo}${sum ?? ''}`,
    count,
    since,
    href: count === 1 ? `/orders/order?order=${order.orderNo}` : '/orders?requested=1',
    action: '处理',
  })
}
