import type { CreditEntryType, OrderState } from '#contract/shapes.ts'
import { declineSentence } from '../recharge/declines.ts'
import type { Actor } from '../recharge/order.ts'

/** What the operator reads for what the program stores. */

export const STATES = {
  pending: '待支付',
  processing: '支付处理中',
  paid: '已支付',
  cancelled: '已取消',
  expired: '已过期',
  exception: '待核实',
  refunded: '已退款',
  partially_refunded: '部分退款',
} as const satisfies Record<OrderState, string>

export const ACTORS = {
  user: '用户',
  provider: '支付平台',
  system: '系统',
  operator: '运营',
} as const satisfies Record<Actor, string>

export const ENTRIES = {
  purchase: '购买',
  bonus: '赠送',
  consume: '消费',
  consume_reversal: '消费退回',
  refund_clawback: '退款收回',
  dispute_hold: '争议冻结',
  dispute_release: '争议解冻',
  adjust: '调整',
  expire: '到期',
} as const satisfies Record<CreditEntryType, string>

export const DISPUTES: Readonly<Record<string, string>> = {
  open: '争议处理中',
  won: '争议已胜诉',
  lost: '争议已败诉',
}

export const REFUNDS: Readonly<Record<string, string>> = {
  asked: '等待支付平台答复',
  refused: '支付平台拒绝',
  pending: '处理中',
  succeeded: '已退款',
  failed: '失败',
}

export const INTENTS: Readonly<Record<string, string>> = {
  requires_payment_method: '等待付款方式',
  requires_confirmation: '等待确认',
  requires_action: '等待买家验证',
  requires_capture: '等待扣款',
  processing: '处理中',
  succeeded: '已收款',
  canceled: '已取消',
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

/** Why an order moved: the program's own words in Chinese, a bank's code as its sentence, a person's as they are. */
export function reasonText(reason: string): string {
  const known = REASONS[reason]
  if (known !== undefined) return known
  const late = STATES_BY_NAME.get(/^late: was (\w+)$/.exec(reason)?.[1] ?? '')
  if (late !== undefined) return `迟到的付款：订单此前${late}`
  const differences = /^differs: (.+)$/.exec(reason)?.[1]?.split(', ')
  if (differences) {
    return `与订单不符：${differences.map((name) => DIFFERENCES[name] ?? name).join('、')}`
  }
  return /^[a-z_]+$/.test(reason) ? `${declineSentence(reason)}（${reason}）` : reason
}

const STATES_BY_NAME = new Map<string, string>(Object.entries(STATES))
