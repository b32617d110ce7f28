import { cardsOf, type TestCard } from './test-card.ts'

const bad = cardsOf('支付被拒')
const checked = cardsOf('风险与核对')

export const declinedCards: readonly TestCard[] = [
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
]

/** They succeed, since the sandbox has no rules of risk to block them. */
export const checkedCards: readonly TestCard[] = [
  checked('4000000000009235', '风险偏高', {
    riskLevel: 'elevated',
    alias: 'pm_card_riskLevelElevated',
  }),
  checked('4000000000004954', '风险最高', {
    riskLevel: 'highest',
    alias: 'pm_card_riskLevelHighest',
  }),
  checked('4000008400000407', '争议欺诈评分高', { alias: 'pm_card_highFraudDisputeScore' }),
  checked('4000008400000159', '欺诈预警评分高', { alias: 'pm_card_highEfwScore' }),
  checked('4000008400001017', '动态风险阈值', { alias: 'pm_card_radarDynamicRiskThreshold' }),
  checked('4000008405600003', '自适应 3-D 验证，本沙箱不启用', {
    alias: 'pm_card_adaptive3dsChallenge',
  }),
  checked('4000000000000101', '安全码核对不符', {
    cvcCheck: 'fail',
    alias: 'pm_card_cvcCheckFail',
  }),
  checked('4000058400307872', '安全码核对不符，风险偏高', {
    cvcCheck: 'fail',
    riskLevel: 'elevated',
    alias: 'pm_card_cvcCheckFailElevatedRisk',
  }),
  checked('4000000000000036', '邮编核对不符', {
    postalCodeCheck: 'fail',
    alias: 'pm_card_avsZipFail',
  }),
  checked('4000058400306072', '邮编核对不符，风险偏高', {
    postalCodeCheck: 'fail',
    riskLevel: 'elevated',
    alias: 'pm_card_avsZipFailElevatedRisk',
  }),
  checked('4000000000000028', '地址核对不符', {
    line1Check: 'fail',
    alias: 'pm_card_avsLine1Fail',
  }),
  checked('4000000000000010', '地址与邮编核对不符', {
    line1Check: 'fail',
    postalCodeCheck: 'fail',
    alias: 'pm_card_avsFail',
  }),
  checked('4000000000000044', '地址与邮编无法核对', {
    line1Check: 'unavailable',
    postalCodeCheck: 'unavailable',
    alias: 'pm_card_avsUnchecked',
  }),
]
