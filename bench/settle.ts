import { startMortalDatabase } from '../faults/rig/database.ts'
import { openWorld } from '../faults/rig/world.ts'
import { shop } from '../faults/shoppers/shopping.ts'
import { absoluteRate, type Figure } from './rig/figure.ts'

const ROUNDS = 5
const ORDERS = 200
const SHOPPERS = 48
const PROVIDER_MS = 200
const GOAL = 20
const LIMIT_MS = 120_000

/** The fault run's shop without faults, at a provider each of whose answers takes 200 ms. */
export async function measureSettling(): Promise<Figure[]> {
  await using database = await startMortalDatabase()
  const customers = (ROUNDS + 1) * ORDERS
  await using world = await openWorld({ database, name: 'settling', customers, seed: 1 })
  await world.provider.setFaults({
    calls: [{ on: '*', fault: 'delay', percent: 100, delay_ms: PROVIDER_MS }],
  })
  const values: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [first, ...others] = world.customers.slice(round * ORDERS, (round + 1) * ORDERS)
    const startedAt = performance.now()
    const { told, faults } = await shop(
      { ...world, customers: [first!, ...others] },
      {
        orders: ORDERS,
        shoppers: SHOPPERS,
        journeys: ['plain'],
        giveUp: AbortSignal.timeout(LIMIT_MS),
      },
    )
    const seconds = (performance.now() - startedAt) / 1_000
    if (told.length < ORDERS) throw new Error(`${told.length} of ${ORDERS} were paid: ${faults[0]}`)
    // the first warms up
    if (round > 0) values.push(ORDERS / seconds)
  }
  return [absoluteRate('orders placed, paid and settled, provider at 200 ms a call', values, GOAL)]
}
