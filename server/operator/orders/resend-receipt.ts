import { DEMO_DOMAIN } from '../../mail/outbox.ts'
import { mailReceipt } from '../../recharge/payments/receipt-mail.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { userLabel } from '../users/find-user.ts'
import { orderArgument, requireOrder } from './find-order.ts'
import { readOwner } from './order-history.store.ts'

export const resendReceiptCommand = defineCommand({
  name: 'orders receipt',
  summary: '把付款收据再发给买家一次',
  console: { title: '重发收据', permission: 'serve' },
  arguments: { order: orderArgument },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { order: orderRef, reason }) {
    const { sql, config, content } = operator
    const order = await requireOrder(operator, orderRef)
    const { paidAt: at } = order
    if (at === null) {
      throw new Refusal(`订单 ${order.orderNo} 还没有付款，没有收据`, { code: 'ORDER_STATE' })
    }
    const owner = await readOwner(sql, order.id)
    if (owner.email === null) {
      throw new Refusal('买家已经注销，没有邮箱可以发', { code: 'CLOSED' })
    }
    if (owner.email.endsWith(`@${DEMO_DOMAIN}`)) {
      throw new Refusal('演示数据里的用户收不到邮件，没有发送收据', { code: 'DEMO' })
    }
    await performAction(operator, {
      subject: order.id,
      reason,
      preview: `将把订单 ${order.orderNo} 的收据再发给 ${userLabel(owner)}`,
      // the console finds the mail by the action
      work: (resendId) =>
        sql.begin((tx) =>
          mailReceipt(tx, { config, content }, order, { at, isLate: false, resendId }),
        ),
    })
    return {
      data: { orderId: order.id, orderNo: order.orderNo },
      text: `订单 ${order.orderNo} 的收据已交给发件箱`,
    }
  },
})
