import type { DeclineName } from '../declines.ts'
import type { DisputeKind } from '../disputes/dispute-kinds.ts'

/** The headings under which the page shows the cards, in its order. */
export const cardGroups = [
  '支付成功',
  '各国各地发行',
  '风险与核对',
  '支付被拒',
  '3-D 验证',
  '稍后到账',
  '退款与争议',
] as const

type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown'

/** A public test card and how a payment with it goes. */
export interface TestCard {
  number: string
  brand: Brand
  /** The second network that the card may be paid over. */
  coBrand?: 'cartes_bancaires' | 'eftpos_au'
  funding: 'credit' | 'debit' | 'prepaid'
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
  /** Its holder is authenticated without being asked. */
  authenticates?: 'frictionless'
  /** It was set up before, so that payments without its holder are not challenged. */
  isSetUp?: true
  /** It stays `processing` for a while first. */
  isSlow?: boolean
  decline?: DeclineName
  cvcCheck?: 'fail'
  /** The result of the check of a given address; `pass` when absent. */
  line1Check?: 'fail' | 'unavailable'
  postalCodeCheck?: 'fail' | 'unavailable'
  riskLevel?: 'elevated' | 'highest'
  /** Its refunds wait first, or fail after they seemed to succeed. */
  refund?: 'pending' | 'fails'
  /** The bank opens one dispute for each of these as soon as a payment has succeeded. */
  disputes?: readonly DisputeKind[]
  /** Its holder's bank warns that the payment may be fraud. */
  isSuspected?: true
}

export type CardTraits = Partial<Omit<TestCard, 'number' | 'note' | 'group'>>

/** A short way to write down the cards of one group. */
export const cardsOf =
  (group: TestCard['group'], traits: CardTraits = {}) =>
  (number: string, note: string, own: CardTraits = {}): TestCard => ({
    brand: 'visa',
    funding: 'credit',
    country: 'US',
    ...traits,
    ...own,
    group,
    number,
    note,
  })
