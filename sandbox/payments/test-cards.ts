import type { DeclineName } from './declines.ts'
import type { DisputeReason } from './disputes.ts'

/** The headings under which the page shows the cards, in its order. */
export const cardGroups = ['支付成功', '支付被拒', '3-D 验证', '稍后到账', '退款与争议'] as const

type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'

/** A public test card and how a payment with it goes. */
export interface TestCard {
  number: string
  brand: Brand
  funding: 'credit' | 'debit'
  country: string
  group: (typeof cardGroups)[number]
  /** What the page says about it. */
  note: string
  /** One of the few that are enough for most trials. */
  isCommon?: true
  /** The id that can be given for a payment method of this card. */
  alias?: string
  /** Its holder has to agree on the challenge page first. */
  needsChallenge?: boolean
  /** It stays `processing` for a while first. */
  isSlow?: boolean
  decline?: DeclineName
  /** Its refunds wait first, or fail after they seemed to succeed. */
  refund?: 'pending' | 'fails'
  /** The bank opens this dispute as soon as a payment has succeeded. */
  dispute?: DisputeReason
}

type Traits = Partial<Omit<TestCard, 'number' | 'note' | 'group'>>

const cardsOf =
  (group: TestCard['group'], traits: Traits = {}) =>
  (number: string, note: string, own: Traits = {}): TestCard => ({
    brand: 'visa',
    funding: 'credit',
    country: 'US',
    ...traits,
    ...own,
    group,
    number,
    note,
  })

const good = cardsOf('支付成功')
const bad = cardsOf('支付被拒')
const challenged = cardsOf('3-D 验证', { needsChallenge: true })
const slow = cardsOf('稍后到账', { isSlow: true })
const later = cardsOf('退款与争议')
const unionpay = { brand: 'unionpay', country: 'CN' } as const

/** Numbers of https://docs.stripe.com/testing, and two of our own for payments that are not decided at once. */
export const testCards: readonly TestCard[] = [
  good('4242424242424242', 'Visa，支付成功', { alias: 'pm_card_visa', isCommon: true }),
  good('4000056655665556', 'Visa 借记卡', { funding: 'debit' }),
  good('5555555555554444', 'Mastercard', { brand: 'mastercard', alias: 'pm_card_mastercard' }),
  good('6200000000000005', '银联，支付成功', {
    ...unionpay,
    alias: 'pm_card_unionpay',
    isCommon: true,
  }),
  good('6200000000000047', '银联借记卡', { ...unionpay, funding: 'debit' }),
  good('6205500000000000004', '银联 19 位卡号', unionpay),
  good('378282246310005', '美国运通', { brand: 'amex' }),
  good('6011111111111117', 'Discover', { brand: 'discover' }),
  good('3056930009020004', '大来卡', { brand: 'diners' }),
  good('36227206271667', '大来卡 14 位卡号', { brand: 'diners' }),
  good('3566002020360505', 'JCB', { brand: 'jcb', country: 'JP' }),
  good('4000003440000004', '香港发行的 Visa', { country: 'HK' }),

  bad('4000000000000002', '一般拒绝', {
    decline: 'generic_decline',
    isCommon: true,
    alias: 'pm_card_visa_chargeDeclined',
  }),
  bad('4000000000009995', '余额不足', {
    decline: 'insufficient_funds',
    isCommon: true,
    alias: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  }),
  bad('4000000000009987', '卡已挂失', { decline: 'lost_card' }),
  bad('4000000000009979', '卡已被盗', { decline: 'stolen_card' }),
  bad('4000000000000069', '卡已过期', {
    decline: 'expired_card',
    alias: 'pm_card_chargeDeclinedExpiredCard',
  }),
  bad('4000000000000127', '安全码错误', { decline: 'incorrect_cvc' }),
  bad('4000000000000119', '处理出错', { decline: 'processing_error' }),
  bad('4000000000006975', '超出支付次数或额度', { decline: 'card_velocity_exceeded' }),
  bad('4100000000000019', '被风控拦截', { decline: 'fraudulent' }),

  challenged('4000002500003155', '需要验证，同意后成功'),
  challenged('4000002760003184', '每次都要验证，同意后成功', {
    alias: 'pm_card_authenticationRequired',
  }),
  challenged('4000000000003220', '需要验证（3DS2），同意后成功', {
    country: 'IE',
    isCommon: true,
    alias: 'pm_card_threeDSecure2Required',
  }),
  challenged('4000008400001629', '需要验证，同意后仍被拒付', {
    decline: 'generic_decline',
    alias: 'pm_card_threeDSecureRequiredChargeDeclined',
  }),
  challenged('4000008260003178', '需要验证，同意后余额不足', {
    decline: 'insufficient_funds',
    alias: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  }),
  // The lookup itself fails, so its holder never sees a challenge.
  challenged('4000008400001280', '需要验证，但验证服务出错', {
    needsChallenge: false,
    decline: 'generic_decline',
    alias: 'pm_card_threeDSecureRequiredProcessingError',
  }),

  slow('4000000000008005', '先处理中，几秒后成功（本沙箱专有）', { isCommon: true }),
  slow('4000000000008013', '先处理中，几秒后被拒（本沙箱专有）', { decline: 'generic_decline' }),

  later('4000000000007726', '退款先处理中，几秒后成功', {
    refund: 'pending',
    alias: 'pm_card_pendingRefund',
  }),
  later('4000000000005126', '退款先显示成功，几秒后失败', {
    refund: 'fails',
    alias: 'pm_card_refundFail',
  }),
  later('4000000000000259', '付款后被以“盗刷”争议', {
    dispute: 'fraudulent',
    alias: 'pm_card_createDispute',
    isCommon: true,
  }),
  later('4000000000002685', '付款后被以“未收到商品”争议', {
    dispute: 'product_not_received',
    alias: 'pm_card_createDisputeProductNotReceived',
  }),
  later('4000000000001976', '付款后被银行查询，尚未扣回', {
    dispute: 'inquiry',
    alias: 'pm_card_createDisputeInquiry',
  }),
]

export function testCard(number: string): TestCard | undefined {
  return testCards.find((card) => card.number === number)
}

export function testCardByAlias(alias: string): TestCard | undefined {
  return testCards.find((card) => card.alias === alias)
}
