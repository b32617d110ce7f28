import type { Deps } from '../deps.ts'
import type { TimedJob } from '../jobs/timed.ts'
import { compareBooks, proveBooks } from './daily-checks.ts'
import { expireCredit } from './expire-credit.ts'
import { expireOrders, reconcile } from './reconcile.ts'
import { finishRefunds, reconcileMoneyBack, settleWaiting } from './reconcile-money-back.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** What runs by itself so that no order stays in limbo and no fault in the books unseen. */
export function rechargeJobs(deps: Deps): TimedJob[] {
  return [
    { name: 'reconcile-orders', everyMs: MINUTE_MS, run: (stop) => reconcile(deps, stop) },
    { name: 'expire-orders', everyMs: MINUTE_MS, run: (stop) => expireOrders(deps, stop) },
    { name: 'finish-refunds', everyMs: MINUTE_MS, run: (stop) => finishRefunds(deps, stop) },
    {
      name: 'reconcile-refunds',
      everyMs: MINUTE_MS,
      run: (stop) => reconcileMoneyBack(deps, stop),
    },
    { name: 'expire-credit', everyMs: MINUTE_MS, run: (stop) => expireCredit(deps, stop) },
    { name: 'settle-waiting-refunds', everyMs: DAY_MS, run: (stop) => settleWaiting(deps, stop) },
    { name: 'diff-provider', everyMs: DAY_MS, run: () => compareBooks(deps) },
    { name: 'prove-ledger', everyMs: DAY_MS, run: (stop) => proveBooks(deps, stop) },
  ]
}
