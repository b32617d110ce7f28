import type { Deps } from '../deps.ts'
import type { TimedJob } from '../jobs/timed.ts'
import { reportProviderDifferences, reportWrongStocks } from './checks/report-differences.ts'
import { expireOrders, reconcileOrders } from './checks/reconcile-orders.ts'
import {
  finishRefunds,
  reconcileReversals,
  settleWaitingReversals,
} from './checks/reconcile-reversals.ts'
import { sweepRecords } from './checks/sweep-records.ts'

const MINUTE_MS = 60_000

/** The timed jobs that bring orders and refunds to their end and compare our books with the provider's. */
export function rechargeJobs(deps: Deps): TimedJob[] {
  const { timeZone } = deps.content.site
  const nightlyAt = (hour: number) => ({ dailyAt: { hour, timeZone } })
  return [
    { name: 'reconcile-orders', everyMs: MINUTE_MS, run: (stop) => reconcileOrders(deps, stop) },
    { name: 'expire-orders', everyMs: MINUTE_MS, run: (stop) => expireOrders(deps, stop) },
    { name: 'finish-refunds', everyMs: MINUTE_MS, run: (stop) => finishRefunds(deps, stop) },
    {
      name: 'reconcile-refunds',
      everyMs: MINUTE_MS,
      run: (stop) => reconcileReversals(deps, stop),
    },
    { name: 'sweep-records', everyMs: 60 * MINUTE_MS, run: (stop) => sweepRecords(deps, stop) },
    {
      name: 'settle-waiting-refunds',
      ...nightlyAt(2),
      run: (stop) => settleWaitingReversals(deps, stop),
    },
    { name: 'prove-stocks', ...nightlyAt(3), run: () => reportWrongStocks(deps) },
    { name: 'diff-provider', ...nightlyAt(3), run: () => reportProviderDifferences(deps) },
  ]
}
