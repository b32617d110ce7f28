import { challengedCards } from './challenged.ts'
import { checkedCards, declinedCards } from './declined.ts'
import { cardsIssuedAbroad } from './issued-abroad.ts'
import { contestedCards, slowCards } from './settled-later.ts'
import { successfulCards } from './successful.ts'
import type { TestCard } from './test-card.ts'

/** The numbers of https://docs.stripe.com/testing, and two of our own. */
export const testCards: readonly TestCard[] = [
  ...successfulCards,
  ...cardsIssuedAbroad,
  ...checkedCards,
  ...declinedCards,
  ...challengedCards,
  ...slowCards,
  ...contestedCards,
]

const byNumber = new Map(testCards.map((each) => [each.number, each]))

const numberByAlias = new Map([
  ...testCards.flatMap(({ alias, number }) =>
    alias === undefined ? [] : [[alias, number] as const],
  ),
  // second names
  ['pm_card_us', '4242424242424242'],
  ['pm_card_amex_threeDSecureNotSupported', '378282246310005'],
  ['pm_card_debit_visaHsaProductCode', '4000051230000072'],
])

export function testCard(number: string): TestCard | undefined {
  return byNumber.get(number)
}

export function testCardByAlias(alias: string): TestCard | undefined {
  return testCard(numberByAlias.get(alias) ?? '')
}
