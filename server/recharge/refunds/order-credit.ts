import type { CreditEntryType } from '#contract/shapes.ts'
import type { Actor } from '../../actor.ts'
import type { LotChange } from '../../credit/ledger.store.ts'
import { consumeLots, type CreditAccount, restoreLots } from '../../credit/lots.ts'

/** How much of an order's price went back or may go back, in minor units. */
export interface ReversedMoney {
  orderId: string
  price: number
  /** Refunded, or on its way. */
  refunded: number
  /** Disputed: undecided, or lost. */
  disputed: number
}

/** The credit that this part of the price bought, rounded down; at most all of it. */
export function shareOfCredit(
  credit: number,
  { price, part }: { price: number; part: number },
): number {
  if (part >= price) return credit
  return Number((BigInt(credit) * BigInt(part)) / BigInt(price))
}

/**
 * The credit to take back from an order: `clawback` for all refunds together, so that rounding never adds
 * up, and `hold` for what disputes add to it. Expired credit is not taken back a second time.
 */
export function creditToTakeBack(
  { price, refunded, disputed }: Omit<ReversedMoney, 'orderId'>,
  { granted, expired }: { granted: number; expired: number },
): { clawback: number; hold: number } {
  const most = Math.max(0, granted - expired)
  const both = Math.min(most, shareOfCredit(granted, { price, part: refunded + disputed }))
  const clawback = Math.min(most, shareOfCredit(granted, { price, part: refunded }))
  return { clawback, hold: both - clawback }
}

/** The types of the entries that grant an order's credit. */
export const GRANT_TYPES: readonly CreditEntryType[] = ['purchase', 'bonus']
const CLAWBACK_TYPES: readonly CreditEntryType[] = ['refund_clawback']
const HOLD_TYPES: readonly CreditEntryType[] = ['dispute_hold', 'dispute_release']

/** The credit that an order granted, by its ledger entries. */
export function sumGranted(changes: readonly LotChange[]): number {
  return sumOf(changes, GRANT_TYPES)
}

/** The credit that refunds took back from an order, and that disputes hold. */
export function sumTakenBack(changes: readonly LotChange[]): { refunded: number; held: number } {
  return { refunded: 0 - sumOf(changes, CLAWBACK_TYPES), held: 0 - sumOf(changes, HOLD_TYPES) }
}

/** What is still to be held and taken back; negative: to be returned. */
export function creditToMove(
  changes: readonly LotChange[],
  reversed: ReversedMoney,
): { hold: number; clawback: number } {
  const target = creditToTakeBack(reversed, {
    granted: sumGranted(changes),
    expired: -sumOf(changes, ['expire']),
  })
  return {
    hold: target.hold + sumOf(changes, HOLD_TYPES),
    clawback: target.clawback + sumOf(changes, CLAWBACK_TYPES),
  }
}

/**
 * Moves credit until what was taken back matches the reversed money; returns the change of the balance.
 * `key` is of the refund or dispute that caused it, and serves once.
 */
export function rebalanceOrderCredit(
  account: CreditAccount,
  {
    stored,
    reversed,
    key,
    actor,
    at,
  }: {
    /** The order's stored ledger entries; those of `account` that are not stored are added. */
    stored: readonly LotChange[]
    reversed: ReversedMoney
    key: string
    actor: Actor
    at: Date
  },
): number {
  const { orderId } = reversed
  const before = account.newEntries.length
  const changes = [
    ...stored,
    ...account.newEntries.filter(({ reference }) => reference === orderId),
  ]
  const { hold, clawback } = creditToMove(changes, reversed)
  const cause = (type: CreditEntryType) => ({
    type,
    key: `${key}:${type}`,
    actor,
    reference: orderId,
  })

  // returned credit first: a refund of disputed money must not take the same credit twice, even in between
  if (hold < 0) {
    const taken = changes.filter(({ type }) => HOLD_TYPES.includes(type))
    restoreLots(account, cause('dispute_release'), { amount: -hold, changes: taken, at })
  }
  if (clawback < 0) {
    const taken = changes.filter(({ type }) => CLAWBACK_TYPES.includes(type))
    restoreLots(account, cause('refund_clawback'), { amount: -clawback, changes: taken, at })
  }
  if (clawback > 0) {
    consumeLots(account, cause('refund_clawback'), { amount: clawback, firstFrom: orderId, at })
  }
  if (hold > 0)
    consumeLots(account, cause('dispute_hold'), { amount: hold, firstFrom: orderId, at })
  return account.newEntries.slice(before).reduce((sum, { delta }) => sum + delta, 0)
}

function sumOf(changes: readonly LotChange[], types: readonly CreditEntryType[]): number {
  return changes.reduce((sum, { type, delta }) => (types.includes(type) ? sum + delta : sum), 0)
}
