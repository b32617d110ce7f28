import { setTimeout as delay } from 'node:timers/promises'
import type { TestShop } from '#harness/test-shop.ts'
import { withWrongClock } from './launch.ts'

const JOBS = ['reconcile-orders', 'expire-orders', 'finish-refunds', 'reconcile-refunds']
/** Longer than the reconciler leaves a payment to the buyer's own page. */
const PERIOD_MS = 2 * 60 * 1000
const LIMIT_MS = 30_000
const POLL_MS = 50

/** Stops all jobs: none is due any more. */
export async function suspendJobs({ sql }: Pick<TestShop, 'sql'>): Promise<void> {
  await sql`update timed_jobs set run_at = 'infinity'`
}

/** Makes the jobs that settle orders and refunds due now. */
export async function makeJobsDue({ sql }: Pick<TestShop, 'sql'>): Promise<void> {
  await sql`update timed_jobs set run_at = now() where run_at > now() and name = any(${JOBS})`
}

/** Lets a reconciler's period pass by the app's clock, and waits until each job has run in it. */
export async function passReconcilerPeriod({ app, sql }: TestShop): Promise<void> {
  await app.restart(
    withWrongClock(() => PERIOD_MS),
    async () => {
      // the process that held the leases is dead
      await sql`update timed_jobs set run_at = now(), locked_until = null where name = any(${JOBS})`
    },
  )
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const due = await sql`select 1 from timed_jobs where name = any(${JOBS}) and run_at <= now()`
    if (due.length === 0) return
  }
  throw new Error('the jobs do not run')
}
