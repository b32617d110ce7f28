import type { CreditEntryType } from '#contract/shapes.ts'
import type { Sql } from '../db/sql.ts'
import {
  type BookedAccount,
  type BookedEntry,
  openBooks,
  type Users,
} from './ledger-proof.store.ts'

/** A rule of the books and where it does not hold. */
export interface LedgerFault {
  userId: string
  rule:
    | 'balance = sum of entries'
    | 'balance = sum of lots'
    | 'entries counted'
    | 'each entry follows the one before'
    | 'lot = sum of its entries'
    | 'a paid order is credited once'
    | 'no more is taken back than was given'
  /** The entry, lot or order it is about; null = the account. */
  subject: string | null
  expected: number
  found: number
}

export interface AccountsProof {
  accounts: number
  entries: number
  faults: LedgerFault[]
}

/** What does not hold in the books of these users, all of them read as they are at one moment. */
export function proveAccounts(sql: Sql, users: Users): Promise<AccountsProof> {
  return sql.begin(async (tx) => {
    const { accounts, entries, lots, orders } = await openBooks(tx, users)
    const tallies = new Tallies()
    const faults: LedgerFault[] = []
    for await (const entry of entries) faults.push(...tallies.of(entry.userId).add(entry))
    for await (const { id, userId, remaining } of lots) {
      faults.push(...tallies.of(userId).compareLot(id, remaining))
    }
    for await (const { id, userId, due } of orders) {
      faults.push(...tallies.of(userId).compareOrder(id, due))
    }
    for (const account of accounts) faults.push(...tallies.of(account.userId).compare(account))
    return { accounts: accounts.length, entries: tallies.entries(), faults }
  })
}

class Tallies {
  readonly #byUser = new Map<string, Tally>()

  of(userId: string): Tally {
    let tally = this.#byUser.get(userId)
    if (!tally) this.#byUser.set(userId, (tally = new Tally(userId)))
    return tally
  }

  entries(): number {
    return [...this.#byUser.values()].reduce((sum, { count }) => sum + count, 0)
  }
}

const GIVEN: readonly CreditEntryType[] = ['purchase', 'bonus']
const TAKEN: readonly CreditEntryType[] = ['refund_clawback', 'dispute_hold', 'dispute_release']

/** What a user's entries come to, and what is wrong with them. */
class Tally {
  count = 0
  #total = 0
  #balance = 0
  #inLots = 0
  readonly #userId: string
  /** Of entries alone; those whose lot was compared are gone. */
  readonly #byLot = new Map<string | null, number>()
  readonly #byOrder = new Map<string, { given: number; taken: number }>()

  constructor(userId: string) {
    this.#userId = userId
  }

  add({ id, position, type, delta, balanceAfter, lotId, orderId }: BookedEntry): LedgerFault[] {
    const expected = this.#balance + delta
    this.count += 1
    this.#total += delta
    this.#balance = balanceAfter
    this.#byLot.set(lotId, (this.#byLot.get(lotId) ?? 0) + delta)
    if (orderId !== null) {
      const sums = this.#byOrder.get(orderId) ?? { given: 0, taken: 0 }
      if (GIVEN.includes(type)) sums.given += delta
      if (TAKEN.includes(type)) sums.taken -= delta
      this.#byOrder.set(orderId, sums)
    }
    const follows = balanceAfter === expected && position === this.count
    return follows
      ? []
      : [this.#fault('each entry follows the one before', id, expected, balanceAfter)]
  }

  compareLot(id: string, remaining: number): LedgerFault[] {
    const expected = this.#byLot.get(id) ?? 0
    this.#byLot.delete(id)
    this.#inLots += remaining
    if (expected === remaining) return []
    return [this.#fault('lot = sum of its entries', id, expected, remaining)]
  }

  /** An order brings its credit exactly when it was paid, and gives back at most that. */
  compareOrder(id: string, due: number): LedgerFault[] {
    const { given, taken } = this.#byOrder.get(id) ?? { given: 0, taken: 0 }
    const faults: LedgerFault[] = []
    if (given !== due) faults.push(this.#fault('a paid order is credited once', id, due, given))
    if (taken < 0 || taken > given) {
      faults.push(this.#fault('no more is taken back than was given', id, given, taken))
    }
    return faults
  }

  /** After all else: what is left of the entries belongs to lots that are not there. */
  compare({ balance, entries }: BookedAccount): LedgerFault[] {
    const faults: LedgerFault[] = []
    for (const [rule, expected, found] of [
      ['balance = sum of entries', this.#total, balance],
      ['balance = sum of lots', this.#inLots, balance],
      ['entries counted', this.count, entries],
    ] as const) {
      if (expected !== found) faults.push(this.#fault(rule, null, expected, found))
    }
    for (const [lotId, total] of this.#byLot) {
      if (total !== 0) faults.push(this.#fault('lot = sum of its entries', lotId, total, 0))
    }
    return faults
  }

  #fault(
    rule: LedgerFault['rule'],
    subject: string | null,
    expected: number,
    found: number,
  ): LedgerFault {
    return { userId: this.#userId, rule, subject, expected, found }
  }
}
