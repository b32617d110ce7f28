import { type DatabaseServer, startDatabaseServer } from '#harness/database-server.ts'
import { compareBooks } from './check/compare-books.ts'
import { readBooks } from './check/read-books.ts'
import { PHASES, type PhaseName } from './phases/phases.ts'
import { runAllFaults } from './phases/together.ts'
import { withWrongClock } from './rig/launch.ts'
import { printFindings, printLine, printTable } from './rig/print.ts'
import { createRandom } from './rig/random.ts'
import { openScenario } from './rig/scenario.ts'
import { forEachTwoAtATime } from './rig/two-at-a-time.ts'

const TEN_MINUTES_MS = 10 * 60 * 1000

interface Options {
  seed: number
  orders: number
  shoppers: number
  isSmall: boolean
}

/** The whole run: all faults at once, then each phase alone. Returns whether there were no findings. */
export async function runFaults(options: Options): Promise<boolean> {
  await using database = await startDatabaseServer()
  const findings = await runTogether(database, options)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
  const phases = Object.keys(PHASES) as PhaseName[]
  await forEachTwoAtATime(phases, async (name) => {
    findings.push(...(await runAlone(database, name, options.seed)))
  })
  printFindings(findings)
  return findings.length === 0
}

async function runTogether(database: DatabaseServer, options: Options): Promise<string[]> {
  const { orders, seed, isSmall } = options
  const random = createRandom(seed)
  await using scenario = await openScenario({
    database,
    name: 'together',
    customers: Math.max(8, Math.ceil(orders / 2)),
    seed,
    // each launch of the app gets another clock
    launch: withWrongClock(() => random.pick([-TEN_MINUTES_MS, 0, TEN_MINUTES_MS])),
  })
  const report = await runAllFaults(scenario, { ...options, isRealPeriod: !isSmall })
  const verdict = compareBooks(await readBooks(scenario))
  const { calls, deliveries } = report.injected
  printTable('all faults at once', {
    seed,
    'orders begun': report.orders,
    'orders placed': verdict.orders,
    paid: verdict.paid,
    refunded: verdict.refunded,
    'app killed': report.appKills,
    'database killed': report.databaseKills,
    'calls to the provider': calls.met,
    'calls with a fault': calls.wrong,
    'deliveries of events': deliveries.met,
    'deliveries with a fault': deliveries.wrong,
    'buyers turned away by limits': report.rateLimited,
    seconds: Math.round(report.seconds),
    lost: verdict.lost,
    doubled: verdict.doubled,
    'in limbo': verdict.inLimbo,
  })
  const isIdle = verdict.paid * 2 < report.orders
  return [
    ...report.findings,
    ...verdict.findings,
    ...(isIdle ? [`${verdict.paid} of ${report.orders} were paid: too few to prove anything`] : []),
  ]
}

async function runAlone(
  database: DatabaseServer,
  name: PhaseName,
  seed: number,
): Promise<string[]> {
  const startedAt = performance.now()
  const findings = await runPhase({ database, name, seed })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  printLine(`${findings.length === 0 ? '✓' : '✗'} ${name} alone ${seconds} s`)
  return findings.map((line) => `${name}: ${line}`)
}

/**
 * Runs one phase on a shop of its own and compares the books at its end. Throws when nobody bought
 * anything and there were no findings: such a run proves nothing.
 */
export async function runPhase({
  database,
  name,
  seed,
  root,
}: {
  database: DatabaseServer
  name: PhaseName
  seed: number
  root?: string
}): Promise<string[]> {
  await using scenario = await openScenario({
    database,
    name: root === undefined ? name : `${name}_${Date.now()}`,
    customers: 24,
    seed,
    ...(root !== undefined && { root }),
  })
  const findings = await PHASES[name](scenario)
  const books = await readBooks(scenario)
  // the phase's own foreign payment is no order of the shop
  const intents = books.intents.filter((intent) => name !== 'strangers' || !isForeign(intent))
  const verdict = compareBooks({ ...books, intents })
  const found = [...findings, ...verdict.findings]
  if (found.length === 0 && verdict.paid === 0 && name !== 'strangers') {
    throw new Error(`${name}: nobody bought anything`)
  }
  return found
}

function isForeign({ metadata }: { metadata: Record<string, string> }): boolean {
  return metadata['order']?.endsWith('dead') === true
}
