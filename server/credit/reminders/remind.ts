import type { Deps } from '../../deps.ts'
import { BatchFailures } from '../../jobs/batch-failures.ts'
import { queueMail } from '../../mail/outbox.ts'
import { lockAccount } from '../credit-accounts.store.ts'
import { endingCreditMail, lowCreditMail } from './reminder-mails.ts'
import { claimEndingCredit, claimLowBalances, listUsersToRemind } from './reminders.store.ts'

type Needs = Pick<Deps, 'sql' | 'now' | 'log' | 'config' | 'content'>

const BATCH = 100

/** Queues one mail for each account that has fallen below its threshold, on however many nodes it runs. */
export async function remindOfLowCredit(deps: Needs, stop?: AbortSignal): Promise<void> {
  while (!stop?.aborted) {
    const claimed = await deps.sql.begin(async (tx) => {
      const low = await claimLowBalances(tx, BATCH)
      for (const each of low) {
        const { email: to, userId } = each
        await queueMail(tx, { to, ...lowCreditMail(deps, each) }, { userId })
      }
      return low.length
    })
    if (claimed === 0) return
  }
}

/** Queues one mail for each account with credit that ends soon; an account that fails does not stop the others. */
export async function remindOfEndingCredit(deps: Needs, stop?: AbortSignal): Promise<void> {
  const { sql, now, log } = deps
  const failures = new BatchFailures(log)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const users = await listUsersToRemind(sql, now(), { after, limit: BATCH })
    for (const userId of users) {
      if (stop?.aborted) return
      after = userId
      await failures.guard(userId, () => remindUser(deps, userId))
    }
    if (users.length < BATCH) return failures.throwAny()
  }
}

async function remindUser(deps: Needs, userId: string): Promise<void> {
  await deps.sql.begin(async (tx) => {
    const at = deps.now()
    await lockAccount(tx, userId, { at })
    const endings = await claimEndingCredit(tx, userId, at)
    const [soonest] = endings
    if (soonest === undefined) return
    await queueMail(
      tx,
      { to: soonest.email, ...endingCreditMail(deps, userId, endings) },
      { goodUntil: soonest.expiresAt, userId },
    )
  })
}
