import { moneyText } from '../../lib/money-text.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import type { CheckedOrder } from '../../recharge/checks/check-order.ts'
import type { CommandResult } from '../command.ts'
import { reported } from '../report.ts'
import { intentText, stateChangeText, whyNothingBooked } from '../labels.ts'

/** What settling an order has changed. */
export function checkedOrderResult({
  before,
  after,
  intent,
  differences,
}: CheckedOrder): CommandResult {
  const { currency } = after
  const isSame = before.state === after.state && before.refundedAmount === after.refundedAmount
  return {
    data: {
      orderId: after.id,
      orderNo: after.orderNo,
      isChanged: !isSame,
      from: before.state,
      to: after.state,
      refundedAmount: after.refundedAmount,
      intent: intent && { id: intent.id, status: intent.status, received: intent.amountReceived },
    },
    ...reported({
      facts: [
        ['订单号', after.orderNo],
        ['支付平台', intent ? intentText(intent) : '没有支付意图'],
        [
          '订单',
          isSame
            ? `${ORDER_STATE_LABELS[after.state]}，没有变化`
            : stateChangeText(before.state, after.state),
        ],
        ['已退', after.refundedAmount > 0 ? moneyText(after.refundedAmount, currency) : null],
      ],
      sentences:
        intent && (isSame || after.state === 'exception')
          ? [
              `${isSame ? '没有变化' : '没有入账'}：${whyNothingBooked(after.state, intent, differences)}`,
            ]
          : [],
    }),
  }
}
