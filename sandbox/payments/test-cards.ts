import type { DeclineName } from './declines.ts'
import {
  compellingEvidence,
  disputeReasons,
  inquiry,
  mastercardCompliance,
  visaCompliance,
  type DisputeKind,
} from './dispute-kinds.ts'

type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'

/** A public test card and how a payment with it goes. */
export interface TestCard {
  number: string
  brand: Brand
  funding: 'credit' | 'debit' | 'prepaid'
  country: string
  group: '支付成功' | '支付被拒' | '3-D 验证' | '稍后到账' | '退款与争议'
  /** What the page says about it. */
  note: string
  /** One of the few that are enough for most trials. */
  isCommon?: true
  /** The id that stands for it wherever a payment method is asked for. */
  alias?: string
  /** Its holder has to agree on the challenge page first. */
  needsChallenge?: boolean
  /** Its holder is authenticated without being asked. */
  authenticates?: 'frictionless'
  /** It was set up before, so that payments without its holder are not challenged. */
  isSetUp?: true
  /** It stays `processing` for a while first. */
  isSlow?: boolean
  decline?: DeclineName
  /** Its refunds wait first, or fail after they seemed to succeed. */
  refund?: 'pending' | 'fails'
  /** Its holder's bank takes the payment up as soon as it succeeded: once for each. */
  disputes?: readonly DisputeKind[]
  /** Its holder's bank warns that the payment may be fraud. */
  isSuspected?: true
  cvcCheck?: 'fail'
  riskLevel?: 'elevated' | 'highest'
}

type Rest = Partial<Omit<TestCard, 'number' | 'note' | 'group'>>

const card =
  (group: TestCard['group'], defaults: Rest = {}) =>
  (number: string, note: string, rest: Rest = {}): TestCard => ({
    brand: 'visa',
    funding: 'credit',
    country: 'US',
    ...defaults,
    ...rest,
    group,
    number,
    note,
  })

const good = card('支付成功')
const bad = card('支付被拒')
const challenged = card('3-D 验证', { needsChallenge: true })
const later = card('退款与争议')
const slow = card('稍后到账', { isSlow: true })

/**
 * The numbers of https://docs.stripe.com/testing, and two of our own for payments that are not
 * decided at once. Cards for disputes and refunds are missing until the sandbox has those.
 */
export const testCards: readonly TestCard[] = [
  good('4242424242424242', 'Visa，支付成功', { alias: 'pm_card_visa', isCommon: true }),
  good('4000056655665556', 'Visa 借记卡', { funding: 'debit', alias: 'pm_card_visa_debit' }),
  good('4012888888881881', 'Visa'),
  good('5555555555554444', 'Mastercard', { brand: 'mastercard', alias: 'pm_card_mastercard' }),
  good('2223003122003222', 'Mastercard 2 系列', { brand: 'mastercard' }),
  good('5200828282828210', 'Mastercard 借记卡', {
    brand: 'mastercard',
    funding: 'debit',
    alias: 'pm_card_mastercard_debit',
  }),
  good('5105105105105100', 'Mastercard 预付卡', {
    brand: 'mastercard',
    funding: 'prepaid',
    alias: 'pm_card_mastercard_prepaid',
  }),
  good('378282246310005', '美国运通', { brand: 'amex', alias: 'pm_card_amex' }),
  good('371449635398431', '美国运通', { brand: 'amex' }),
  good('6200000000000005', '银联，支付成功', {
    brand: 'unionpay',
    country: 'CN',
    alias: 'pm_card_unionpay',
    isCommon: true,
  }),
  good('6200000000000047', '银联借记卡', { brand: 'unionpay', country: 'CN', funding: 'debit' }),
  good('6205500000000000004', '银联 19 位卡号', { brand: 'unionpay', country: 'CN' }),
  good('6011111111111117', 'Discover', { brand: 'discover', alias: 'pm_card_discover' }),
  good('6011000990139424', 'Discover', { brand: 'discover' }),
  good('6011981111111113', 'Discover 借记卡', { brand: 'discover', funding: 'debit' }),
  good('3056930009020004', '大来卡', { brand: 'diners', alias: 'pm_card_diners' }),
  good('36227206271667', '大来卡 14 位卡号', { brand: 'diners' }),
  good('3566002020360505', 'JCB', { brand: 'jcb', country: 'JP', alias: 'pm_card_jcb' }),
  good('4000001560000002', '中国内地发行', { country: 'CN', alias: 'pm_card_cn' }),
  good('4000003440000004', '中国香港发行', { country: 'HK', alias: 'pm_card_hk' }),
  good('4000001580000008', '中国台湾发行', { country: 'TW', alias: 'pm_card_tw' }),
  good('4000003920000003', '日本发行', { country: 'JP', alias: 'pm_card_jp' }),
  good('4000007020000003', '新加坡发行', { country: 'SG', alias: 'pm_card_sg' }),
  good('4000004580000002', '马来西亚发行', { country: 'MY', alias: 'pm_card_my' }),
  good('4000007640000003', '泰国发行', { country: 'TH', alias: 'pm_card_th_credit' }),
  good('4000003560000008', '印度发行', { country: 'IN', alias: 'pm_card_in' }),
  good('4000000360000006', '澳大利亚发行', { country: 'AU', alias: 'pm_card_au' }),
  good('4000005540000008', '新西兰发行', { country: 'NZ', alias: 'pm_card_nz' }),
  good('4000001240000000', '加拿大发行', { country: 'CA', alias: 'pm_card_ca' }),
  good('4000000760000002', '巴西发行', { country: 'BR', alias: 'pm_card_br' }),
  good('4000004840008001', '墨西哥发行', { country: 'MX', alias: 'pm_card_mx' }),
  good('4000008260000000', '英国发行', { country: 'GB', alias: 'pm_card_gb' }),
  good('4000002760000016', '德国发行', { country: 'DE', alias: 'pm_card_de' }),
  good('4000002500000003', '法国发行', { country: 'FR', alias: 'pm_card_fr' }),
  good('4000000000000101', '成功，但安全码核对不符', {
    cvcCheck: 'fail',
    alias: 'pm_card_cvcCheckFail',
  }),
  good('4000000000009235', '成功，风险偏高', {
    riskLevel: 'elevated',
    alias: 'pm_card_riskLevelElevated',
  }),
  good('4000000000004954', '成功，风险最高', {
    riskLevel: 'highest',
    alias: 'pm_card_riskLevelHighest',
  }),
  good('4000000000003055', '支持 3-D 验证，但不要求'),
  good('4000000000003097', '支持 3-D 验证，但不要求'),

  bad('4000000000000002', '一般拒付', {
    decline: 'generic_decline',
    isCommon: true,
    alias: 'pm_card_visa_chargeDeclined',
  }),
  bad('4000000000009995', '余额不足', {
    decline: 'insufficient_funds',
    isCommon: true,
    alias: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  }),
  bad('4000000000009987', '卡已挂失', {
    decline: 'lost_card',
    alias: 'pm_card_visa_chargeDeclinedLostCard',
  }),
  bad('4000000000009979', '卡已被盗', {
    decline: 'stolen_card',
    alias: 'pm_card_visa_chargeDeclinedStolenCard',
  }),
  bad('4000000000000069', '卡已过期', {
    decline: 'expired_card',
    alias: 'pm_card_chargeDeclinedExpiredCard',
  }),
  bad('4000000000000127', '安全码错误', {
    decline: 'incorrect_cvc',
    alias: 'pm_card_chargeDeclinedIncorrectCvc',
  }),
  bad('4000000000000119', '处理出错', {
    decline: 'processing_error',
    alias: 'pm_card_chargeDeclinedProcessingError',
  }),
  bad('4000000000006975', '超出支付次数或额度', {
    decline: 'card_velocity_exceeded',
    alias: 'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  }),
  bad('4000000000000341', '卡片有效，扣款被拒', {
    decline: 'generic_decline',
    alias: 'pm_card_chargeCustomerFail',
  }),
  bad('4100000000000019', '被风控拦截', {
    decline: 'fraudulent',
    riskLevel: 'highest',
    alias: 'pm_card_radarBlock',
  }),

  challenged('4000002500003155', '需要验证，同意后成功', {
    alias: 'pm_card_authenticationRequiredOnSetup',
  }),
  challenged('4000002760003184', '每次都要验证，同意后成功', {
    alias: 'pm_card_authenticationRequired',
  }),
  challenged('4000000000003220', '需要验证（3DS2），同意后成功', {
    isCommon: true,
    alias: 'pm_card_threeDSecure2Required',
  }),
  challenged('4000000000003063', '需要验证，同意后成功', {
    alias: 'pm_card_threeDSecureRequired',
  }),
  challenged('4000003800000446', '已登记的卡，在线支付仍需验证', {
    isSetUp: true,
    alias: 'pm_card_authenticationRequiredSetupForOffSession',
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
    decline: 'processing_error',
    alias: 'pm_card_threeDSecureRequiredProcessingError',
  }),

  later('4000000000007726', '退款先处理中，几秒后成功', {
    refund: 'pending',
    alias: 'pm_card_pendingRefund',
  }),
  later('4000000000005126', '退款先显示成功，几秒后失败', {
    refund: 'fails',
    alias: 'pm_card_refundFail',
  }),

  later('4000000000000259', '付款后被以“盗刷”争议', {
    disputes: [disputeReasons.fraudulent],
    alias: 'pm_card_createDispute',
    isCommon: true,
  }),
  later('4000000000002685', '付款后被以“未收到商品”争议', {
    disputes: [disputeReasons.product_not_received],
    alias: 'pm_card_createDisputeProductNotReceived',
  }),
  later('4000000000001976', '付款后被银行查询，尚未扣回', {
    disputes: [inquiry],
    alias: 'pm_card_createDisputeInquiry',
  }),
  later('4000000000005423', '付款后收到欺诈预警，没有争议', {
    isSuspected: true,
    alias: 'pm_card_createIssuerFraudRecord',
  }),
  later('4000000404000079', '付款后被争议两次，各一半金额', {
    disputes: [disputeReasons.fraudulent, disputeReasons.product_not_received],
    alias: 'pm_card_createMultipleDisputes',
  }),
  later('4000000404000038', '被争议，可用 Visa CE 3.0 证据', {
    disputes: [compellingEvidence],
    alias: 'pm_card_createCe3EligibleDispute',
  }),
  later('4000008400000779', '被以 Visa 合规争议', {
    disputes: [visaCompliance],
    alias: 'pm_card_createComplianceDispute',
  }),
  later('5105008400000002', '被以 Mastercard 合规争议', {
    brand: 'mastercard',
    disputes: [mastercardCompliance],
    alias: 'pm_card_createMastercardComplianceDispute',
  }),
  later('4000000001000043', '被争议，可由平台代为申诉', {
    disputes: [disputeReasons.fraudulent],
    alias: 'pm_card_createAutoRepresentmentEligibleDispute',
  }),
  later('4000000404004816', '被争议（未启用 Visa RDR）', {
    disputes: [disputeReasons.fraudulent],
    alias: 'pm_card_createRapidDisputeResolutionDispute',
  }),
  later('4000000404005649', '被争议（未启用 CE 3.0 拦截）', {
    disputes: [compellingEvidence],
    alias: 'pm_card_createCe3BlockDispute',
  }),
  later('5105000300000018', '被争议（未启用 Ethoca 预警）', {
    brand: 'mastercard',
    disputes: [disputeReasons.fraudulent],
    alias: 'pm_card_createEthocaAlert',
  }),
  later('6026507838377928', 'Discover，被以“盗刷”争议', {
    brand: 'discover',
    disputes: [disputeReasons.fraudulent],
  }),

  slow('4000000000008005', '先处理中，几秒后成功（本沙箱专有）', { isCommon: true }),
  slow('4000000000008013', '先处理中，几秒后被拒（本沙箱专有）', { decline: 'generic_decline' }),
]

const byNumber = new Map(testCards.map((each) => [each.number, each]))
const byAlias = new Map(
  testCards.flatMap((each) => (each.alias === undefined ? [] : [[each.alias, each] as const])),
)

export function testCard(number: string): TestCard | undefined {
  return byNumber.get(number)
}

export function testCardByAlias(alias: string): TestCard | undefined {
  return byAlias.get(alias)
}
