import type { Order } from '../shapes.ts'
import { METHOD_NAMES } from './method-names.ts'

/** Labels of card brands, by the provider's names. */
const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: '美国运通',
  american_express: '美国运通',
  unionpay: '银联',
  discover: 'Discover',
  diners: '大来卡',
  diners_club: '大来卡',
  jcb: 'JCB',
}

/** The payment method of an order as text: “Visa 尾号 4242”, “支付宝”. */
export function paymentMethodText({
  type,
  brand,
  last4,
}: NonNullable<Order['paymentMethod']>): string {
  if (type === 'card') return `${BRANDS[brand] ?? METHOD_NAMES.card} 尾号 ${last4}`
  return type === 'alipay' || type === 'wechat_pay' ? METHOD_NAMES[type] : type
}
