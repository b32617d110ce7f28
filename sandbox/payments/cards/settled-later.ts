import {
  compellingEvidence,
  disputeReasons,
  inquiry,
  mastercardCompliance,
  visaCompliance,
} from '../disputes/dispute-kinds.ts'
import { cardsOf, type TestCard } from './test-card.ts'

const later = cardsOf('退款与争议')
const slow = cardsOf('稍后到账', { isSlow: true })

/** Their payments succeed; then a refund fails or the bank opens a dispute. */
export const contestedCards: readonly TestCard[] = [
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
]

/** Two of our own, for payments that are not decided at once. */
export const slowCards: readonly TestCard[] = [
  slow('4000000000008005', '先处理中，几秒后成功（本沙箱专有）', { isCommon: true }),
  slow('4000000000008013', '先处理中，几秒后被拒（本沙箱专有）', { decline: 'generic_decline' }),
]
