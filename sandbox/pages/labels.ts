import type Stripe from 'stripe'
import type { Dispute, Intent, Refund, StoredEvent } from '../storage/tables.ts'
import { walletOf, wallets } from '../payments/wallets.ts'

export interface Label {
  text: string
  tone: 'good' | 'wait' | 'bad' | 'busy' | 'quiet'
}

/** The number of decimal digits of this currency. */
function minorDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** A typed amount in minor units; undefined when it is no amount. */
export function toMinorUnits(text: string, currency: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,8})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  const digits = minorDigits(currency)
  if (whole === undefined || part.length > digits) return undefined
  return Number(whole + part.padEnd(digits, '0'))
}

/** An amount in minor units as a Chinese reader writes it. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('zh-CN', { style: 'currency', currency })
  return format.format(amount / 10 ** minorDigits(currency))
}

/** The same without its currency, as it is typed into a field. */
export function formatPlainAmount(amount: number, currency: string): string {
  const digits = minorDigits(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

const clockFormat = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

export function formatTime(ms: number): string {
  return clockFormat.format(ms)
}

const refundStates: Record<string, Label> = {
  succeeded: { text: '已退款', tone: 'good' },
  pending: { text: '处理中', tone: 'busy' },
  failed: { text: '失败', tone: 'bad' },
}

export function refundLabel({ status }: Refund): Label {
  return refundStates[status ?? ''] ?? { text: status ?? '', tone: 'quiet' }
}

const disputeStates: Record<string, Label> = {
  needs_response: { text: '待回应', tone: 'wait' },
  won: { text: '商家胜诉', tone: 'good' },
  lost: { text: '商家败诉', tone: 'bad' },
  warning_needs_response: { text: '查询待回应', tone: 'wait' },
  warning_closed: { text: '查询已关闭', tone: 'quiet' },
}

export function disputeLabel({ status }: Dispute): Label {
  return disputeStates[status] ?? { text: status, tone: 'quiet' }
}

const disputeReasons: Record<string, string> = {
  fraudulent: '盗刷',
  unrecognized: '不认识这笔扣款',
  product_not_received: '未收到商品',
  product_unacceptable: '商品与描述不符',
  subscription_canceled: '订阅已取消',
  credit_not_processed: '应退款未退',
  duplicate: '重复扣款',
  general: '其他',
  inquiry: '银行查询（不扣回）',
}

export function disputeReasonLabel(reason: string): string {
  return disputeReasons[reason] ?? reason
}

export function intentLabel({ status, last_payment_error, next_action }: Intent): Label {
  if (status === 'succeeded') return { text: '成功', tone: 'good' }
  if (status === 'processing') return { text: '处理中', tone: 'busy' }
  if (status === 'requires_action') {
    const isWallet = /^(alipay|wechat_pay)_/.test(next_action?.type ?? '')
    return { text: isWallet ? '等待付款' : '待验证', tone: 'wait' }
  }
  if (status === 'canceled') return { text: '已取消', tone: 'quiet' }
  if (last_payment_error === null) return { text: '待付款', tone: 'wait' }
  return { text: '未成功', tone: 'bad' }
}

export function deliveryLabel({ event, tries, deliveredAtMs, nextTryAtMs }: StoredEvent): Label {
  if (deliveredAtMs !== undefined) return { text: '已送达', tone: 'good' }
  if (nextTryAtMs !== undefined && tries === 0) return { text: '待发送', tone: 'busy' }
  if (nextTryAtMs !== undefined) return { text: '重试中', tone: 'wait' }
  return tries > 0 && event.pending_webhooks === 0
    ? { text: '已放弃', tone: 'bad' }
    : { text: '未配置', tone: 'quiet' }
}

const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: '美国运通',
  discover: 'Discover',
  diners: '大来卡',
  jcb: 'JCB',
  unionpay: '银联',
}

/** The payment method's Chinese label. */
export function methodLabel({ type, card }: Stripe.PaymentMethod): string {
  if (!card) {
    const wallet = walletOf({ type })
    return wallet ? wallets[wallet].name : type
  }
  return `${brandNames[card.brand] ?? card.brand} •••• ${card.last4}`
}

/** A card number in groups as it stands on the card. */
export function formatCardNumber(number: string): string {
  if (number.length === 15) return number.replace(/^(.{4})(.{6})(.{5})$/, '$1 $2 $3')
  return number.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
