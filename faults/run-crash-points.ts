import { setTimeout as delay } from 'node:timers/promises'
import { compareBooks } from './check/compare-books.ts'
import { readBooks } from './check/read-books.ts'
import { CRASH_POINTS, type CrashPoint } from './crash-points.ts'
import { startMortalDatabase } from './rig/database.ts'
import { passPeriod } from './rig/reconciler.ts'
import { say, sayFaults } from './rig/say.ts'
import { openWorld } from './rig/world.ts'
import { shop } from './shoppers/shopping.ts'

const SHOPPERS = 4
/** Far more than the app needs to die and to come back on a busy machine. */
const LIMIT_MS_EACH = 20_000
const CALM_MS = 30_000

interface Options {
  seed: number
  /** How often at each point. */
  times: number
}

/** The app dies at each named point of an order's way. Returns whether nothing was wrong. */
export async function crashEverywhere(options: Options): Promise<boolean> {
  await using database = await startMortalDatabase()
  const faults: string[] = []
  for (const point of CRASH_POINTS) {
    const found = await crashAt(database, point, options)
    faults.push(...found.map((line) => `${point}: ${line}`))
  }
  sayFaults(faults)
  return faults.length === 0
}

async function crashAt(
  database: Awaited<ReturnType<typeof startMortalDatabase>>,
  point: CrashPoint,
  { seed, times }: Options,
): Promise<string[]> {
  let lives = seed
  await using world = await openWorld({
    database,
    name: `crash_${CRASH_POINTS.indexOf(point)}`,
    customers: 200,
    seed,
    handicap: { crash: { point, percent: 60, seed: () => (lives += 1) } },
  })
  const giveUp = new AbortController()
  const closing = new AbortController()
  const shopping = shop(world, {
    orders: Infinity,
    shoppers: SHOPPERS,
    journeys: ['plain', 'async_card', 'two_tabs'],
    closing: closing.signal,
    giveUp: giveUp.signal,
  })
  for (
    const deadline = Date.now() + times * LIMIT_MS_EACH;
    Date.now() < deadline;
    await delay(50)
  ) {
    if (world.app.crashes() >= times) break
  }
  const crashes = world.app.crashes()
  closing.abort()
  await world.app.restart({})
  const patience = setTimeout(() => giveUp.abort(), CALM_MS)
  const { faults, orders, sentAway } = await shopping
  clearTimeout(patience)
  await passPeriod(world)
  const verdict = compareBooks(await readBooks(world))
  const found = [
    ...(crashes >= times ? [] : [`the app died ${crashes} of ${times} times`]),
    ...faults,
    ...verdict.faults,
  ]
  const mark = found.length === 0 ? '✓' : '✗'
  say(
    `${mark} ${point}: died ${crashes} times in ${orders} orders, ${verdict.paid} paid, ${sentAway} buyers sent away by limits`,
  )
  return found
}
