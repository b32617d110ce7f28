import type { Launch } from '#harness/supervised-app.ts'
import { startTestShop, type TestShop, type TestShopOptions } from '#harness/test-shop.ts'
import { createRandom, type Random } from '#harness/random.ts'

/** A running shop, and the random numbers of this run. */
export interface Scenario extends TestShop {
  random: Random
}

const MANY = 1_000_000

interface Options extends TestShopOptions {
  seed: number
  /** How the app is launched after its customers were created. */
  launch?: () => Launch
}

export async function openScenario({ seed, launch, ...options }: Options): Promise<Scenario> {
  const shop = await startTestShop(options)
  try {
    // every run keeps the counters of limited plans, with more pieces than buyers
    await shop.sql`
      insert into plan_stocks (id, plan_id, stock)
      select gen_random_uuid(), id, ${MANY} from plans`
    if (launch) await shop.app.restart(launch)
    return { ...shop, random: createRandom(seed) }
  } catch (error) {
    await shop[Symbol.asyncDispose]()
    throw error
  }
}
