import type Stripe from 'stripe'
import type { Intent, StoredEvent } from '../storage/tables.ts'

export interface Word {
  text: string
  tone: 'good' | 'wait' | 'bad' | 'busy' | 'quiet'
}

/** An amount in minor units as a Chinese reader writes it. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('zh-CN', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

export function time(ms: number): string {
  return clock.format(ms)
}

export function intentState({ status, last_payment_error }: Intent): Word {
  if (status === 'succeeded') return { text: '成功', tone: 'good' }
  if (status === 'processing') return { text: '处理中', tone: 'busy' }
  if (status === 'requires_action') return { text: '待验证', tone: 'wait' }
  if (status === 'requires_confirmation') return { text: '待确认', tone: 'wait' }
  if (status === 'canceled') return { text: '已取消', tone: 'quiet' }
  if (last_payment_error === null) return { text: '待付款', tone: 'wait' }
  return { text: '未成功', tone: 'bad' }
}

export function deliveryState({ event, tries, deliveredAtMs, nextTryAtMs }: StoredEvent): Word {
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
  unknown: '其他卡',
}

const walletNames: Record<string, string> = { alipay: '支付宝', wechat_pay: '微信支付' }

/** What was paid with, in the reader's words. */
export function methodName({ type, card }: Stripe.PaymentMethod): string {
  if (!card) return walletNames[type] ?? type
  return `${brandNames[card.brand] ?? card.brand} •••• ${card.last4}`
}

/** A card number in groups as it stands on the card. */
export function cardNumber(number: string): string {
  if (number.length === 15) return number.replace(/^(.{4})(.{6})(.{5})$/, '$1 $2 $3')
  return number.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
