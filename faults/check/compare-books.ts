import type { BookedOrder, Books } from './read-books.ts'

export interface Verdict {
  orders: number
  paid: number
  refunded: number
  disputed: number
  /** Payments at the provider without credit here. */
  lost: number
  /** Credit without a payment, or more than was paid for. */
  doubled: number
  /** Orders that stay open although their payment is decided. */
  inLimbo: number
  /** Everything that is wrong, a line each. */
  findings: string[]
}

const PAID_STATES = new Set(['paid', 'partially_refunded', 'refunded'])

/** Compares the shop's books with the provider's in both directions, and checks the shop's own consistency. */
export function compareBooks(books: Books): Verdict {
  const ours = books.intents.filter(({ metadata }) => metadata['shop'] === books.shopId)
  const refunded = sumByIntent(books.refunds, ['failed', 'canceled'])
  const disputed = sumByIntent(books.disputes, ['won'])
  const lost: string[] = []
  const doubled: string[] = []
  const inLimbo: string[] = []
  const wrong: string[] = []
  const byIntent = new Map(books.orders.map((order) => [order.intentId, order]))
  const paidFor = new Set<string>()

  for (const intent of ours) {
    if (intent.status !== 'succeeded') continue
    const named = intent.metadata['order'] ?? ''
    if (paidFor.has(named)) doubled.push(`${named}: two payments for one order`)
    paidFor.add(named)
    const order = byIntent.get(intent.id)
    const isBooked = order?.id === named && PAID_STATES.has(order.state)
    if (!isBooked) lost.push(`${named}: ${intent.id} is paid, here it is ${order?.state}`)
    else if (order.amount !== intent.amount_received || order.currency !== intent.currency) {
      wrong.push(`${order.id}: ${order.amount} here, ${intent.amount_received} there`)
    }
  }

  for (const order of books.orders) {
    const isPaid = PAID_STATES.has(order.state)
    if (isPaid && !paidFor.has(order.id)) doubled.push(`${order.id}: paid here, not there`)
    const due = isPaid ? order.credit : 0
    if (order.credited < due) lost.push(`${order.id}: ${order.credited} of ${due} credit was given`)
    if (order.credited > due)
      doubled.push(`${order.id}: ${order.credited} instead of ${due} was given`)
    if (isPaid) {
      const intentId = order.intentId ?? ''
      const there = {
        refunded: refunded.get(intentId) ?? 0,
        disputed: disputed.get(intentId) ?? 0,
      }
      wrong.push(...compareReversals(order, there))
    }
    if (isInLimbo(order, books)) inLimbo.push(`${order.id}: is left ${order.state}`)
  }

  if (books.openRefunds > 0)
    wrong.push(`${books.openRefunds} requested refunds were never answered`)
  if (books.acceptsEntryTwice) wrong.push('the database accepts the same ledger entry twice')
  return {
    orders: books.orders.length,
    paid: books.orders.filter(({ state }) => PAID_STATES.has(state)).length,
    refunded: books.orders.filter((order) => order.refunded > 0).length,
    disputed: books.orders.filter((order) => order.disputed > 0).length,
    lost: lost.length,
    doubled: doubled.length,
    inLimbo: inLimbo.length,
    findings: [
      ...lost.map((line) => `lost: ${line}`),
      ...doubled.map((line) => `doubled: ${line}`),
      ...inLimbo.map((line) => `in limbo: ${line}`),
      ...wrong.map((line) => `wrong: ${line}`),
      ...books.ledgerFindings.map((line) => `ledger: ${line}`),
      ...books.stockFindings,
    ],
  }
}

/** The sums of refunds or disputes by payment intent, without those that came to nothing. */
function sumByIntent(
  reversals: Books['refunds'] | Books['disputes'],
  ineffective: readonly string[],
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { payment_intent: intent, amount, status } of reversals) {
    if (intent === null || ineffective.includes(status)) continue
    sums.set(intent, (sums.get(intent) ?? 0) + amount)
  }
  return sums
}

/** All refunds of an order together claw back their share of its credit, once and rounded down; disputes add theirs. */
function compareReversals(
  order: BookedOrder,
  there: { refunded: number; disputed: number },
): string[] {
  const { credit, amount } = order
  const shareOf = (part: number): number =>
    part >= amount ? credit : Number((BigInt(credit) * BigInt(part)) / BigInt(amount))
  const share = shareOf(there.refunded)
  const held = shareOf(there.refunded + there.disputed) - share
  const differ = (what: string, expected: number, found: number): string[] =>
    found === expected ? [] : [`${order.id}: ${what} ${found} instead of ${expected}`]
  return [
    ...differ('refunded', there.refunded, order.refunded),
    ...differ('credit taken back', share, order.clawedBack),
    ...differ('credit held for disputes', held, order.disputed),
  ]
}

/** Processing here and not at the provider, or pending although it is overdue or its intent is decided. */
function isInLimbo({ state, isOverdue, intentId }: BookedOrder, { intents }: Books): boolean {
  if (state === 'exception') return true
  if (state !== 'pending' && state !== 'processing') return false
  const status = intents.find(({ id }) => id === intentId)?.status
  if (state === 'processing') return status !== 'processing'
  return isOverdue || status === 'canceled' || status === 'succeeded'
}
