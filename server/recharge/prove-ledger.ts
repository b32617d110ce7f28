import type { Deps } from '../deps.ts'

export interface LedgerFault {
  userId: string
  /** What does not hold, by name. */
  rule: string
  /** The lot or order it is about; null = the account. */
  subject: string | null
  expected: number
  found: number
}

export interface LedgerProof {
  isProven: boolean
  accounts: number
  entries: number
  faults: LedgerFault[]
}

/** Proves the books: for every user sum(delta) = balance = sum(remaining), entry by entry and lot by lot. */
export function proveLedger(_deps: Pick<Deps, 'sql'>): Promise<LedgerProof> {
  throw new Error('not built yet')
}
