import type { Deps } from '../deps.ts'
import { Failures } from '../jobs/failures.ts'
import { listExpiredUsers } from './ledger.store.ts'
import { holdPurse } from './credit-accounts.store.ts'

const BATCH = 200

/** Books off the credit whose time is over, user by user; one that fails does not stop the others. */
export async function expireCredit(
  { sql, now, log }: Pick<Deps, 'sql' | 'now' | 'log'>,
  stop?: AbortSignal,
): Promise<void> {
  const failures = new Failures(log)
  for (;;) {
    const at = now()
    const users = await listExpiredUsers(sql, at, { limit: BATCH, except: failures.subjects })
    for (const userId of users) {
      if (stop?.aborted) return
      await failures.guard(userId, () => sql.begin((tx) => holdPurse(tx, userId, { at })))
    }
    if (users.length < BATCH) return failures.throwAny()
  }
}
