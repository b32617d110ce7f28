import type { Deps } from '../deps.ts'
import type { TimedJob } from '../jobs/timed.ts'
import { expireCredit } from './expire-credit-job.ts'
import type { ListDueGrants } from './proof/prove-accounts.ts'
import { remindOfEndingCredit, remindOfLowCredit } from './reminders/remind.ts'
import { reportLedgerFaults } from './proof/report-ledger-faults.ts'

const MINUTE_MS = 60_000
const LOW_CREDIT_MS = 15_000

/** The timed jobs of the ledger. `listDueGrants` is of the feature that sells credit. */
export function creditJobs(deps: Deps, listDueGrants: ListDueGrants): TimedJob[] {
  const { timeZone } = deps.content.site
  return [
    { name: 'expire-credit', everyMs: MINUTE_MS, run: (stop) => expireCredit(deps, stop) },
    {
      name: 'remind-of-low-credit',
      everyMs: LOW_CREDIT_MS,
      run: (stop) => remindOfLowCredit(deps, stop),
    },
    {
      name: 'remind-of-ending-credit',
      dailyAt: { hour: 9, timeZone },
      run: (stop) => remindOfEndingCredit(deps, stop),
    },
    {
      name: 'prove-ledger',
      dailyAt: { hour: 4, timeZone },
      run: (stop) => reportLedgerFaults(deps, listDueGrants, stop),
    },
  ]
}
