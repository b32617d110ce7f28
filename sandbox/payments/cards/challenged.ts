import { cardsOf, type TestCard } from './test-card.ts'

const challenged = cardsOf('3-D 验证', { needsChallenge: true })
const unasked = cardsOf('3-D 验证')

export const challengedCards: readonly TestCard[] = [
  challenged('4000002500003155', '需要验证，同意后成功', {
    alias: 'pm_card_authenticationRequiredOnSetup',
  }),
  challenged('4000002760003184', '每次都要验证，同意后成功', {
    alias: 'pm_card_authenticationRequired',
  }),
  challenged('4000000000003220', '需要验证（3DS2），同意后成功', {
    country: 'IE',
    isCommon: true,
    alias: 'pm_card_threeDSecure2Required',
  }),
  challenged('4000008400000027', '需要验证，同意后成功'),
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
  challenged('4000582600000094', '手机验证：其他应用', { country: 'GB' }),
  challenged('4000582600000045', '手机验证：一次性密码', { country: 'GB' }),
  challenged('4000582600000102', '手机验证：单选', { country: 'GB' }),
  challenged('4000582600000110', '手机验证：多选', { country: 'GB' }),
  // The lookup itself fails, so its holder never sees a challenge.
  unasked('4000008400001280', '需要验证，但验证服务出错', {
    decline: 'generic_decline',
    alias: 'pm_card_threeDSecureRequiredProcessingError',
  }),
  unasked('4000000032200000', '无感验证，不弹出页面', { authenticates: 'frictionless' }),
  unasked('4000000000003055', '支持验证，但不要求', { alias: 'pm_card_threeDSecureOptional' }),
  unasked('4000000000003097', '支持验证，但不要求', {
    alias: 'pm_card_threeDSecureOptionalProcessingError',
  }),
]
