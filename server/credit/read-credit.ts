import type { Query } from '../db/sql.ts'
import { listExpiringCredit, readBalance } from './ledger.store.ts'

const ENDS_SHOWN = 50

/** A user's balance, and the parts of it that end, soonest first. */
export async function readCredit(
  sql: Query,
  userId: string,
): Promise<{ balance: number; expiring: { amount: number; expiresAt: Date }[] }> {
  const [balance, expiring] = await Promise.all([
    readBalance(sql, userId),
    listExpiringCredit(sql, userId, ENDS_SHOWN),
  ])
  return { balance, expiring }
}
