import { checkOrder } from '../../recharge/checks/check-order.ts'
import { defineCommand } from '../command.ts'
import { performAction } from '../perform-action.ts'
import { checkedOrderResult } from './checked-order-result.ts'
import { requireOrder, orderArgument } from './find-order.ts'

export const checkOrderCommand = defineCommand({
  name: 'orders check',
  summary: '再问一次支付平台，并按它的记录更新订单',
  console: { title: '重查订单', permission: 'serve', isImmediate: true },
  notes: [
    '用于“我付了款却没到账”：付款、退款、争议都按支付平台的记录补记，重复运行不会重复入账。',
    '服务每 60 秒也会自己这样做一次；只有订单从未记下自己的支付意图时，才需要 orders recover。',
  ],
  arguments: { order: orderArgument },
  options: {},
  async run(operator, { order: orderRef }) {
    const order = await requireOrder(operator, orderRef)
    const checked = await performAction(operator, {
      subject: order.id,
      work: async () => checkOrder(await operator.deps(), { orderId: order.id }),
      toAuditResult: ({ before, after, intent }) => ({
        from: before.state,
        to: after.state,
        intent: intent && { id: intent.id, status: intent.status },
      }),
    })
    return checkedOrderResult(checked)
  },
})
