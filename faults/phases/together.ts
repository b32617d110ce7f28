import { setTimeout as delay } from 'node:timers/promises'
import { manyFaults, startHavoc } from '../rig/havoc.ts'
import { passPeriod } from '../rig/reconciler.ts'
import type { World } from '../rig/world.ts'
import { shop, type Shopping } from '../shoppers/shopping.ts'

export interface TogetherReport extends Shopping {
  provider: Awaited<ReturnType<World['provider']['faultsDone']>>
  appKills: number
  databaseKills: number
  seconds: number
}

interface Options {
  orders: number
  shoppers: number
  seed: number
  /** Whether a period really passes at the end, or only by the app's clock. */
  isRealPeriod: boolean
}

/** How long the faults go on for buyers who do not come through, and how long calm is given to them. */
const HAVOC_LIMIT_MS = { first: 30_000, perOrder: 1_000 }
const CALM_MS = 30_000
const REAL_PERIOD_MS = 70_000

/** Everything goes wrong at the same time; then nothing does, and a reconciler's period passes. */
export async function everythingTogether(world: World, options: Options): Promise<TogetherReport> {
  const { orders, shoppers, seed, isRealPeriod } = options
  const { app, database, provider } = world
  const startedAt = performance.now()
  const giveUp = new AbortController()
  await provider.setFaults(manyFaults(seed))
  const havoc = startHavoc(world)
  const shopping = shop(world, { orders, shoppers, giveUp: giveUp.signal })
  const calm = new AbortController()
  await Promise.race([
    havoc.end,
    shopping,
    delay(HAVOC_LIMIT_MS.first + orders * HAVOC_LIMIT_MS.perOrder, undefined, calm),
  ])
  await havoc.stop()
  const met = await provider.faultsDone()
  await provider.setFaults({})
  await app.restart({})
  const patience = setTimeout(() => giveUp.abort(), CALM_MS)
  const done = await shopping
  clearTimeout(patience)
  calm.abort()
  if (isRealPeriod) await delay(REAL_PERIOD_MS)
  else await passPeriod(world)
  return {
    ...done,
    provider: met,
    appKills: app.kills(),
    databaseKills: database.kills(),
    seconds: (performance.now() - startedAt) / 1_000,
  }
}
