import { setTimeout as delay } from 'node:timers/promises'
import type { FaultPlan } from '#harness/sandbox-process.ts'
import type { Application } from '../applications/application.ts'
import { openApplications } from '../applications/open-applications.ts'
import { runApplications } from '../applications/run-applications.ts'
import { passReconcilerPeriod } from '../rig/jobs.ts'
import { startOutages, ignoreOutage } from '../rig/outages.ts'
import type { Scenario } from '../rig/scenario.ts'
import { type JourneyReport, runJourneys } from '../shoppers/run-journeys.ts'
import { listOverspent } from '../check/read-spending.ts'

export interface AllFaultsReport extends JourneyReport {
  injected: Awaited<ReturnType<Scenario['provider']['countFaults']>>
  applications: Application[]
  appKills: number
  databaseKills: number
  seconds: number
}

interface Options {
  orders: number
  shoppers: number
  seed: number
  /** Whether a reconciler's period really passes at the end, or only by the app's clock. */
  isRealPeriod: boolean
}

/** When the faults end although buyers are still coming, and how long those under way then have without faults. */
const FAULTS_LIMIT_MS = { first: 30_000, perOrder: 1_000 }
const CALM_MS = 60_000
const REAL_PERIOD_MS = 70_000
const HABITS = { lostPercent: 10, twicePercent: 5 }

/** Injects all faults at the same time, then none, and lets a reconciler's period pass. */
export async function runAllFaults(scenario: Scenario, options: Options): Promise<AllFaultsReport> {
  const { orders, shoppers, seed, isRealPeriod } = options
  const { app, database, provider } = scenario
  const startedAt = performance.now()
  const giveUp = new AbortController()
  const stop = new AbortController()
  const applications = await openApplications(scenario, { habits: HABITS, giveUp: giveUp.signal })
  await provider.setFaults(mixedFaults(seed))
  const outages = startOutages(scenario)
  const stopStarting = stop.signal
  const shopping = runJourneys(scenario, { orders, shoppers, stopStarting, giveUp: giveUp.signal })
  const spending = runApplications(scenario, {
    ...{ applications, stopStarting, giveUp: giveUp.signal },
  })
  const watching = watchSpending(scenario, stopStarting)
  const faultsLimit = new AbortController()
  await Promise.race([
    outages.ended,
    shopping,
    delay(FAULTS_LIMIT_MS.first + orders * FAULTS_LIMIT_MS.perOrder, undefined, faultsLimit),
  ])
  await outages.stop()
  const injected = await provider.countFaults()
  await provider.setFaults({})
  await app.restart()
  const calmTimer = setTimeout(() => giveUp.abort(), CALM_MS)
  stop.abort()
  const [report, ...spendingFindings] = await Promise.all([shopping, spending, watching])
  clearTimeout(calmTimer)
  faultsLimit.abort()
  if (isRealPeriod) await delay(REAL_PERIOD_MS)
  else await passReconcilerPeriod(scenario)
  return {
    ...report,
    findings: [...report.findings, ...spendingFindings.flat()],
    injected,
    applications,
    appKills: app.kills(),
    databaseKills: database.kills(),
    seconds: (performance.now() - startedAt) / 1_000,
  }
}

/** 15 % of the calls fail in one way or another, and 45 % of the deliveries. */
function mixedFaults(seed: number): FaultPlan {
  const each = { on: '*', percent: 2 } as const
  return {
    seed,
    calls: [
      { ...each, fault: 'error_before' },
      { ...each, fault: 'error_after' },
      { ...each, fault: 'reset_before' },
      { ...each, fault: 'reset_after' },
      { ...each, fault: 'drop_after' },
      { ...each, fault: 'rate_limit' },
      { ...each, fault: 'delay', delay_ms: 1_500 },
      { ...each, fault: 'hang_after', percent: 1 },
    ],
    webhooks: [
      { on: '*', fault: 'drop', percent: 10 },
      { on: '*', fault: 'double', percent: 10 },
      { on: '*', fault: 'reorder', percent: 10, delay_ms: 3_000 },
      { on: '*', fault: 'late', percent: 10, delay_ms: 4_000 },
      { on: '*', fault: 'altered', percent: 5 },
    ],
  }
}

const PAUSE_MS = 1_000

/** Looks for overspent accounts again and again while applications spend; resolves with what it found. */
async function watchSpending({ sql }: Scenario, stop: AbortSignal): Promise<string[]> {
  const findings = new Set<string>()
  while (!stop.aborted) {
    const overspent = await listOverspent(sql).catch(ignoreOutage)
    for (const line of overspent ?? []) findings.add(`overspent: ${line}`)
    await delay(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined)
  }
  return [...findings]
}
