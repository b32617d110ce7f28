import type { Order } from '#contract/shapes.ts'
import { formatCredit, formatMoney } from '../../lib/format/money.ts'
import type { TimelineEvent } from '../../ui/display/timeline.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'

type Refund = NonNullable<Order['refunds']>[number]

/** Refunds and disputes of an order, as events of its timeline. */
export function reversalEvents(order: Order, creditUnit: string): TimelineEvent[] {
  const refunds = order.refunds ?? []
  return [
    ...refunds.map((refund) => refundEvent(refund, order.currency)),
    ...disputeEvents(order, creditUnit),
  ]
}

const REFUNDS: Record<Refund['status'], { title: string; note: string; kind?: 'bad' }> = {
  pending: { title: '退款处理中', note: '原路退回，通常需要 5–10 个工作日' },
  succeeded: { title: '已退款', note: '原路退回，到账时间以银行或支付机构为准' },
  failed: { title: '退款没有成功', note: '银行或支付机构没有接受，请联系客服', kind: 'bad' },
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
