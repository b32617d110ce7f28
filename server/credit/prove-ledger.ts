import type { Deps } from '../deps.ts'
import type { Sql } from '../db/sql.ts'
import { describe } from '../jobs/describe.ts'
import { listUsersAfter } from './ledger-proof.store.ts'
import { type AccountsProof, proveAccounts } from './prove-accounts.ts'

export interface LedgerProof extends AccountsProof {
  isProven: boolean
  /** Users whose books could not be read, and why. */
  unread: { userId: string; reason: string }[]
}

/** Users in one transaction. */
const BATCH = 200

/**
 * Proves the books: for every user sum(delta) = balance = sum(remaining), entry by entry, lot by lot and
 * order by order. May run while credit moves. Users that cannot be read are told of, and the others proved.
 */
export async function proveLedger(
  { sql }: Pick<Deps, 'sql'>,
  stop?: AbortSignal,
): Promise<LedgerProof> {
  const proof: LedgerProof = { isProven: true, accounts: 0, entries: 0, faults: [], unread: [] }
  let after: string | null = null
  for (;;) {
    const users: string[] = await listUsersAfter(sql, after, BATCH)
    await prove(sql, users, proof, stop)
    after = users.at(-1) ?? null
    if (users.length < BATCH) break
  }
  proof.isProven = proof.faults.length === 0 && proof.unread.length === 0
  return proof
}

/** Halves what cannot be proved together, until those are left alone that are to blame. */
async function prove(
  sql: Sql,
  users: readonly string[],
  proof: LedgerProof,
  stop?: AbortSignal,
): Promise<void> {
  stop?.throwIfAborted()
  const [first] = users
  const last = users.at(-1)
  if (first === undefined || last === undefined) return
  try {
    const part = await proveAccounts(sql, { first, last })
    proof.accounts += part.accounts
    proof.entries += part.entries
    proof.faults.push(...part.faults)
  } catch (error) {
    // throws when the database itself is away
    await listUsersAfter(sql, null, 1)
    if (users.length === 1) {
      proof.unread.push({ userId: first, reason: describe(error) })
      return
    }
    const middle = Math.ceil(users.length / 2)
    await prove(sql, users.slice(0, middle), proof, stop)
    await prove(sql, users.slice(middle), proof, stop)
  }
}
