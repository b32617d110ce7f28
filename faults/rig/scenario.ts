import type { Launch } from '#harness/supervised-app.ts'
import { startTestShop, type TestShop, type TestShopOptions } from '#harness/test-shop.ts'
import { createRandom, type Random } from './random.ts'

/** A running shop, and the random numbers of this run. */
export interface Scenario extends TestShop {
  random: Random
}

interface Options extends TestShopOptions {
  seed: number
  /** How the app is launched after its customers were created. */
  launch?: () => Launch
}

export async function openScenario({ seed, launch, ...options }: Options): Promise<Scenario> {
  const shop = await startTestShop(options)
  try {
    if (launch) await shop.app.restart(launch)
    return { ...shop, random: createRandom(seed) }
  } catch (error) {
    await shop[Symbol.asyncDispose]()
    throw error
  }
}
