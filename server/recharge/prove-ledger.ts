import type { Deps } from '../deps.ts'
import { type LedgerFault, listUsersAfter, proveAccounts } from './ledger-proof.store.ts'

export interface LedgerProof {
  isProven: boolean
  accounts: number
  entries: number
  faults: LedgerFault[]
}

/** Users in one statement: what it reads stays well inside the time a statement has. */
const BATCH = 200

/**
 * Proves the books: for every user sum(delta) = balance = sum(remaining), entry by entry, lot by lot and
 * order by order. May run while credit moves: each rule is read in one statement.
 */
export async function proveLedger(
  { sql }: Pick<Deps, 'sql'>,
  stop?: AbortSignal,
): Promise<LedgerProof> {
  const proof: Omit<LedgerProof, 'isProven'> = { accounts: 0, entries: 0, faults: [] }
  let after: string | null = null
  for (;;) {
    const users: string[] = await listUsersAfter(sql, after, BATCH)
    const part = await proveAccounts(sql, users)
    proof.accounts += part.accounts
    proof.entries += part.entries
    proof.faults.push(...part.faults)
    after = users.at(-1) ?? null
    stop?.throwIfAborted()
    if (users.length < BATCH) return { ...proof, isProven: proof.faults.length === 0 }
  }
}
