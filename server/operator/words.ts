import type { CreditEntryType, OrderState } from '#contract/shapes.ts'
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
  provider: '支付机构',
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
  asked: '等待支付机构答复',
  refused: '支付机构拒绝',
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
