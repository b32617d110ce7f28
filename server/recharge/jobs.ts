import type { Deps } from '../deps.ts'
import type { TimedJob } from '../jobs/timed.ts'
import { compareBooks, proveBooks } from './checks/daily-checks.ts'
import { expireCredit } from '../credit/expire-credit.ts'
import { expireOrders, reconcile } from './checks/reconcile-orders.ts'
import { finishRefunds, reconcileMoneyBack, settleWaiting } from './checks/reconcile-reversals.ts'
import { sweepRecords } from './checks/sweep-records.ts'

const MINUTE_MS = 60_000

/** What runs by itself so that no order stays in limbo and no fault in the books unseen. */
export function rechargeJobs(deps: Deps): TimedJob[] {
  const { timeZone } = deps.content.site
  const nightlyAt = (hour: number) => ({ dailyAt: { hour, timeZone } })
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
    { name: 'sweep-records', everyMs: 60 * MINUTE_MS, run: (stop) => sweepRecords(deps, stop) },
    {
      name: 'settle-waiting-refunds',
      ...nightlyAt(2),
      run: (stop) => settleWaiting(deps, stop),
    },
    { name: 'diff-provider', ...nightlyAt(3), run: () => compareBooks(deps) },
    { name: 'prove-ledger', ...nightlyAt(4), run: (stop) => proveBooks(deps, stop) },
  ]
}
