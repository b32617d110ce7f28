import { accountJobs } from '../account/jobs.ts'
import { endClosedAccount } from '../process/start/end-closed-account.ts'
import type { TimedJob } from '../jobs/timed.ts'

/** The timed jobs of accounts as the shop starts them. */
export function startedAccountJobs(deps: Parameters<typeof accountJobs>[0]): TimedJob[] {
  return accountJobs(deps, { endSpending: endClosedAccount })
}
