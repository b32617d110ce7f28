import { setTimeout as delay } from 'node:timers/promises'
import type { Application } from '../applications/application.ts'
import { openApplications } from '../applications/open-applications.ts'
import { TASK_LIST } from '../applications/tasks.ts'
import { checkSpending } from '../check/check-spending.ts'
import { listOverspent } from '../check/read-spending.ts'
import { passHoldsPeriod } from '../rig/jobs.ts'
import type { Scenario } from '../rig/scenario.ts'
import { runJourneys } from '../shoppers/run-journeys.ts'

const BUYERS = 4
const LIMIT_MS = 120_000
const AT_ONCE = 8
/** Longer than the app waits for a lock, and shorter than a transaction may be idle. */
const LOCKED_MS = 2_200
const POLL_MS = 20

/**
 * Applications spend credit without other faults: every request twice at the same time, all credit held by
 * many at once, a day's usage that cannot be written for a while, and holds that nobody ends.
 */
export async function spendAlone(scenario: Scenario): Promise<string[]> {
  const giveUp = AbortSignal.timeout(LIMIT_MS)
  const { findings } = await runJourneys(scenario, {
    ...{ orders: BUYERS, shoppers: BUYERS, journeys: ['plain'], giveUp },
  })
  const habits = { lostPercent: 0, twicePercent: 100 }
  const applications = await openApplications(scenario, { habits, giveUp })
  const users = scenario.customers.slice(0, BUYERS).map(({ id }) => id)
  await Promise.all(
    applications.map((application, at) => doEveryTask(scenario, application, users[at]!)),
  )
  const [application] = applications
  for (const user of users) findings.push(...(await holdAllAtOnce(scenario, application!, user)))
  await chargeWithoutUsage(scenario, application!, users[0]!)
  const endedBefore = await passHoldsPeriod(scenario)
  const verdict = await checkSpending(scenario, applications, endedBefore)
  return [...findings, ...verdict.findings]
}

async function doEveryTask(
  { random }: Scenario,
  application: Application,
  user: string,
): Promise<void> {
  for (const task of TASK_LIST) await task(application, user, 20, random)
}

/** Only one of several holds of all the available credit may pass. */
async function holdAllAtOnce(
  { sql }: Scenario,
  application: Application,
  user: string,
): Promise<string[]> {
  const available = await application.readAvailable(user)
  const holds = await Promise.all(
    Array.from({ length: AT_ONCE }, () => application.hold(user, available)),
  )
  const overspent = await listOverspent(sql)
  for (const hold of holds) if (hold) await application.release(user, hold.id)
  return overspent.map((line) => `overspent: ${line}`)
}

/** Charges while no usage of a day can be written, for longer than the app waits for that. */
async function chargeWithoutUsage(
  { sql }: Scenario,
  application: Application,
  user: string,
): Promise<void> {
  const locked = Promise.withResolvers<void>()
  const unlocked = sql.begin(async (tx) => {
    await tx`lock table credit_usage_days in exclusive mode`
    locked.resolve()
    for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
      const waiting = await tx`
        select from pg_locks where relation = 'credit_usage_days'::regclass and not granted`
      if (waiting.length > 0) return delay(LOCKED_MS)
    }
    throw new Error('no charge waits for its usage')
  })
  await Promise.race([locked.promise, unlocked])
  await Promise.all([application.charge(user, 20), unlocked])
}
