import type { Deps } from '../deps.ts'
import { listExpiredUsers } from './ledger.store.ts'
import { holdPurse } from './purse.store.ts'

const BATCH = 200

/** Books off the credit whose time is over, user by user. */
export async function expireCredit(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  stop?: AbortSignal,
): Promise<void> {
  for (;;) {
    const at = now()
    const users = await listExpiredUsers(sql, at, BATCH)
    for (const userId of users) {
      if (stop?.aborted) return
      await sql.begin((tx) => holdPurse(tx, userId, { at }))
    }
    if (users.length < BATCH) return
  }
}
