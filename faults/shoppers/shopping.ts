import { setTimeout as delay } from 'node:timers/promises'
import type { World } from '../rig/world.ts'
import { buyerAt, SentAway, type Wish } from './buyer.ts'
import { OutOfTime } from './call.ts'
import { journeyFor, type JourneyName, JOURNEYS, type Trace } from './journeys.ts'

export interface Shopping extends Trace {
  orders: number
  /** Buyers whom the limits sent away after much trouble. */
  sentAway: number
  byJourney: Partial<Record<JourneyName, number>>
}

interface Options {
  orders: number
  /** How many shop at the same time. */
  shoppers: number
  /** Those of the journeys that are gone; all of them when absent. */
  journeys?: readonly JourneyName[]
  /** Nobody begins anew when this is aborted. */
  closing?: AbortSignal
  /** Buyers who go on are out of time when this is aborted. */
  giveUp: AbortSignal
}

const PLANS = ['trial', 'standard', 'pro'] as const

/** So many journeys, several at a time; resolves when the last has ended. */
export async function shop(
  world: World,
  { orders, shoppers, journeys, closing, giveUp }: Options,
): Promise<Shopping> {
  const { random, customers } = world
  const shopping: Shopping = { orders: 0, sentAway: 0, byJourney: {}, told: [], faults: [] }

  async function goShopping(): Promise<void> {
    while (shopping.orders < orders && !giveUp.aborted && !closing?.aborted) {
      const number = shopping.orders++
      const customer = customers[number % customers.length] ?? customers[0]
      const wish: Wish = { id: random.pick(PLANS), num: random.between(1, 3) }
      const name = journeys?.[number % journeys.length] ?? journeyFor(random.between(0, 99))
      shopping.byJourney[name] = (shopping.byJourney[name] ?? 0) + 1
      const buyer = buyerAt(world, customer, giveUp)
      try {
        await JOURNEYS[name].go(buyer, wish, world, shopping)
      } catch (error) {
        if (error instanceof SentAway) shopping.sentAway += 1
        else {
          const why = error instanceof OutOfTime ? 'never came through' : String(error)
          shopping.faults.push(`${name} of ${customer.id}: ${why}`)
        }
      }
      await delay(random.between(0, 100))
    }
  }

  await Promise.all(Array.from({ length: shoppers }, goShopping))
  return shopping
}
