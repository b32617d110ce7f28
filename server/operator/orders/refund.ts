import { moneyText } from '../../recharge/money.ts'
import { ORDER_STATE_LABELS } from '#contract/order-states.ts'
import { REFUNDS } from '../../recharge/order-words.ts'
import { refundOrder } from '../../recharge/refund-order.ts'
import type { OrderRow } from '../../recharge/order.ts'
import { command } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import { optional, required } from '../parameters.ts'
import { perform } from '../perform.ts'
import { minorUnits } from '../terminal/format.ts'
import { facts } from '../terminal/table.ts'
import { demandOrder, orderArgument } from './find-order.ts'

export const refund = command({
  name: 'orders refund',
  summary: '退款：全部或一部分，按比例收回积分',
  notes: [
    '钱原路退回买家；收回的积分与退款占售价的比例相同，已经花掉的部分会使余额变为负数。',
    '支付平台没有答复时再次运行同一命令，不会退两次。',
  ],
  arguments: { order: orderArgument },
  options: {
    reason: required('原因', '为什么退款，记入操作记录，买家在订单里也看得到'),
    amount: optional('金额', '退多少，例如 19.90；不写则退还没退的全部'),
  },
  async run(operator, { order: named, reason, amount: wanted }) {
    const order = await demandOrder(operator, named)
    const amount = amountOf(order, wanted)
    const money = (sum: number) => moneyText(sum, order.currency)
    const { order: after, refund: made } = await perform(operator, {
      subject: order.id,
      reason,
      preview: [
        `将退款 ${amount === null ? '还没退的全部' : money(amount)}：订单 ${order.orderNo}，售价 ${money(order.amount)}，已退 ${money(order.refundedAmount)}`,
        `原因：${reason}`,
      ].join('\n'),
      work: async () =>
        refundOrder(await operator.deps(), {
          orderId: order.id,
          ...(amount !== null && { amount }),
          reason,
          actor: 'operator',
        }),
      keep: ({ refund: kept }) => ({ refund: kept }),
    })
    return {
      data: {
        orderId: after.id,
        orderNo: after.orderNo,
        state: after.state,
        refundedAmount: after.refundedAmount,
        refund: made,
      },
      text: facts([
        ['订单号', after.orderNo],
        ['退款', `${money(made.amount)}，${REFUNDS[made.status] ?? made.status}`],
        ['编号', made.id],
        ['订单', `${ORDER_STATE_LABELS[after.state]}，共退 ${money(after.refundedAmount)}`],
      ]),
    }
  },
})

/** Minor units; null = all that is left. Refuses what can be seen to be wrong before anybody is asked to confirm it. */
function amountOf(order: OrderRow, wanted: string | null): number | null {
  const { orderNo, state, currency } = order
  if (order.paidAt === null && state !== 'exception') {
    throw new Refusal(`订单 ${orderNo} 的状态是${ORDER_STATE_LABELS[state]}，没有可以退的款项`, {
      code: 'ORDER_STATE',
    })
  }
  if (wanted === null) return null
  const amount = minorUnits(wanted, currency)
  if (amount === null) throw wrongUsage(`--amount 应为金额，例如 19.90：${wanted}`)
  return amount
}
