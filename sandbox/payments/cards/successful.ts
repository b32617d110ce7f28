import { cardsOf, type TestCard } from './test-card.ts'

const good = cardsOf('支付成功')

export const successfulCards: readonly TestCard[] = [
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
  good('6555900000604105', 'BCcard 与 DinaCard', { brand: 'discover' }),
  good('3056930009020004', '大来卡', { brand: 'diners', alias: 'pm_card_diners' }),
  good('36227206271667', '大来卡 14 位卡号', { brand: 'diners' }),
  good('3566002020360505', 'JCB', { brand: 'jcb', country: 'JP', alias: 'pm_card_jcb' }),
  good('4000002500001001', 'Cartes Bancaires / Visa', {
    country: 'FR',
    coBrand: 'cartes_bancaires',
    alias: 'pm_card_visa_cartesBancaires',
  }),
  good('5555552500001001', 'Cartes Bancaires / Mastercard', {
    brand: 'mastercard',
    country: 'FR',
    coBrand: 'cartes_bancaires',
    alias: 'pm_card_mastercard_cartesBancaires',
  }),
  good('4000050360000001', 'eftpos 澳大利亚 / Visa', {
    funding: 'debit',
    country: 'AU',
    coBrand: 'eftpos_au',
    alias: 'pm_card_visa_debit_eftposAuCoBranded',
  }),
  good('5555050360000080', 'eftpos 澳大利亚 / Mastercard', {
    brand: 'mastercard',
    funding: 'debit',
    country: 'AU',
    coBrand: 'eftpos_au',
    alias: 'pm_card_mastercard_debit_eftposAuCoBranded',
  }),
  good('4000051230000072', 'Visa 医疗账户卡（FSA、HSA）', {
    funding: 'debit',
    alias: 'pm_card_debit_visaFsaProductCode',
  }),
  good('5200828282828897', 'Mastercard 医疗账户卡（FSA）', {
    brand: 'mastercard',
    funding: 'debit',
    alias: 'pm_card_mastercard_debit_mastercardFsaProductCode',
  }),
  good('4000000000000077', '到账即可用', { alias: 'pm_card_bypassPending' }),
  good('4000003720000278', '到账即可用，境外发行', {
    country: 'IE',
    alias: 'pm_card_bypassPendingInternational',
  }),
  good('4000000000001208', '人机验证后成功，本沙箱不作验证'),
  good('4000000000003725', '人机验证后成功，本沙箱不作验证'),
  good('4001007020000002', '脱机密码卡，线上同普通卡', { country: 'SG' }),
  good('4000008260000075', '脱机密码重试卡，线上同普通卡', { country: 'GB' }),
  good('4001000360000005', '联机密码卡，线上同普通卡', { country: 'AU' }),
  good('4000002760000008', '联机密码重试卡，线上同普通卡', { country: 'DE' }),
]
