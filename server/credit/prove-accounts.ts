import type { CreditEntryType } from '#contract/shapes.ts'
import type { Query, Sql } from '../db/sql.ts'
import {
  type BookedAccount,
  type BookedEntry,
  openBooks,
  type UserRange,
} from './ledger-proof.store.ts'
import { addTotals, type LedgerFault, NO_TOTALS, type Totals } from './ledger-findings.ts'
import { SpendingProof } from './spending-proof.ts'

/** The credit that a reference has to have granted: for an order 0 until it is paid. */
export interface DueGrant {
  reference: string
  userId: string
  due: number
}

/** Every reference of these users, read in the proof's transaction. */
export type ListDueGrants = (tx: Query, users: UserRange) => AsyncGenerator<DueGrant>

export interface AccountsProof {
  accounts: number
  entries: number
  totals: Totals
  faults: LedgerFault[]
}

/** Proves the books of these users, all read at one moment. */
export function proveAccounts(
  sql: Sql,
  users: UserRange,
  listDueGrants: ListDueGrants,
): Promise<AccountsProof> {
  return sql.begin(async (tx) => {
    const { accounts, entries, lots, spendings, sums } = await openBooks(tx, users)
    const tallies = new Tallies()
    const spent = new SpendingProof(spendings)
    const faults: LedgerFault[] = []
    for await (const entry of entries) {
      faults.push(...tallies.of(entry.userId).add(entry), ...(await spent.add(entry)))
    }
    faults.push(...(await spent.compareRest()))
    for await (const { id, userId, remaining } of lots) {
      faults.push(...tallies.of(userId).compareLot(id, remaining))
    }
    for await (const { reference, userId, due } of listDueGrants(tx, users)) {
      faults.push(...tallies.of(userId).compareGrant(reference, due))
    }
    for (const account of accounts)
      faults.push(...tallies.of(account.userId).compareAccount(account))
    faults.push(...spent.compareSums(accounts, sums))
    const totals = accounts.reduce(
      (sum, { balance, held }) => addTotals(sum, { ...NO_TOTALS, balance, held }),
      spent.totals,
    )
    return { accounts: accounts.length, entries: tallies.entries(), totals, faults }
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

const GRANTED: readonly CreditEntryType[] = ['purchase', 'bonus']
const TAKEN_BACK: readonly CreditEntryType[] = [
  'refund_clawback',
  'dispute_hold',
  'dispute_release',
]

/** The sums of a user's entries, and the faults found in them. */
class Tally {
  count = 0
  #total = 0
  #balance = 0
  #inLots = 0
  readonly #userId: string
  /** Sums of entries whose lot was not compared yet. */
  readonly #byLot = new Map<string | null, number>()
  readonly #byReference = new Map<string, { granted: number; takenBack: number }>()

  constructor(userId: string) {
    this.#userId = userId
  }

  add({ id, position, type, delta, balanceAfter, lotId, reference }: BookedEntry): LedgerFault[] {
    const expected = this.#balance + delta
    this.count += 1
    this.#total += delta
    this.#balance = balanceAfter
    this.#byLot.set(lotId, (this.#byLot.get(lotId) ?? 0) + delta)
    if (reference !== null) {
      const sums = this.#byReference.get(reference) ?? { granted: 0, takenBack: 0 }
      if (GRANTED.includes(type)) sums.granted += delta
      if (TAKEN_BACK.includes(type)) sums.takenBack -= delta
      this.#byReference.set(reference, sums)
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

  /** A reference grants exactly what is due, and at most that is taken back. */
  compareGrant(reference: string, due: number): LedgerFault[] {
    const { granted, takenBack } = this.#byReference.get(reference) ?? { granted: 0, takenBack: 0 }
    const faults: LedgerFault[] = []
    if (granted !== due) {
      faults.push(this.#fault('a paid order is credited once', reference, due, granted))
    }
    if (takenBack < 0 || takenBack > granted) {
      const rule = 'no more is taken back than was given'
      faults.push(this.#fault(rule, reference, granted, takenBack))
    }
    return faults
  }

  /** Called last: entries that no compared lot has explained belong to lots that do not exist. */
  compareAccount({ balance, entries }: BookedAccount): LedgerFault[] {
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
