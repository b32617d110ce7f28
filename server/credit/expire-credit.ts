import type { Deps } from '../deps.ts'
import { Failures } from '../jobs/failures.ts'
import { lockAccount } from './credit-accounts.store.ts'
import { listUsersWithEndedLots } from './ledger.store.ts'

const BATCH = 200

/** Expires the lots that have ended, user by user; a user that fails does not stop the others. */
export async function expireCredit(
  { sql, now, log }: Pick<Deps, 'sql' | 'now' | 'log'>,
  stop?: AbortSignal,
): Promise<void> {
  const failures = new Failures(log)
  for (;;) {
    const at = now()
    const users = await listUsersWithEndedLots(sql, at, { limit: BATCH, except: failures.subjects })
    for (const userId of users) {
      if (stop?.aborted) return
      // locking an account expires its ended lots
      await failures.guard(userId, () => sql.begin((tx) => lockAccount(tx, userId, { at })))
    }
    if (users.length < BATCH) return failures.throwAny()
  }
}
