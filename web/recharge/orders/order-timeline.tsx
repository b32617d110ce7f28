import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import type { Order } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { Timeline, type TimelineEvent } from '../../ui/display/timeline.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'
import { reversalEvents } from './reversal-events.tsx'

/** The events of an order, newest last. */
export function OrderTimeline({ order }: { order: Order }) {
  const { creditUnit } = useSite()
  return (
    <section className="card" aria-labelledby="order-timeline">
      <div className="card-head">
        <h2 id="order-timeline">经过</h2>
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
        { title: '等待支付', kind: 'next', note: '到时还没支付会自动关闭', time: expiry(order) },
      ]
    case 'processing':
      return [{ title: '等待支付方确认', kind: 'next' }]
    case 'cancelled':
      return [{ title: '订单已取消' }]
    case 'expired':
      return [{ title: '超过支付时间，自动关闭', time: expiry(order) }]
    case 'exception':
      return [
        {
          title: `付款${ORDER_STATE_LABELS.exception}`,
          kind: 'bad',
          note: '核实后入账或退回，不会丢',
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
