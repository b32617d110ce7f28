import { setTimeout as delay } from 'node:timers/promises'
import type { TestShop } from '#harness/test-shop.ts'
import { withWrongClock } from './launch.ts'

const JOBS = ['reconcile-orders', 'expire-orders', 'finish-refunds', 'reconcile-refunds']
const EXPIRING = ['expire-credit']
/** Longer than the reconciler leaves a payment to the buyer's own page. */
const PERIOD_MS = 2 * 60 * 1000
/** Longer than the shortest holds last, by a clock that ran ten minutes fast when they began. */
const HOLDS_PERIOD_MS = 15 * 60 * 1000
const LIMIT_MS = 120_000
const POLL_MS = 50

/** Stops all jobs: none is due any more. */
export async function suspendJobs({ sql }: Pick<TestShop, 'sql'>): Promise<void> {
  await sql`update timed_jobs set run_at = 'infinity'`
}

/** Makes the jobs that settle orders and refunds, and expire credit, due now. */
export async function makeJobsDue({ sql }: Pick<TestShop, 'sql'>): Promise<void> {
  await sql`update timed_jobs set run_at = now() where run_at > now() and name = any(${[...JOBS, ...EXPIRING]})`
}

/** Lets a reconciler's period pass by the app's clock, and waits until each job has run in it. */
export function passReconcilerPeriod(shop: TestShop): Promise<void> {
  return runJobsLater(shop, JOBS, PERIOD_MS)
}

/** Lets the time of abandoned holds pass by the app's clock; returns when that was, after the job that ends them has run. */
export async function passHoldsPeriod(shop: TestShop): Promise<Date> {
  const endedBefore = new Date(Date.now() + HOLDS_PERIOD_MS)
  await runJobsLater(shop, EXPIRING, HOLDS_PERIOD_MS)
  return endedBefore
}

/** A turn that failed, on a busy machine by a limit, is due again at once: it proves nothing about what it left. */
async function runJobsLater(
  { app, sql }: TestShop,
  jobs: readonly string[],
  offsetMs: number,
): Promise<void> {
  await app.restart(
    withWrongClock(() => offsetMs),
    async () => {
      // the process that held the leases is dead
      await sql`
        update timed_jobs set run_at = now(), locked_until = null, succeeded_at = null
        where name = any(${jobs})`
    },
  )
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const left =
      await sql`select 1 from timed_jobs where name = any(${jobs}) and succeeded_at is null`
    if (left.length === 0) return
    await sql`
      update timed_jobs set run_at = now()
      where name = any(${jobs}) and succeeded_at is null and run_at > now() and locked_until is null`
  }
  throw new Error('the jobs do not run')
}
