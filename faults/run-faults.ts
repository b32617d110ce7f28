import { type DatabaseServer, startDatabaseServer } from '#harness/database-server.ts'
import { compareBooks } from './check/compare-books.ts'
import { checkSpending, type SpendingVerdict } from './check/check-spending.ts'
import { readBooks } from './check/read-books.ts'
import { PHASES, type PhaseName } from './phases/phases.ts'
import { runAllFaults } from './phases/all-faults.ts'
import { passHoldsPeriod } from './rig/jobs.ts'
import { withWrongClock } from './rig/launch.ts'
import { printFindings, printLine, printTable } from './rig/print.ts'
import { createRandom } from '#harness/random.ts'
import { openScenario } from './rig/scenario.ts'
import { forEachAtOnce } from './rig/at-once.ts'

const TEN_MINUTES_MS = 10 * 60 * 1000
/** In which nobody buys. */
const WITHOUT_PAYMENTS: readonly PhaseName[] = ['strangers', 'welcome']

interface Options {
  seed: number
  orders: number
  shoppers: number
  isSmall: boolean
}

/** The whole run: all faults at once, then each phase alone. Returns whether there were no findings. */
export async function runFaults(options: Options): Promise<boolean> {
  await using database = await startDatabaseServer()
  const findings = await runAllAtOnce(database, options)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
  const phases = Object.keys(PHASES) as PhaseName[]
  await forEachAtOnce(2, phases, async (name) => {
    findings.push(...(await runAlone(database, name, options.seed)))
  })
  printFindings(findings)
  return findings.length === 0
}

async function runAllAtOnce(database: DatabaseServer, options: Options): Promise<string[]> {
  const { orders, seed, isSmall } = options
  const random = createRandom(seed)
  await using scenario = await openScenario({
    database,
    name: 'all_faults',
    customers: Math.max(8, Math.ceil(orders / 2)),
    seed,
    // each launch of the app gets another clock
    launch: withWrongClock(() => random.pick([-TEN_MINUTES_MS, 0, TEN_MINUTES_MS])),
  })
  const report = await runAllFaults(scenario, { ...options, isRealPeriod: !isSmall })
  const verdict = compareBooks(await readBooks(scenario))
  const endedBefore = await passHoldsPeriod(scenario)
  const spending = await checkSpending(scenario, report.applications, endedBefore)
  const { calls, deliveries } = report.injected
  printTable('all faults at once', {
    seed,
    'orders begun': report.orders,
    'orders placed': verdict.orders,
    paid: verdict.paid,
    refunded: verdict.refunded,
    disputed: verdict.disputed,
    'app killed': report.appKills,
    'database killed': report.databaseKills,
    'calls to the provider': calls.met,
    'calls with a fault': calls.wrong,
    'deliveries of events': deliveries.met,
    'deliveries with a fault': deliveries.wrong,
    'buyers turned away by limits': report.rateLimited,
    'requests of applications': spending.requests,
    'requests sent again': spending.retries,
    'requests refused': spending.refused,
    holds: spending.holds,
    'holds expired': spending.expiredHolds,
    captures: spending.captures,
    charges: spending.charges,
    reversals: spending.reversals,
    seconds: Math.round(report.seconds),
    lost: verdict.lost + spending.lost,
    doubled: verdict.doubled + spending.doubled,
    overspent: spending.overspent,
    'in limbo': verdict.inLimbo + spending.open,
  })
  const isIdle = verdict.paid * 2 < report.orders
  return [
    ...report.findings,
    ...verdict.findings,
    ...spending.findings,
    ...listIdle(spending),
    ...(isIdle ? [`${verdict.paid} of ${report.orders} were paid: too few to prove anything`] : []),
  ]
}

/** What the applications never did: a run without it proves nothing of it. */
function listIdle(spending: SpendingVerdict): string[] {
  const kinds = ['retries', 'expiredHolds', 'captures', 'charges', 'reversals'] as const
  return kinds.filter((kind) => spending[kind] === 0).map((kind) => `applications: no ${kind}`)
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
  if (found.length === 0 && verdict.paid === 0 && !WITHOUT_PAYMENTS.includes(name)) {
    throw new Error(`${name}: nobody bought anything`)
  }
  return found
}

function isForeign({ metadata }: { metadata: Record<string, string> }): boolean {
  return metadata['order']?.endsWith('dead') === true
}
