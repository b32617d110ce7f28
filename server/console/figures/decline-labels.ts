import { reasonText } from '../../recharge/orders/order-labels.ts'

/** Why attempts to pay fail, in a few words for colleagues; buyers read whole sentences. */
const LABELS: Readonly<Record<string, string>> = {
  generic_decline: '发卡行拒绝，未说明原因',
  card_declined: '发卡行拒绝，未说明原因',
  do_not_honor: '发卡行拒绝，未说明原因',
  insufficient_funds: '余额不足',
  withdrawal_count_limit_exceeded: '超出消费额度',
  card_velocity_exceeded: '短时间内付款过多',
  expired_card: '卡已过期',
  incorrect_number: '卡号不对',
  invalid_number: '卡号不对',
  incorrect_cvc: '安全码不对',
  invalid_cvc: '安全码不对',
  lost_card: '卡已挂失',
  stolen_card: '卡被盗',
  fraudulent: '疑似盗刷',
  card_not_supported: '卡不支持此类付款',
  currency_not_supported: '卡不支持该币种',
  authentication_required: '没有完成验证',
  authentication_not_handled: '没有完成验证',
  payment_intent_authentication_failure: '没有通过验证',
  payment_intent_payment_attempt_expired: '验证超时',
  payment_intent_payment_attempt_failed: '付款未成功',
  issuer_not_available: '联系不上发卡行',
  processing_error: '处理出错',
  payment_method_customer_decline: '钱包里取消',
  payment_method_provider_decline: '钱包拒绝',
  payment_method_provider_timeout: '钱包超时',
}

export function declineLabel(code: string): string {
  return LABELS[code] ?? reasonText(code)
}
