import type { BookedOrder, Books } from './read-books.ts'

export interface Verdict {
  orders: number
  paid: number
  refunded: number
  /** Money at the provider without credit here. */
  lost: number
  /** Credit without money, or more than the money bought. */
  doubled: number
  /** Orders of which nobody knows how they end. */
  inLimbo: number
  /** Everything that is wrong, a line each. */
  faults: string[]
}

const WITH_MONEY = new Set(['paid', 'partially_refunded', 'refunded'])

/** Holds our books against the provider's, both ways, and against themselves. */
export function compareBooks(books: Books): Verdict {
  const ours = books.intents.filter(({ metadata }) => metadata['shop'] === books.shopId)
  const refunded = refundsByIntent(books)
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
    const isBooked = order?.id === named && WITH_MONEY.has(order.state)
    if (!isBooked) lost.push(`${named}: ${intent.id} has the money, here it is ${order?.state}`)
    else if (order.amount !== intent.amount_received || order.currency !== intent.currency) {
      wrong.push(`${order.id}: ${order.amount} here, ${intent.amount_received} there`)
    }
  }

  for (const order of books.orders) {
    const isPaid = WITH_MONEY.has(order.state)
    if (isPaid && !paidFor.has(order.id)) doubled.push(`${order.id}: paid here, not there`)
    const due = isPaid ? order.credit : 0
    if (order.given < due) lost.push(`${order.id}: ${order.given} of ${due} credit was given`)
    if (order.given > due) doubled.push(`${order.id}: ${order.given} instead of ${due} was given`)
    if (isPaid) wrong.push(...refundFaults(order, refunded.get(order.intentId ?? '') ?? 0))
    if (isInLimbo(order, books)) inLimbo.push(`${order.id}: is left ${order.state}`)
  }

  if (books.openRefunds > 0) wrong.push(`${books.openRefunds} refunds were asked for and forgotten`)
  if (books.takesCreditTwice) wrong.push('the database takes the same credit a second time')
  return {
    orders: books.orders.length,
    paid: books.orders.filter(({ state }) => WITH_MONEY.has(state)).length,
    refunded: books.orders.filter((order) => order.refunded > 0).length,
    lost: lost.length,
    doubled: doubled.length,
    inLimbo: inLimbo.length,
    faults: [
      ...lost.map((line) => `lost: ${line}`),
      ...doubled.map((line) => `doubled: ${line}`),
      ...inLimbo.map((line) => `in limbo: ${line}`),
      ...wrong.map((line) => `wrong: ${line}`),
      ...books.unproven.map((line) => `ledger: ${line}`),
    ],
  }
}

function refundsByIntent({ refunds }: Books): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { payment_intent: intent, amount, status } of refunds) {
    if (intent === null || status === 'failed' || status === 'canceled') continue
    sums.set(intent, (sums.get(intent) ?? 0) + amount)
  }
  return sums
}

/** All refunds of an order together take back their share of its credit, once and rounded down. */
function refundFaults(order: BookedOrder, there: number): string[] {
  const share = Number((BigInt(order.credit) * BigInt(there)) / BigInt(order.amount))
  return [
    ...(order.refunded === there
      ? []
      : [`${order.id}: ${order.refunded} refunded here, ${there} there`]),
    ...(order.takenBack === share
      ? []
      : [`${order.id}: ${order.takenBack} credit taken back instead of ${share}`]),
  ]
}

/** Under way although the provider is not at it, or open although its time is over or its intent dead. */
function isInLimbo({ state, isOverdue, intentId }: BookedOrder, { intents }: Books): boolean {
  if (state === 'exception') return true
  if (state !== 'pending' && state !== 'processing') return false
  const status = intents.find(({ id }) => id === intentId)?.status
  if (state === 'processing') return status !== 'processing'
  return isOverdue || status === 'canceled' || status === 'succeeded'
}
