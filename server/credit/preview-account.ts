import type { Query } from '../db/sql.ts'
import { listLots, readLiveHeld } from './account-preview.store.ts'
import { expireLots } from './expire-lots.ts'
import { type CreditAccount, openCreditAccount } from './lots.ts'
import { readLateHolds } from './reserves.store.ts'

/** A credit account that is not locked. */
export interface AccountState extends CreditAccount {
  balance: number
  /** Reserved by open holds and refunds. */
  held: number
  /** What may still be captured of holds that have expired. */
  late: number
}

/** A credit account as `lockAccount` would find it at this time: `newEntries` are what it would expire. Stores nothing. */
export async function previewAccount(sql: Query, userId: string, at: Date): Promise<AccountState> {
  // one after another: `sql` may be a transaction
  const stored = await listLots(sql, userId)
  const held = await readLiveHeld(sql, userId, at)
  const late = await readLateHolds(sql, userId, at)
  const account = openCreditAccount(stored)
  expireLots(account, { at, held })
  const balance = account.lots.reduce((sum, { remaining }) => sum + remaining, 0)
  return { ...account, balance, held, late }
}
