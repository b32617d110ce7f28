import { setTimeout as delay } from 'node:timers/promises'
import { type DatabaseServer, startDatabaseServer } from '#harness/database-server.ts'
import { compareBooks } from './check/compare-books.ts'
import { readBooks } from './check/read-books.ts'
import { CRASH_POINTS, type CrashPoint } from './crash-points.ts'
import { passReconcilerPeriod } from './rig/jobs.ts'
import { withCrashPoint } from './rig/launch.ts'
import { printFindings, printLine } from './rig/print.ts'
import { openScenario } from './rig/scenario.ts'
import { runJourneys } from './shoppers/run-journeys.ts'

const SHOPPERS = 4
/** Far longer than the app takes to die and restart on a busy machine. */
const LIMIT_MS_EACH = 20_000
const CALM_MS = 30_000

interface Options {
  seed: number
  /** Number of crashes at each point. */
  times: number
}

/** Kills the app at each crash point. Returns whether there were no findings. */
export async function runCrashPoints(options: Options): Promise<boolean> {
  await using database = await startDatabaseServer()
  const findings: string[] = []
  for (const point of CRASH_POINTS) {
    const found = await crashAt(database, point, options)
    findings.push(...found.map((line) => `${point}: ${line}`))
  }
  printFindings(findings)
  return findings.length === 0
}

async function crashAt(
  database: DatabaseServer,
  point: CrashPoint,
  { seed, times }: Options,
): Promise<string[]> {
  let launches = seed
  await using scenario = await openScenario({
    database,
    name: `crash_${CRASH_POINTS.indexOf(point)}`,
    customers: 200,
    seed,
    launch: withCrashPoint(point, { percent: 60, seed: () => (launches += 1) }),
  })
  const giveUp = new AbortController()
  const stopStarting = new AbortController()
  const shopping = runJourneys(scenario, {
    orders: Infinity,
    shoppers: SHOPPERS,
    journeys: ['plain', 'asyncCard', 'twoTabs'],
    stopStarting: stopStarting.signal,
    giveUp: giveUp.signal,
  })
  for (
    const deadline = Date.now() + times * LIMIT_MS_EACH;
    Date.now() < deadline;
    await delay(50)
  ) {
    if (scenario.app.crashes() >= times) break
  }
  const crashes = scenario.app.crashes()
  stopStarting.abort()
  await scenario.app.restart()
  const calmTimer = setTimeout(() => giveUp.abort(), CALM_MS)
  const { findings, orders, rateLimited } = await shopping
  clearTimeout(calmTimer)
  await passReconcilerPeriod(scenario)
  const verdict = compareBooks(await readBooks(scenario))
  const found = [
    ...(crashes >= times ? [] : [`the app died ${crashes} of ${times} times`]),
    ...findings,
    ...verdict.findings,
  ]
  const mark = found.length === 0 ? '✓' : '✗'
  printLine(
    `${mark} ${point}: died ${crashes} times in ${orders} orders, ${verdict.paid} paid, ${rateLimited} buyers turned away by limits`,
  )
  return found
}
