import type { Deps } from '../deps.ts'
import { BatchFailures } from '../jobs/batch-failures.ts'
import { lockAccount } from './credit-accounts.store.ts'
import { listUsersWithEndedCredit } from './ledger.store.ts'

const BATCH = 200

/** Expires the holds and lots that have ended, user by user; a user that fails does not stop the others. */
export async function expireCredit(
  { sql, now, log }: Pick<Deps, 'sql' | 'now' | 'log'>,
  stop?: AbortSignal,
): Promise<void> {
  const failures = new BatchFailures(log)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const at = now()
    const users = await listUsersWithEndedCredit(sql, at, { after, limit: BATCH })
    for (const userId of users) {
      if (stop?.aborted) return
      after = userId
      // locking an account expires what has ended in it
      await failures.guard(userId, () => sql.begin((tx) => lockAccount(tx, userId, { at })))
    }
    if (users.length < BATCH) return failures.throwAny()
  }
}
