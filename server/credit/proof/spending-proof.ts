import { type LedgerFault, NO_TOTALS, type Totals } from './ledger-findings.ts'
import type {
  BookedAccount,
  BookedEntry,
  BookedSpending,
  BookedSums,
  StoredCheckpoint,
} from './ledger-proof.store.ts'

/** Sums of a user's charges and reversals. */
interface Spent {
  charged: number
  reversed: number
}

/**
 * Compares ledger entries with the charges and reversals that they belong to. Both come in the order of user
 * and position, so that neither has to be kept.
 */
export class SpendingProof {
  readonly #spendings: AsyncGenerator<BookedSpending>
  #current: BookedSpending | null = null
  #isOpen = false
  /** Sum and number of the entries of the current one. */
  #sum = 0
  #count = 0
  readonly #byUser = new Map<string, Spent>()

  /** `spendings` begin where the checkpoints that are a start end. */
  constructor(spendings: AsyncGenerator<BookedSpending>, checkpoints: readonly StoredCheckpoint[]) {
    this.#spendings = spendings
    for (const { userId, charged, reversed, isStart } of checkpoints) {
      if (isStart) this.#byUser.set(userId, { charged, reversed })
    }
  }

  /** What a user's charges and reversals come to, those before the checkpoint included. */
  spentBy(userId: string): Spent {
    return this.#byUser.get(userId) ?? { charged: 0, reversed: 0 }
  }

  async add(entry: BookedEntry): Promise<LedgerFault[]> {
    if (!this.#isOpen) await this.#next()
    const faults: LedgerFault[] = []
    while (this.#current && endsBefore(this.#current, entry)) {
      faults.push(...this.#compare(this.#current))
      await this.#next()
    }
    const spending = this.#current
    const belongs = spending !== null && covers(spending, entry)
    if (belongs && entry.chargeId === spending.chargeId) {
      this.#sum += entry.delta
      this.#count += 1
    } else if (entry.chargeId !== null) {
      const { userId, chargeId, delta } = entry
      faults.push(fault(userId, 'charge = sum of its entries', chargeId, 0, delta))
    }
    return faults
  }

  /** Called when all entries were added. */
  async compareRest(): Promise<LedgerFault[]> {
    if (!this.#isOpen) await this.#next()
    const faults: LedgerFault[] = []
    while (this.#current) {
      faults.push(...this.#compare(this.#current))
      await this.#next()
    }
    return faults
  }

  compareSums(accounts: readonly BookedAccount[], sums: readonly BookedSums[]): LedgerFault[] {
    const byUser = new Map(sums.map((row) => [row.userId, row]))
    return accounts.flatMap(({ userId, held }) => {
      const spent = this.spentBy(userId)
      const booked = byUser.get(userId) ?? { held: 0, charged: 0, reversed: 0 }
      return [
        ...differ(userId, 'held = sum of open holds and reserves', booked.held, held),
        ...differ(userId, 'charges = usage of the days', spent.charged, booked.charged),
        ...differ(userId, 'charges = usage of the days', spent.reversed, booked.reversed),
      ]
    })
  }

  get totals(): Totals {
    const totals = { ...NO_TOTALS }
    for (const { charged, reversed } of this.#byUser.values()) {
      totals.charged += charged
      totals.reversed += reversed
    }
    return totals
  }

  #compare(spending: BookedSpending): LedgerFault[] {
    const { userId, id, chargeId, delta, reversed, givenBack, entries } = spending
    const { ...spent } = this.spentBy(userId)
    if (delta < 0) spent.charged -= delta
    else spent.reversed += delta
    this.#byUser.set(userId, spent)
    const found = this.#count === entries ? this.#sum : 0
    return [
      ...differ(userId, 'charge = sum of its entries', delta, found, id),
      ...differ(userId, 'reversed = sum of reversals', givenBack, reversed, chargeId),
    ]
  }

  async #next(): Promise<void> {
    this.#isOpen = true
    const { value, done } = await this.#spendings.next()
    this.#current = done === true ? null : value
    this.#sum = 0
    this.#count = 0
  }
}

function endsBefore({ userId, position, entries }: BookedSpending, entry: BookedEntry): boolean {
  if (userId !== entry.userId) return userId < entry.userId
  return position + entries <= entry.position
}

function covers({ userId, position, entries }: BookedSpending, entry: BookedEntry): boolean {
  const at = entry.position - position
  return userId === entry.userId && at >= 0 && at < entries
}

function differ(
  userId: string,
  rule: LedgerFault['rule'],
  expected: number,
  found: number,
  subject: string | null = null,
): LedgerFault[] {
  return expected === found ? [] : [fault(userId, rule, subject, expected, found)]
}

function fault(
  userId: string,
  rule: LedgerFault['rule'],
  subject: string | null,
  expected: number,
  found: number,
): LedgerFault {
  return { userId, rule, subject, expected, found }
}
