import type { CreditEntryType } from '#contract/shapes.ts'
import type { Actor } from '../actor.ts'
import { uuidv7 } from '../db/ids.ts'

/** Credit from one source with one end. A user's debt is the one lot whose remaining amount is negative. */
export interface Lot {
  id: string
  kind: 'purchase' | 'bonus' | 'adjust' | 'welcome' | 'debt'
  /** What the credit was granted for, such as an order's id; null for an adjustment or a gift of welcome. */
  reference: string | null
  granted: number
  remaining: number
  /** Null: never. */
  expiresAt: Date | null
  createdAt: Date
}

/** Why credit moves, as its ledger entries keep it. */
export interface MovementCause {
  type: CreditEntryType
  /** Serves once. Of a movement over several lots the first entry has it, the others add #2, #3 … */
  key: string
  actor: Actor
  /** What the movement belongs to, such as an order's id. */
  reference?: string | null
  /** The user reads it. */
  reason?: string | null
  /** The charge that it gives back. */
  chargeId?: string
}

export interface LedgerEntry extends MovementCause {
  lotId: string
  /** Never 0. */
  delta: number
}

/**
 * A user's lots, in the order of spending, with the changes that are not stored yet. There is debt only while
 * every other lot is empty, but for a gift of welcome, so new credit always pays the debt first.
 */
export interface CreditAccount {
  lots: Lot[]
  newLots: Lot[]
  newEntries: LedgerEntry[]
}

const DAY_MS = 24 * 60 * 60 * 1000
/** How long credit can be used that is restored to a lot after the lot has ended. */
export const RESTORED_CREDIT_MS = 30 * DAY_MS

export function openCreditAccount(lots: readonly Lot[]): CreditAccount {
  return { lots: lots.map((lot) => ({ ...lot })), newLots: [], newEntries: [] }
}

/** Adds credit: pays a debt first, and the rest becomes a lot. */
export function grantCredit(
  account: CreditAccount,
  cause: MovementCause,
  {
    amount,
    kind,
    expiresAt,
    at,
  }: { amount: number; kind: Lot['kind']; expiresAt: Date | null; at: Date },
): void {
  const changes = payDebt(account, amount)
  const rest = amount - totalOf(changes)
  if (rest > 0) {
    const reference = cause.reference ?? null
    const lot = addLot(account, { kind, reference, granted: rest, expiresAt, createdAt: at })
    changes.push({ lot, amount: rest })
  }
  changeLots(account, cause, changes)
}

/**
 * Takes credit from the lots; what is missing becomes debt. With `firstFrom`, for money that goes back: from the lots of
 * that reference first, and never from a gift of welcome, for which nobody has paid.
 */
export function consumeLots(
  account: CreditAccount,
  cause: MovementCause,
  { amount, firstFrom = null, at }: { amount: number; firstFrom?: string | null; at: Date },
): void {
  let left = amount
  const changes: LotChange[] = []
  const isFirst = ({ reference }: Lot) => firstFrom !== null && reference === firstFrom
  const filled = account.lots.filter(
    ({ remaining, kind }) => remaining > 0 && !(firstFrom !== null && kind === 'welcome'),
  )
  for (const lot of [...filled.filter(isFirst), ...filled.filter((one) => !isFirst(one))]) {
    const part = Math.min(lot.remaining, left)
    changes.push({ lot, amount: -part })
    left -= part
  }
  if (left > 0) changes.push({ lot: findOrAddDebt(account, at), amount: -left })
  changeLots(account, cause, changes)
}

/**
 * Returns consumed credit: pays a debt first, then refills the lots it was consumed from, the first of `changes`
 * first. A lot that has ended gets nothing back: the amount becomes a lot of its own. What was debt when it was
 * consumed, and has been paid since, becomes a lot without an end. `changes` are what consumed the credit and what
 * has returned a part of it before.
 */
export function restoreLots(
  account: CreditAccount,
  cause: MovementCause,
  {
    amount,
    changes: before,
    at,
  }: { amount: number; changes: readonly { lotId: string; delta: number }[]; at: Date },
): void {
  const changes = payDebt(account, amount)
  let left = amount - totalOf(changes)
  for (const { lotId, amount: most } of listConsumed(account, before)) {
    const lot = account.lots.find(({ id, kind }) => id === lotId && kind !== 'debt')
    const part = Math.min(left, most)
    if (!lot || part <= 0) continue
    changes.push({
      lot: hasEnded(lot, at) ? addSuccessor(account, lot, part, at) : lot,
      amount: part,
    })
    left -= part
  }
  if (left > 0) {
    const reference = cause.reference ?? null
    const facts = { kind: 'adjust', reference, granted: left, expiresAt: null } as const
    changes.push({ lot: addLot(account, { ...facts, createdAt: at }), amount: left })
  }
  changeLots(account, cause, changes)
}

/**
 * What each lot still misses, in the order of `changes`, the debt last. What was returned to other lots, or paid
 * another debt, is no longer missed by the first of them.
 */
function listConsumed(
  { lots }: CreditAccount,
  changes: readonly { lotId: string; delta: number }[],
): { lotId: string; amount: number }[] {
  const byLot = new Map<string, number>()
  for (const { lotId, delta } of changes) byLot.set(lotId, (byLot.get(lotId) ?? 0) - delta)
  let elsewhere = [...byLot.values()].reduce((sum, amount) => sum + Math.max(0, -amount), 0)
  const debt = lots.find(({ kind }) => kind === 'debt')
  const debtLast = [...byLot].toSorted(
    ([a], [b]) => Number(a === debt?.id) - Number(b === debt?.id),
  )
  return debtLast.map(([lotId, consumed]) => {
    const returned = Math.min(elsewhere, Math.max(0, consumed))
    elsewhere -= returned
    return { lotId, amount: consumed - returned }
  })
}

/** Whether its credit could no longer be used at this time. */
export function hasEnded({ expiresAt }: Lot, at: Date): boolean {
  return expiresAt !== null && expiresAt <= at
}

interface LotChange {
  lot: Lot
  amount: number
  reason?: string
}

/** Changes lots and notes an entry for each; an amount of 0 is none. */
export function changeLots(
  account: CreditAccount,
  cause: MovementCause,
  changes: readonly LotChange[],
): void {
  const real = changes.filter(({ amount }) => amount !== 0)
  for (const [index, { lot, amount, reason }] of real.entries()) {
    lot.remaining += amount
    account.newEntries.push({
      ...cause,
      key: index === 0 ? cause.key : `${cause.key}#${index + 1}`,
      ...(reason !== undefined && { reason }),
      lotId: lot.id,
      delta: amount,
    })
  }
}

/** The part of new credit that pays the debt; empty without a debt. */
function payDebt({ lots }: CreditAccount, amount: number): LotChange[] {
  const debt = lots.find(({ remaining }) => remaining < 0)
  if (!debt) return []
  return [{ lot: debt, amount: Math.min(amount, -debt.remaining), reason: '抵扣之前的欠额' }]
}

function totalOf(changes: readonly LotChange[]): number {
  return changes.reduce((sum, { amount }) => sum + amount, 0)
}

function findOrAddDebt(account: CreditAccount, at: Date): Lot {
  const debt = account.lots.find(({ kind }) => kind === 'debt')
  const facts = { kind: 'debt', reference: null, granted: 0, expiresAt: null } as const
  return debt ?? addLot(account, { ...facts, createdAt: at })
}

/** A lot for credit that returns to one that has ended. */
function addSuccessor(account: CreditAccount, { kind, reference }: Lot, granted: number, at: Date) {
  const expiresAt = new Date(at.getTime() + RESTORED_CREDIT_MS)
  return addLot(account, { kind, reference, granted, expiresAt, createdAt: at })
}

function addLot(account: CreditAccount, facts: Omit<Lot, 'id' | 'remaining'>): Lot {
  const lot = { ...facts, id: uuidv7(), remaining: 0 }
  account.lots.push(lot)
  account.newLots.push(lot)
  return lot
}
