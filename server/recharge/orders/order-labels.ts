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

const REASONS: Readonly<Record<string, string>> = {
  'waits for the buyer': '等待买家验证',
  'the try to pay came to nothing': '这次付款没有结果',
  'the provider does not know its intent': '支付平台不认识它的支付意图',
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

function reversalText([kind, id = '', status = '', why]: (string | undefined)[]): string {
  const what =
    kind === 'refund'
      ? `退款 ${id}，${REFUND_LABELS[status] ?? status}`
      : `${DISPUTE_LABELS[status] ?? status}，${id}`
  return why === undefined ? what : `${what}：${reversalReasonText(why)}`
}

/** The stored reason of a transition in Chinese: ours, or a bank's code. A person's own text stays as it is. */
export function reasonText(reason: string): string {
  const known = REASONS[reason]
  if (known !== undefined) return known
  const late = STATES_BY_NAME.get(/^late: was (\w+)$/.exec(reason)?.[1] ?? '')
  if (late !== undefined) return `关闭后到账：订单此前${late}`
  const differences = /^differs: (.+)$/.exec(reason)?.[1]?.split(', ')
  if (differences) return `与订单不符：${differencesText(differences)}`
  const moved = /^(refund|dispute) (\S+) of \d+ (\w+)(?:: (.*))?$/s.exec(reason)
  if (moved) return reversalText(moved.slice(1))
  return isDeclineCode(reason) ? `${declineSentence(reason)}（${reason}）` : reason
}

const STATES_BY_NAME = new Map<string, string>(Object.entries(ORDER_STATE_LABELS))
