import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import { moneyText } from '../../money-text.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import { declineSentence } from '../../recharge/orders/decline-sentences.ts'
import { defineCommand } from '../command.ts'
import { changeText, countText, timeText } from '../terminal/format.ts'
import { formatFacts, formatHeading, joinSections, formatTable } from '../terminal/table.ts'
import { intentStatusLabel } from '../../gateways/payments/stripe-labels.ts'
import { userLabel } from '../users/find-user.ts'
import { fetchIntent, type IntentAnswer } from './fetch-intent.ts'
import { requireOrder, orderArgument } from './find-order.ts'
import { readOwner } from './order-history.store.ts'
import { readTimeline, type TimelineEntry } from './timeline.ts'

export const showOrderCommand = defineCommand({
  name: 'orders show',
  summary: '显示一笔订单：内容、买家、支付平台的记录、全部经过',
  notes: ['只查看，不改动；要按支付平台的记录更新订单，请用 orders check。'],
  arguments: { order: orderArgument },
  options: {},
  async run(operator, { order: orderRef }) {
    const { sql, content } = operator
    const order = await requireOrder(operator, orderRef)
    const [owner, timeline, asked] = await Promise.all([
      readOwner(sql, order.id),
      readTimeline(sql, order),
      fetchIntent(() => operator.deps(), order),
    ])
    const { clientSecret: _, ...shown } = order
    const { timeZone } = content.site
    return {
      data: { order: shown, owner, provider: asked, timeline },
      text: joinSections(
        formatFacts([
          ...orderFacts(order, timeZone),
          ['买家', `${userLabel(owner)}，余额 ${countText(owner.balance)}`],
          ['来源', owner.source],
        ]),
        `${formatHeading('支付平台')}\n${providerText(asked, order)}`,
        `${formatHeading('经过')}\n${timelineText(timeline, timeZone)}`,
      ),
    }
  },
})

function orderFacts(order: OrderRow, timeZone: string): [string, string | null][] {
  const money = (amount: number) => moneyText(amount, order.currency)
  const { paymentMethod, failureCode } = order
  return [
    ['订单号', order.orderNo],
    ['ID', order.id],
    ['状态', ORDER_STATE_LABELS[order.state]],
    ['套餐', `${order.plan.name} × ${order.num}`],
    ['金额', money(order.amount)],
    ['已退', order.refundedAmount > 0 ? money(order.refundedAmount) : null],
    [
      '积分',
      countText(order.credit) +
        (order.bonusCredit > 0 ? ` + 赠送 ${countText(order.bonusCredit)}` : ''),
    ],
    ['下单', timeText(order.createdAt, timeZone)],
    ['付款截止', order.paidAt ? null : timeText(order.expiresAt, timeZone)],
    ['付款', order.paidAt && timeText(order.paidAt, timeZone)],
    ['付款方式', paymentMethod && paymentMethodText(paymentMethod)],
    ['失败原因', failureCode && `${declineSentence(failureCode)}（${failureCode}）`],
  ]
}

function providerText({ intent, failure }: IntentAnswer, order: OrderRow): string {
  if (failure !== null) return failure
  if (intent === null) return '还没有支付意图'
  const { lastError } = intent
  const money = (amount: number) => moneyText(amount, intent.currency)
  const isOther = intent.amount !== order.amount || intent.currency !== order.currency
  return formatFacts([
    ['支付意图', intent.id],
    ['状态', `${intentStatusLabel(intent.status) ?? intent.status}（${intent.status}）`],
    ['应收', money(intent.amount) + (isOther ? `，与订单的 ${money(order.amount)} 不符` : '')],
    ['实收', money(intent.amountReceived)],
    [
      '上次失败',
      lastError &&
        `${declineSentence(lastError.declineCode ?? lastError.code)}（${lastError.declineCode ?? lastError.code}）`,
    ],
  ])
}

function timelineText(timeline: readonly TimelineEntry[], timeZone: string): string {
  return formatTable(timeline, [
    { title: '时间', of: ({ at }) => timeText(at, timeZone) },
    { title: '事项', of: ({ what }) => what },
    {
      title: '积分',
      of: ({ credit }) => (credit === null ? '' : changeText(credit)),
      align: 'right',
    },
    { title: '经手', of: ({ by }) => by },
    { title: '说明', of: ({ why }) => why ?? '' },
  ])
}
