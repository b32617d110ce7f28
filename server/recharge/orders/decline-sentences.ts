const OTHER_CARD = '请换一张卡，或联系发卡行'

/** The buyer's sentences by the bank's decline code or the provider's error code. */
const sentences: Record<string, string> = {
  // the bank does not say why
  generic_decline: `银行拒绝了这笔付款，${OTHER_CARD}`,
  card_declined: `银行拒绝了这笔付款，${OTHER_CARD}`,
  do_not_honor: `银行拒绝了这笔付款，${OTHER_CARD}`,
  do_not_try_again: `银行拒绝了这笔付款，${OTHER_CARD}`,
  no_action_taken: `银行没有受理这笔付款，${OTHER_CARD}`,
  not_permitted: `发卡行不允许这笔付款，${OTHER_CARD}`,
  revocation_of_authorization: `发卡行撤销了授权，${OTHER_CARD}`,
  revocation_of_all_authorizations: `发卡行撤销了授权，${OTHER_CARD}`,
  security_violation: `发卡行出于安全原因拒绝了付款，${OTHER_CARD}`,
  service_not_allowed: `这张卡不支持此类付款，${OTHER_CARD}`,
  stop_payment_order: `持卡人已要求银行停止付款，${OTHER_CARD}`,
  transaction_not_allowed: `这张卡不允许此类交易，${OTHER_CARD}`,
  call_issuer: '银行拒绝了这笔付款，请联系发卡行了解原因',
  restricted_card: `这张卡的使用受到限制，${OTHER_CARD}`,
  // the same sentence as for other declines: a thief must not learn that the card is reported
  lost_card: `银行拒绝了这笔付款，${OTHER_CARD}`,
  stolen_card: `银行拒绝了这笔付款，${OTHER_CARD}`,
  pickup_card: `银行拒绝了这笔付款，${OTHER_CARD}`,
  fraudulent: `银行拒绝了这笔付款，${OTHER_CARD}`,
  merchant_blacklist: `银行拒绝了这笔付款，${OTHER_CARD}`,
  // money and limits
  insufficient_funds: '卡内余额或可用额度不足，请换一张卡，或补足后重试',
  withdrawal_count_limit_exceeded: '这张卡已超出消费额度，请换一张卡',
  card_velocity_exceeded: '这张卡短时间内付款次数或金额过多，请稍后再试或换一张卡',
  invalid_amount: '付款金额不被发卡行接受，请联系发卡行或换一张卡',
  // the card itself
  expired_card: '银行卡已过期，请换一张卡',
  incorrect_number: '卡号不正确，请核对后重新输入',
  invalid_number: '卡号不正确，请核对后重新输入',
  incorrect_cvc: '安全码不正确，请核对后重新输入',
  invalid_cvc: '安全码不正确，请核对后重新输入',
  invalid_expiry_month: '有效期月份不正确，请核对后重新输入',
  invalid_expiry_year: '有效期年份不正确，请核对后重新输入',
  incorrect_zip: '账单邮编不正确，请核对后重新输入',
  incorrect_address: '账单地址不正确，请核对后重新输入',
  incorrect_pin: '密码不正确，请换一张卡',
  invalid_pin: '密码不正确，请换一张卡',
  pin_try_exceeded: '密码错误次数过多，请换一张卡',
  offline_pin_required: '这张卡需要输入密码，请换一张卡',
  online_or_offline_pin_required: '这张卡需要输入密码，请换一张卡',
  invalid_account: '这张卡或其账户无效，请联系发卡行或换一张卡',
  new_account_information_available: '这张卡的信息已变更，请联系发卡行或换一张卡',
  card_not_supported: '这张卡不支持此类付款，请换一张卡',
  currency_not_supported: '这张卡不支持该币种，请换一张卡',
  mobile_device_authentication_required: '这张卡需要在手机上验证，请按发卡行提示操作或换一张卡',
  testmode_decline: '测试环境只能使用测试卡',
  live_mode_test_card: '不能使用测试卡付款，请使用真实银行卡',
  // authentication
  authentication_required: '发卡行要求验证身份，请重新支付并完成验证',
  authentication_not_handled: '发卡行要求验证身份，请重新支付并完成验证',
  payment_intent_authentication_failure: '身份验证未通过，请重新支付或换一张卡',
  payment_intent_payment_attempt_expired: '付款验证已超时，请重新支付',
  payment_intent_payment_attempt_failed: '付款未成功，请重新支付或换一张卡',
  approve_with_id: '银行暂时无法授权这笔付款，请重试；若仍失败请联系发卡行',
  // temporary failures
  duplicate_transaction: '银行认为这是一笔重复付款，请先查看订单，确认未支付再重试',
  issuer_not_available: '暂时无法连接发卡行，请稍后再试',
  processing_error: '银行处理付款时出错，请稍后再试或换一张卡',
  reenter_transaction: '银行处理付款时出错，请稍后再试',
  try_again_later: '银行暂时无法处理，请稍后再试',
  payment_method_customer_decline: '您取消了这笔付款，可以重新支付或更换付款方式',
  payment_method_provider_decline: '付款被拒绝，请重试或更换付款方式',
  payment_method_provider_timeout: '支付机构响应超时，请稍后再试',
}

export function declineSentence(code: string): string {
  return isDeclineCode(code) ? sentences[code]! : sentences['generic_decline']!
}

/** Whether there is a sentence for this code. */
export function isDeclineCode(text: string): boolean {
  return Object.hasOwn(sentences, text)
}
