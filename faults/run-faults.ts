import { compareBooks } from './check/compare-books.ts'
import { readBooks } from './check/read-books.ts'
import { PHASES, type PhaseName } from './phases/phases.ts'
import { everythingTogether } from './phases/together.ts'
import { type MortalDatabase, startMortalDatabase } from './rig/database.ts'
import { wrongClock } from './rig/havoc.ts'
import { inPairs } from './rig/pairs.ts'
import { say, sayFaults, sayTable } from './rig/say.ts'
import { seeded } from './rig/random.ts'
import { openWorld } from './rig/world.ts'

interface Options {
  seed: number
  orders: number
  shoppers: number
  isSmall: boolean
}

/** The whole run: everything at once, then each trouble by itself. Returns whether nothing was wrong. */
export async function runFaults(options: Options): Promise<boolean> {
  await using database = await startMortalDatabase()
  const faults = await together(database, options)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
  const phases = Object.keys(PHASES) as PhaseName[]
  await inPairs(phases, async (name) => {
    faults.push(...(await alone(database, name, options.seed)))
  })
  sayFaults(faults)
  return faults.length === 0
}

async function together(database: MortalDatabase, options: Options): Promise<string[]> {
  const { orders, seed, isSmall } = options
  await using world = await openWorld({
    database,
    name: 'together',
    customers: Math.max(8, Math.ceil(orders / 2)),
    seed,
    handicap: { clockMs: wrongClock({ random: seeded(seed) }) },
  })
  const report = await everythingTogether(world, { ...options, isRealPeriod: !isSmall })
  const verdict = compareBooks(await readBooks(world))
  const { calls, deliveries } = report.provider
  sayTable('everything at once', {
    seed,
    'orders begun': report.orders,
    'orders placed': verdict.orders,
    paid: verdict.paid,
    refunded: verdict.refunded,
    'app killed': report.appKills,
    'database killed': report.databaseKills,
    'calls to the provider': calls.met,
    'of them gone wrong': calls.wrong,
    'deliveries of events': deliveries.met,
    'lost, doubled, held or false': deliveries.wrong,
    'buyers sent away by limits': report.sentAway,
    seconds: Math.round(report.seconds),
    lost: verdict.lost,
    doubled: verdict.doubled,
    'in limbo': verdict.inLimbo,
  })
  const isIdle = verdict.paid * 2 < report.orders
  return [
    ...report.faults,
    ...verdict.faults,
    ...(isIdle ? [`${verdict.paid} of ${report.orders} were paid: too few to prove anything`] : []),
  ]
}

async function alone(database: MortalDatabase, name: PhaseName, seed: number): Promise<string[]> {
  const startedAt = performance.now()
  const faults = await runPhase({ database, name, seed })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  say(`${faults.length === 0 ? '✓' : '✗'} ${name} alone ${seconds} s`)
  return faults.map((line) => `${name}: ${line}`)
}

/**
 * One kind of trouble in a world of its own, with the books checked at its end. Throws when nothing was
 * wrong because nobody bought anything: that is no proof, neither of the code nor of a mutant.
 */
export async function runPhase({
  database,
  name,
  seed,
  root,
}: {
  database: MortalDatabase
  name: PhaseName
  seed: number
  root?: string
}): Promise<string[]> {
  await using world = await openWorld({
    database,
    name: root === undefined ? name : `${name}_${Date.now()}`,
    customers: 24,
    seed,
    ...(root !== undefined && { root }),
  })
  const faults = await PHASES[name](world)
  const books = await readBooks(world)
  // what the phase paid behind the shop's back is no order of it
  const intents = books.intents.filter((intent) => name !== 'strangers' || !isStrange(intent))
  const verdict = compareBooks({ ...books, intents })
  const found = [...faults, ...verdict.faults]
  if (found.length === 0 && verdict.paid === 0 && name !== 'strangers') {
    throw new Error(`${name}: nobody bought anything`)
  }
  return found
}

function isStrange({ metadata }: { metadata: Record<string, string> }): boolean {
  return metadata['order']?.endsWith('dead') === true
}
