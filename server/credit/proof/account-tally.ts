import { hash } from 'node:crypto'
import type { CreditEntryType } from '#contract/shapes.ts'
import type { Checkpoint } from './checkpoints.store.ts'
import type { LedgerFault } from './ledger-findings.ts'
import type { BookedAccount, BookedEntry, StoredCheckpoint } from './ledger-proof.store.ts'

const GRANTED: readonly CreditEntryType[] = ['purchase', 'bonus', 'welcome']
/** Under which the sum of the gifts of welcome stands among those of references. */
const WELCOME = 'welcome'
const TAKEN_BACK: readonly CreditEntryType[] = [
  'refund_clawback',
  'dispute_hold',
  'dispute_release',
]

/** The sums of a user's entries from the first on, and the faults found in them. */
export class AccountTally {
  /** Entries, those before the checkpoint included. */
  count = 0
  /** Entries that were read. */
  read = 0
  #total = 0
  #balance = 0
  #inLots = 0
  #hash = ''
  readonly #userId: string
  readonly #checkpoint: StoredCheckpoint | undefined
  /** Sums of entries by lot. */
  readonly #byLot = new Map<string | null, number>()
  /** Lots whose sum was not compared yet. */
  readonly #uncompared: Set<string | null>
  readonly #byReference = new Map<string, { granted: number; takenBack: number }>()

  constructor(userId: string, checkpoint?: StoredCheckpoint) {
    this.#userId = userId
    this.#checkpoint = checkpoint
    if (checkpoint?.isStart === true) {
      this.count = checkpoint.position
      this.#total = checkpoint.balance
      this.#balance = checkpoint.balance
      this.#hash = checkpoint.hash
      this.#byLot = new Map(Object.entries(checkpoint.lots))
      this.#byReference = new Map(Object.entries(checkpoint.grants))
    }
    this.#uncompared = new Set(this.#byLot.keys())
  }

  /** Whether the stored checkpoint is behind what was read. */
  get isNew(): boolean {
    return this.read > 0 || this.#checkpoint?.isStart !== true
  }

  add(entry: BookedEntry): LedgerFault[] {
    const { id, position, type, delta, balanceAfter, lotId, reference } = entry
    const expected = this.#balance + delta
    this.count += 1
    this.read += 1
    this.#hash = hashEntry(this.#hash, entry)
    this.#uncompared.add(lotId)
    this.#total += delta
    this.#balance = balanceAfter
    this.#byLot.set(lotId, (this.#byLot.get(lotId) ?? 0) + delta)
    const subject = type === 'welcome' ? WELCOME : reference
    if (subject !== null) {
      const sums = this.#byReference.get(subject) ?? { granted: 0, takenBack: 0 }
      if (GRANTED.includes(type)) sums.granted += delta
      if (TAKEN_BACK.includes(type)) sums.takenBack -= delta
      this.#byReference.set(subject, sums)
    }
    const faults: LedgerFault[] = []
    if (balanceAfter !== expected || position !== this.count) {
      faults.push(this.#fault('each entry follows the one before', id, expected, balanceAfter))
    }
    if (position === this.#checkpoint?.position && this.#hash !== this.#checkpoint.hash) {
      faults.push(this.#fault('entries as they were proven before', null, position, 0))
    }
    return faults
  }

  compareLot(id: string, remaining: number): LedgerFault[] {
    const expected = this.#byLot.get(id) ?? 0
    this.#uncompared.delete(id)
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

  /** The account was given exactly the welcome that is noted for it; 0: none is. */
  compareWelcome(due: number): LedgerFault[] {
    const { granted } = this.#byReference.get(WELCOME) ?? { granted: 0 }
    return granted === due ? [] : [this.#fault('a welcome is granted once', null, due, granted)]
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
    const proven = this.#checkpoint?.position ?? 0
    if (this.count < proven) {
      faults.push(this.#fault('entries as they were proven before', null, proven, this.count))
    }
    for (const lotId of this.#uncompared) {
      const total = this.#byLot.get(lotId) ?? 0
      if (total !== 0) faults.push(this.#fault('lot = sum of its entries', lotId, total, 0))
    }
    return faults
  }

  /** What was found, for the next proof. */
  checkpointAt(
    now: Date,
    { charged, reversed }: { charged: number; reversed: number },
  ): Checkpoint {
    const lots = [...this.#byLot].filter(([id, sum]) => id !== null && sum !== 0)
    return {
      ...{ userId: this.#userId, position: this.count, balance: this.#total, hash: this.#hash },
      ...{ charged, reversed },
      lots: Object.fromEntries(lots),
      grants: Object.fromEntries(this.#byReference),
      readInFullAt: this.#checkpoint?.isStart === true ? this.#checkpoint.readInFullAt : now,
    }
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

/** The hash of an entry's amounts and references with the hash of the entry before it. */
function hashEntry(before: string, entry: BookedEntry): string {
  const { id, position, type, delta, balanceAfter, lotId, reference, chargeId } = entry
  const fields = [id, position, type, delta, balanceAfter, lotId, reference, chargeId]
  return hash('sha256', `${before}|${fields.join('|')}`)
}
