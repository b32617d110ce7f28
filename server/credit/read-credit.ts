import type { Query } from '../db/sql.ts'
import { listExpiringCredit, readBalance } from './ledger.store.ts'

const ENDS_SHOWN = 50

export interface Credit {
  /** What the lots hold; negative: a debt. */
  balance: number
  /** Reserved by open holds. */
  held: number
  /** What can be spent: balance less held, which may be below 0. */
  available: number
  /** What the user owes. */
  debt: number
  /** The parts that end, soonest first. */
  expiring: { amount: number; expiresAt: Date }[]
}

export async function readCredit(sql: Query, userId: string): Promise<Credit> {
  const [{ balance, held }, expiring] = await Promise.all([
    readBalance(sql, userId),
    listExpiringCredit(sql, userId, ENDS_SHOWN),
  ])
  return { balance, held, available: balance - held, debt: Math.max(0, -balance), expiring }
}
