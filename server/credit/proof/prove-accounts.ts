import type { Query, Sql } from '../../db/sql.ts'
import { AccountTally } from './account-tally.ts'
import type { Checkpoint } from './checkpoints.store.ts'
import { addTotals, type LedgerFault, NO_TOTALS, type Totals } from './ledger-findings.ts'
import { openBooks, type UserRange } from './ledger-proof.store.ts'
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
  /** Of these accounts, and how many of them this proof read: the others were proven before. */
  entries: number
  read: number
  totals: Totals
  faults: LedgerFault[]
}

/** From when on a full reading counts, and when this one is made. */
export interface ReadingTimes {
  now: Date
  fullBefore: Date
}

/**
 * Proves the books of these users, all read at one moment: after their checkpoints, or from the first entry for
 * users whose last full reading is not after `fullBefore`. Returns a new checkpoint for each user without faults
 * of whom something was read.
 */
export function proveAccounts(
  sql: Sql,
  users: UserRange,
  { listDueGrants, now, fullBefore }: ReadingTimes & { listDueGrants: ListDueGrants },
): Promise<AccountsProof & { checkpoints: Checkpoint[] }> {
  return sql.begin(async (tx) => {
    const books = await openBooks(tx, users, fullBefore)
    const stored = new Map(books.checkpoints.map((checkpoint) => [checkpoint.userId, checkpoint]))
    const tallies = new Map<string, AccountTally>()
    const tallyOf = (userId: string) => {
      let tally = tallies.get(userId)
      if (!tally) tallies.set(userId, (tally = new AccountTally(userId, stored.get(userId))))
      return tally
    }
    const spent = new SpendingProof(books.spendings, books.checkpoints)
    const faults: LedgerFault[] = []
    for await (const entry of books.entries) {
      faults.push(...tallyOf(entry.userId).add(entry), ...(await spent.add(entry)))
    }
    faults.push(...(await spent.compareRest()))
    for await (const { id, userId, remaining } of books.lots) {
      faults.push(...tallyOf(userId).compareLot(id, remaining))
    }
    for await (const { reference, userId, due } of listDueGrants(tx, users)) {
      faults.push(...tallyOf(userId).compareGrant(reference, due))
    }
    for (const account of books.accounts) {
      faults.push(...tallyOf(account.userId).compareAccount(account))
    }
    const welcomed = books.welcomes.reduce((sum, { amount }) => sum + amount, 0)
    const welcomes = new Map(books.welcomes.map(({ userId, amount }) => [userId, amount]))
    for (const userId of new Set([...tallies.keys(), ...welcomes.keys()])) {
      faults.push(...tallyOf(userId).compareWelcome(welcomes.get(userId) ?? 0))
    }
    faults.push(...spent.compareSums(books.accounts, books.sums))

    const totals = addTotals(spent.totals, { ...NO_TOTALS, welcomed })
    const proof = { accounts: books.accounts.length, entries: 0, read: 0, totals }
    for (const { balance, held } of books.accounts) {
      proof.totals = addTotals(proof.totals, { ...NO_TOTALS, balance, held })
    }
    const faulty = new Set(faults.map(({ userId }) => userId))
    const checkpoints: Checkpoint[] = []
    for (const [userId, tally] of tallies) {
      proof.entries += tally.count
      proof.read += tally.read
      if (faulty.has(userId) || !tally.isNew) continue
      checkpoints.push(tally.checkpointAt(now, spent.spentBy(userId)))
    }
    return { ...proof, faults, checkpoints }
  })
}
