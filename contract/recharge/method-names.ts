import type { PaymentMethodType } from '../shapes.ts'

/** Chinese labels of payment methods. */
export const METHOD_NAMES: Record<PaymentMethodType, string> = {
  card: '银行卡',
  alipay: '支付宝',
  wechat_pay: '微信支付',
}
