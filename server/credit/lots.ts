import type { CreditEntryType } from '#contract/shapes.ts'
import { uuidv7 } from '../db/ids.ts'
import type { Actor } from '../recharge/orders/order.ts'

/** Credit that came together and ends together. A user's debt is the one lot with less than nothing in it. */
export interface Lot {
  id: string
  kind: 'purchase' | 'bonus' | 'adjust' | 'debt'
  orderId: string | null
  granted: number
  remaining: number
  /** Null = for ever. */
  expiresAt: Date | null
  createdAt: Date
}

/** Why credit moves: what its ledger entries say. */
export interface Cause {
  type: CreditEntryType
  /** Serves once; of a movement over several lots the first entry bears it, the others add #2, #3 … */
  key: string
  actor: Actor
  orderId?: string | null
  /** The user reads it. */
  reason?: string | null
}

export interface Entry extends Cause {
  lotId: string
  /** Never 0. */
  delta: number
}

/**
 * A user's lots and what is about to happen to them. There is debt only where no lot has anything left, so
 * new credit always pays it first.
 */
export interface Purse {
  lots: Lot[]
  /** Lots that are not stored yet. */
  newLots: Lot[]
  /** Lots whose end was put off. */
  extended: Lot[]
  entries: Entry[]
}

const DAY_MS = 24 * 60 * 60 * 1000
/** For how long credit can be used that comes back after its lot has ended. */
export const RETURNED_MS = 30 * DAY_MS

export function openPurse(lots: readonly Lot[]): Purse {
  return { lots: lots.map((lot) => ({ ...lot })), newLots: [], extended: [], entries: [] }
}

/** Adds credit: what it leaves after paying a debt becomes a lot. */
export function grant(
  purse: Purse,
  cause: Cause,
  {
    amount,
    kind,
    expiresAt,
    at,
  }: { amount: number; kind: Lot['kind']; expiresAt: Date | null; at: Date },
): void {
  const parts = debtPayment(purse, amount)
  const rest = amount - totalOf(parts)
  if (rest > 0) {
    const lot = { kind, orderId: cause.orderId ?? null, granted: rest, expiresAt, createdAt: at }
    parts.push({ lot: addLot(purse, lot), amount: rest })
  }
  move(purse, cause, parts)
}

/** Takes credit, of this order first, else in the order of spending; what is not there becomes debt. */
export function take(
  purse: Purse,
  cause: Cause,
  { amount, firstOf = null, at }: { amount: number; firstOf?: string | null; at: Date },
): void {
  let left = amount
  const parts: Part[] = []
  for (const lot of purse.lots
    .filter(({ remaining }) => remaining > 0)
    .toSorted(spending(firstOf))) {
    const part = Math.min(lot.remaining, left)
    parts.push({ lot, amount: -part })
    left -= part
  }
  if (left > 0) parts.push({ lot: debtOf(purse, at), amount: -left })
  move(purse, cause, parts)
}

/**
 * Gives taken credit back: it pays a debt first and then returns to the lots it was taken from. What finds
 * no place there, because it was owed then and paid since, becomes a lot without an end.
 */
export function giveBack(
  purse: Purse,
  cause: Cause,
  {
    amount,
    taken,
    at,
  }: { amount: number; taken: readonly { lotId: string; amount: number }[]; at: Date },
): void {
  const parts = debtPayment(purse, amount)
  let left = amount - totalOf(parts)
  for (const { lotId, amount: most } of taken) {
    const lot = purse.lots.find(({ id, kind }) => id === lotId && kind !== 'debt')
    const part = Math.min(left, most)
    if (!lot || part <= 0) continue
    if (lot.expiresAt !== null && lot.expiresAt <= at) {
      lot.expiresAt = new Date(at.getTime() + RETURNED_MS)
      purse.extended.push(lot)
    }
    parts.push({ lot, amount: part })
    left -= part
  }
  if (left > 0) {
    const orderId = cause.orderId ?? null
    const lot = { kind: 'adjust', orderId, granted: left, expiresAt: null, createdAt: at } as const
    parts.push({ lot: addLot(purse, lot), amount: left })
  }
  move(purse, cause, parts)
}

/** Empties the lots whose time is over. */
export function expire(purse: Purse, at: Date): void {
  for (const lot of purse.lots) {
    if (lot.remaining <= 0 || lot.expiresAt === null || lot.expiresAt > at) continue
    const cause: Cause = {
      type: 'expire',
      // with its end, since a lot that credit came back to ends a second time
      key: `lot:${lot.id}:expire:${lot.expiresAt.getTime()}`,
      actor: 'system',
      orderId: lot.orderId,
    }
    move(purse, cause, [{ lot, amount: -lot.remaining }])
  }
}

interface Part {
  lot: Lot
  amount: number
  reason?: string
}

function move(purse: Purse, cause: Cause, parts: readonly Part[]): void {
  const moved = parts.filter(({ amount }) => amount !== 0)
  for (const [at, { lot, amount, reason }] of moved.entries()) {
    lot.remaining += amount
    purse.entries.push({
      ...cause,
      key: at === 0 ? cause.key : `${cause.key}#${at + 1}`,
      ...(reason !== undefined && { reason }),
      lotId: lot.id,
      delta: amount,
    })
  }
}

/** What of new credit goes into the debt; nothing where there is none. */
function debtPayment({ lots }: Purse, amount: number): Part[] {
  const debt = lots.find(({ remaining }) => remaining < 0)
  if (!debt) return []
  return [{ lot: debt, amount: Math.min(amount, -debt.remaining), reason: '抵扣之前的欠额' }]
}

function totalOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

function debtOf(purse: Purse, at: Date): Lot {
  const debt = purse.lots.find(({ kind }) => kind === 'debt')
  const lot = { kind: 'debt', orderId: null, granted: 0, expiresAt: null, createdAt: at } as const
  return debt ?? addLot(purse, lot)
}

function addLot(purse: Purse, facts: Omit<Lot, 'id' | 'remaining'>): Lot {
  const lot = { ...facts, id: uuidv7(), remaining: 0 }
  purse.lots.push(lot)
  purse.newLots.push(lot)
  return lot
}

/** Bonus first, then what ends soonest, then what is oldest. */
function spending(firstOf: string | null) {
  const rank = ({ orderId, kind, expiresAt, createdAt }: Lot) => [
    firstOf !== null && orderId === firstOf ? 0 : 1,
    kind === 'bonus' ? 0 : 1,
    expiresAt?.getTime() ?? Infinity,
    createdAt.getTime(),
  ]
  return (a: Lot, b: Lot): number => {
    const [one, other] = [rank(a), rank(b)]
    const at = one.findIndex((value, index) => value !== other[index])
    if (at === -1) return a.id < b.id ? -1 : 1
    return one[at]! < other[at]! ? -1 : 1
  }
}
