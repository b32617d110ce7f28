import type { Deps } from '../deps.ts'
import type { TimedJob } from '../jobs/timed.ts'
import { expireCredit } from './expire-credit.ts'
import type { ListDueGrants } from './prove-accounts.ts'
import { reportLedgerFaults } from './report-ledger-faults.ts'

const MINUTE_MS = 60_000

/** The timed jobs of the ledger. `listDueGrants` is of the feature that sells credit. */
export function creditJobs(deps: Deps, listDueGrants: ListDueGrants): TimedJob[] {
  const { timeZone } = deps.content.site
  return [
    { name: 'expire-credit', everyMs: MINUTE_MS, run: (stop) => expireCredit(deps, stop) },
    {
      name: 'prove-ledger',
      dailyAt: { hour: 4, timeZone },
      run: (stop) => reportLedgerFaults(deps, listDueGrants, stop),
    },
  ]
}
