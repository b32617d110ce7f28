import type { CreditEntryType } from '#contract/shapes.ts'
import type { Actor } from '../orders/order.ts'
import { giveBack, type Purse, take } from '../../credit/lots.ts'

/** What an order's entries moved, lot by lot. */
export interface OrderPart {
  lotId: string
  type: CreditEntryType
  delta: number
}

/** How much of an order's price is not ours any more, in minor units. */
export interface Standing {
  orderId: string
  price: number
  /** On its way back or back. */
  refunded: number
  /** Asked back by a bank, undecided or decided for the buyer. */
  disputed: number
}

/** The part of the credit that this part of the price bought; never more than all of it. */
export function shareOf(credit: number, { price, part }: { price: number; part: number }): number {
  if (part >= price) return credit
  return Number((BigInt(credit) * BigInt(part)) / BigInt(price))
}

/**
 * What is to be taken back of the credit that an order gave: for the refunds together, so that rounding
 * never adds up, and for the disputes what comes on top. What has expired is gone already and is not
 * asked for a second time.
 */
export function owedBack(
  { price, refunded, disputed }: Omit<Standing, 'orderId'>,
  { given, expired }: { given: number; expired: number },
): { clawback: number; hold: number } {
  const most = Math.max(0, given - expired)
  const all = Math.min(most, shareOf(given, { price, part: refunded + disputed }))
  const clawback = Math.min(most, shareOf(given, { price, part: refunded }))
  return { clawback, hold: all - clawback }
}

/** The entries by which an order brings its credit. */
export const GIVEN: readonly CreditEntryType[] = ['purchase', 'bonus']

/** The credit that the order brought. */
export function givenBy(parts: readonly OrderPart[]): number {
  return sumOf(parts, GIVEN)
}

/** What refunds took back of it, and what disputes hold. */
export function takenBackBy(parts: readonly OrderPart[]): { refunded: number; held: number } {
  return { refunded: 0 - sumOf(parts, CLAWBACK), held: 0 - sumOf(parts, HOLD) }
}

const CLAWBACK = ['refund_clawback'] as const
const HOLD = ['dispute_hold', 'dispute_release'] as const

/**
 * Moves credit until what is taken back fits the order's standing, and returns by how much the balance
 * changed. `key` names the news that changed it, and serves once.
 */
export function rebalance(
  purse: Purse,
  {
    stored,
    standing,
    key,
    actor,
    at,
  }: {
    stored: readonly OrderPart[]
    standing: Standing
    key: string
    actor: Actor
    at: Date
  },
): number {
  const { orderId } = standing
  const before = purse.entries.length
  const parts = [...stored, ...purse.entries.filter((entry) => entry.orderId === orderId)]
  const owed = owedBack(standing, { given: givenBy(parts), expired: -sumOf(parts, ['expire']) })
  const hold = owed.hold + sumOf(parts, HOLD)
  const clawback = owed.clawback + sumOf(parts, CLAWBACK)
  const cause = (type: CreditEntryType) => ({ type, key: `${key}:${type}`, actor, orderId })

  // what is given goes first: a refund of disputed money takes nothing twice, not even for a moment
  if (hold < 0) {
    giveBack(purse, cause('dispute_release'), { amount: -hold, taken: takenOf(parts, HOLD), at })
  }
  if (clawback < 0) {
    giveBack(purse, cause('refund_clawback'), {
      amount: -clawback,
      taken: takenOf(parts, CLAWBACK),
      at,
    })
  }
  if (clawback > 0)
    take(purse, cause('refund_clawback'), { amount: clawback, firstOf: orderId, at })
  if (hold > 0) take(purse, cause('dispute_hold'), { amount: hold, firstOf: orderId, at })
  return purse.entries.slice(before).reduce((sum, { delta }) => sum + delta, 0)
}

function sumOf(parts: readonly OrderPart[], types: readonly CreditEntryType[]): number {
  return parts.reduce((sum, { type, delta }) => (types.includes(type) ? sum + delta : sum), 0)
}

/** From which lots it was taken, less what came back to them. */
function takenOf(parts: readonly OrderPart[], types: readonly CreditEntryType[]) {
  const byLot = new Map<string, number>()
  for (const { lotId, type, delta } of parts) {
    if (types.includes(type)) byLot.set(lotId, (byLot.get(lotId) ?? 0) - delta)
  }
  return [...byLot].map(([lotId, amount]) => ({ lotId, amount })).filter(({ amount }) => amount > 0)
}
