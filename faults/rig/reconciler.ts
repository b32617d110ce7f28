import { setTimeout as delay } from 'node:timers/promises'
import type { World } from './world.ts'

const JOBS = ['reconcile-orders', 'expire-orders', 'finish-refunds', 'reconcile-refunds']
/** More than the reconciler leaves alone because a buyer's page may still be at it. */
const PERIOD_MS = 2 * 60 * 1000
const LIMIT_MS = 30_000
const POLL_MS = 50

/** From now on nothing runs by itself, as if its turn never came. */
export async function holdJobs({ sql }: World): Promise<void> {
  await sql`update timed_jobs set run_at = 'infinity'`
}

/** Turns come at once that would come within the minute. */
export async function hurryJobs({ sql }: Pick<World, 'sql'>): Promise<void> {
  await sql`update timed_jobs set run_at = now() where run_at > now() and name = any(${JOBS})`
}

/** Lets a period pass by the app's clock, with one turn of each job in it. */
export async function passPeriod({ app, sql }: World): Promise<void> {
  await app.restart({ clockMs: () => PERIOD_MS }, async () => {
    // who held a turn is dead, and a turn that nobody holds is due after a minute at most
    await sql`update timed_jobs set run_at = now(), locked_until = null where name = any(${JOBS})`
  })
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const due = await sql`select 1 from timed_jobs where name = any(${JOBS}) and run_at <= now()`
    if (due.length === 0) return
  }
  throw new Error('the jobs do not take their turns')
}
