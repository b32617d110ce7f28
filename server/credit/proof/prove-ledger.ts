import type { Deps } from '../../deps.ts'
import type { Sql } from '../../db/sql.ts'
import { failureText } from '../../jobs/record-end.ts'
import { storeCheckpoints } from './checkpoints.store.ts'
import { listUsersAfter } from './ledger-proof.store.ts'
import { addTotals, NO_TOTALS } from './ledger-findings.ts'
import {
  type AccountsProof,
  type ListDueGrants,
  proveAccounts,
  type ReadingTimes,
} from './prove-accounts.ts'

export interface LedgerProof extends AccountsProof {
  isProven: boolean
  /** Users whose books could not be read, and why. */
  unread: { userId: string; reason: string }[]
}

/** Users of one transaction. */
const BATCH = 200

const DAY_MS = 24 * 60 * 60 * 1000
/** How long entries that were proven are not read again. */
const TRUSTED_MS = 30 * DAY_MS
const LATER_THAN_ALL = new Date('9999-01-01T00:00:00Z')

/**
 * Proves for every user that the sum of the entries, the balance and the sum of the lots are equal, entry by entry, lot
 * by lot and grant by grant; that a welcome was granted as it is noted; that what is held is the sum of open holds and
 * reserves; and that charges, their entries and the usage of the days are equal. Entries that were proven in the last
 * 30 days are not read again, unless `isFull`. Credit may move meanwhile. Users whose books cannot be read are reported
 * in `unread`.
 */
export async function proveLedger(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  listDueGrants: ListDueGrants,
  { isFull = false, stop }: { isFull?: boolean; stop?: AbortSignal | undefined } = {},
): Promise<LedgerProof> {
  const proof: LedgerProof = {
    ...{ isProven: true, accounts: 0, entries: 0, read: 0, totals: NO_TOTALS },
    ...{ faults: [], unread: [] },
  }
  const at = now()
  const fullBefore = isFull ? LATER_THAN_ALL : new Date(at.getTime() - TRUSTED_MS)
  let after: string | null = null
  for (;;) {
    const users: string[] = await listUsersAfter(sql, after, BATCH)
    await proveUsers(users, { sql, listDueGrants, proof, stop, now: at, fullBefore })
    after = users.at(-1) ?? null
    if (users.length < BATCH) break
  }
  proof.isProven = proof.faults.length === 0 && proof.unread.length === 0
  return proof
}

interface Run extends ReadingTimes {
  sql: Sql
  listDueGrants: ListDueGrants
  proof: LedgerProof
  stop: AbortSignal | undefined
}

/** Halves a batch that cannot be read until the users that cause it are alone. */
async function proveUsers(users: readonly string[], run: Run): Promise<void> {
  const { sql, proof, stop } = run
  stop?.throwIfAborted()
  const [first] = users
  const last = users.at(-1)
  if (first === undefined || last === undefined) return
  const part = await proveAccounts(sql, { first, last }, run).catch(async (error: unknown) => {
    // throws when the database itself cannot be reached
    await listUsersAfter(sql, null, 1)
    if (users.length === 1) proof.unread.push({ userId: first, reason: failureText(error) })
    return null
  })
  if (part) {
    proof.accounts += part.accounts
    proof.entries += part.entries
    proof.read += part.read
    proof.totals = addTotals(proof.totals, part.totals)
    proof.faults.push(...part.faults)
    await storeCheckpoints(sql, part.checkpoints)
  } else if (users.length > 1) {
    const middle = Math.ceil(users.length / 2)
    await proveUsers(users.slice(0, middle), run)
    await proveUsers(users.slice(middle), run)
  }
}
