import { moneyText } from '../../lib/money-text.ts'
import { mailBuyer, orderFacts } from '../../recharge/orders/mail-buyer.ts'
import { lockOrder } from '../../recharge/orders/orders.store.ts'
import { previewOrderRefund } from '../../recharge/refunds/refund-policy.ts'
import {
  endRefundRequest,
  findRefundRequest,
} from '../../recharge/refunds/refund-requests.store.ts'
import { listRefundsOf } from '../../recharge/refunds/refunds.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { orderArgument, requireOrder } from './find-order.ts'

export const refuseRefundCommand = defineCommand({
  name: 'orders refuse-refund',
  summary: '拒绝一个退款申请，顾客看到原因',
  console: { title: '拒绝退款申请', permission: 'refund' },
  notes: ['同意申请请用“退款”：退款成功后，申请随之结束。'],
  arguments: { order: orderArgument },
  options: { reason: requiredText('原因', '顾客会看到，例如 积分已全部使用') },
  async run(operator, { order: orderRef, reason }) {
    const { sql, now } = operator
    const order = await requireOrder(operator, orderRef)
    const request = await findRefundRequest(sql, order.id)
    if (request?.state !== 'open') throw notOpen(order.orderNo)
    const refunds = await listRefundsOf(sql, order.id)
    const policy = await previewOrderRefund(sql, order, { refunds, at: now() })
    const facts: [string, string | null][] = [
      ['订单', order.orderNo],
      ['顾客的原因', request.reason],
      ['按规则可退', policy && moneyText(policy.amount, order.currency)],
      ['拒绝的原因', reason],
    ]
    await performAction(operator, {
      subject: order.id,
      reason,
      preview: { facts, sentences: ['将拒绝这个申请，并邮件通知顾客'] },
      work: () =>
        sql.begin(async (tx) => {
          await lockOrder(tx, order.id)
          const at = now()
          const ended = await endRefundRequest(tx, order.id, {
            state: 'refused',
            answer: reason,
            at,
          })
          if (ended === null) throw notOpen(order.orderNo)
          await mailBuyer(tx, operator, order, {
            key: `refund-request:${ended}`,
            subject: '退款申请未通过',
            title: '退款申请未通过',
            paragraphs: ['您的退款申请未通过，原因如下。如有疑问，请联系客服。'],
            facts: [...orderFacts(order), { label: '原因', value: reason }],
          })
        }),
    })
    return {
      isFinal: true,
      data: { orderId: order.id, orderNo: order.orderNo },
      ...reported({ facts, sentences: ['已拒绝，邮件已交给发件箱'] }),
    }
  },
})

function notOpen(orderNo: string): Refusal {
  return new Refusal(`订单 ${orderNo} 没有等待处理的退款申请`, { code: 'ORDER_STATE' })
}
