import type { OrderState } from '#contract/shapes.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { declineSentence, isDeclineCode } from './decline-sentences.ts'

/** The operator's labels of stored states and reasons. */

export const DISPUTE_LABELS: Readonly<Record<string, string>> = {
  open: '争议处理中',
  won: '争议已胜诉',
  lost: '争议已败诉',
}

export const REFUND_LABELS: Readonly<Record<string, string>> = {
  asked: '等待支付平台答复',
  refused: '支付平台拒绝',
  pending: '处理中',
  succeeded: '已退款',
  failed: '失败',
}

const DIFFERENCES: Readonly<Record<string, string>> = {
  intent: '支付意图',
  amount: '应收金额',
  received: '实收金额',
  currency: '货币',
  livemode: '测试与真实模式',
  owner: '所属订单',
}

/** What of a payment is not as the order has it. */
export function differencesText(differences: readonly string[]): string {
  return differences.map((name) => DIFFERENCES[name] ?? name).join('、')
}

/** The provider's codes of the reasons for refunds and disputes. */
const REVERSAL_REASONS: Readonly<Record<string, string>> = {
  credit_not_processed: '应退的款项没有退',
  customer_initiated: '买家提出',
  duplicate: '重复付款',
  fraudulent: '盗刷或欺诈',
  general: '未说明',
  product_not_received: '没有收到商品',
  product_unacceptable: '商品与描述不符',
  requested_by_customer: '买家要求',
  subscription_canceled: '订阅已取消',
  unrecognized: '买家不认识这笔付款',
}

export function reversalReasonText(reason: string): string {
  const known = REVERSAL_REASONS[reason]
  return known === undefined ? reason : `${known}（${reason}）`
}

type EventFacts = { from?: OrderState | null; about?: string | null }

const refunded = (status: string) => (about: string) => `退款 ${about}，${REFUND_LABELS[status]}`

const disputed = (status: string) => (about: string) => `${DISPUTE_LABELS[status]}，${about}`

/** Why an order moved, by the code in `order_events`; a code of the provider's is not among them. */
const REASONS: Readonly<Record<string, (about: string, from: OrderState | null) => string>> = {
  waits_for_buyer: () => '等待买家验证',
  no_result: () => '这次付款没有结果',
  unknown_intent: () => '支付平台不认识它的支付意图',
  recovered: () => '补单核对',
  late: (_, from) => `关闭后到账${from === null ? '' : `：订单此前${ORDER_STATE_LABELS[from]}`}`,
  differs: (about) => `与订单不符：${differencesText(about.split(' '))}`,
  refund_pending: refunded('pending'),
  refund_succeeded: refunded('succeeded'),
  refund_failed: refunded('failed'),
  dispute_open: disputed('open'),
  dispute_won: disputed('won'),
  dispute_lost: disputed('lost'),
}

/** The code of an event in Chinese: ours, or a bank's; one that nobody knows stays as it is. */
export function reasonText(reason: string, { from = null, about = '' }: EventFacts = {}): string {
  const text = REASONS[reason]
  if (text !== undefined) return text(about ?? '', from)
  return isDeclineCode(reason) ? `${declineSentence(reason)}（${reason}）` : reason
}
