import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import type { Order } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { Timeline, type TimelineEvent } from '../../ui/display/timeline.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'

/** The events of an order, newest last. */
export function OrderTimeline({ order }: { order: Order }) {
  const { creditUnit } = useSite()
  return (
    <section className="card" aria-labelledby="order-timeline">
      <div className="card-head">
        <h2 id="order-timeline">进度</h2>
      </div>
      <Timeline events={eventsOf(order, creditUnit)} />
    </section>
  )
}

function eventsOf(order: Order, creditUnit: string): TimelineEvent[] {
  const { createdAt, failure } = order
  return [
    { title: '提交订单', time: <TimeText iso={createdAt} style="second" /> },
    ...(failure
      ? [{ title: '付款未成功', kind: 'bad' as const, note: `没有扣款。${failure.message}` }]
      : []),
    ...paymentOf(order, creditUnit),
    ...endOf(order),
    ...reversalEvents(order, creditUnit),
  ]
}

function paymentOf(
  { paidAt, paymentMethod, ...order }: Order,
  creditUnit: string,
): TimelineEvent[] {
  if (paidAt === undefined) return []
  const time = <TimeText iso={paidAt} style="second" />
  return [
    {
      title: `付款成功 ${formatMoney(order.amount, order.currency)}`,
      note: paymentMethod && paymentMethodText(paymentMethod),
      time,
    },
    { title: `${formatCredit(order.credit)} ${creditUnit}到账`, kind: 'good', time },
  ]
}

function endOf(order: Order): TimelineEvent[] {
  switch (order.state) {
    case 'pending':
      return [
        { title: '等待支付', kind: 'next', note: '逾期未支付将自动关闭', time: expiry(order) },
      ]
    case 'processing':
      return [{ title: '等待支付平台确认', kind: 'next' }]
    case 'cancelled':
      return [{ title: '订单已取消' }]
    case 'expired':
      return [{ title: '支付超时，自动关闭', time: expiry(order) }]
    case 'exception':
      return [
        {
          title: `付款${ORDER_STATE_LABELS.exception}`,
          kind: 'bad',
          note: '核实后入账或退回',
        },
      ]
    case 'refunded':
    case 'partially_refunded':
    case 'paid':
      return []
  }
}

function expiry({ expiresAt }: Order) {
  return <TimeText iso={expiresAt} style="second" />
}

type Refund = NonNullable<Order['refunds']>[number]

/** Refunds and disputes of an order, as events of its timeline. */
function reversalEvents(order: Order, creditUnit: string): TimelineEvent[] {
  const refunds = order.refunds ?? []
  return [
    ...refunds.map((refund) => refundEvent(refund, order.currency)),
    ...disputeEvents(order, creditUnit),
  ]
}

const REFUNDS: Record<Refund['status'], { title: string; note: string; kind?: 'bad' }> = {
  pending: { title: '退款处理中', note: '原路退回，通常需要 5–10 个工作日' },
  succeeded: { title: '已退款', note: '原路退回，到账时间以银行或支付机构为准' },
  failed: { title: '退款未成功', note: '银行或支付机构未接受，请联系客服', kind: 'bad' },
}

function refundEvent({ amount, status, reason, createdAt }: Refund, currency: string) {
  const { title, note, ...rest } = REFUNDS[status]
  return {
    ...rest,
    title: `${title} ${formatMoney(amount, currency)}`,
    note: reason === undefined ? note : `原因：${reason}。${note}`,
    time: <TimeText iso={createdAt} style="second" />,
  }
}

function disputeEvents({ dispute, takenBack }: Order, creditUnit: string): TimelineEvent[] {
  const held = formatCredit(takenBack?.held ?? 0)
  switch (dispute) {
    case 'open':
      return [
        {
          title: '发卡行提出争议',
          kind: 'bad',
          note: `处理期间冻结 ${held} ${creditUnit}，撤销后自动恢复`,
        },
      ]
    case 'won':
      return [{ title: '争议已撤销', kind: 'good', note: `冻结的${creditUnit}已经恢复` }]
    case 'lost':
      return [
        { title: '争议成立', kind: 'bad', note: `款项退回持卡人，${held} ${creditUnit}不再恢复` },
      ]
    case undefined:
      return []
  }
}
