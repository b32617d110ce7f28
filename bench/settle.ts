import { setTimeout as delay } from 'node:timers/promises'
import { createBuyer } from '#harness/buyer.ts'
import type { Customer } from '#harness/customers.ts'
import { startDatabaseServer } from '#harness/database-server.ts'
import { startTestShop, type TestShop } from '#harness/test-shop.ts'
import { rateFigure, type Figure } from './rig/figure.ts'

const ROUNDS = 5
const ORDERS = 200
const BUYERS = 48
const PROVIDER_MS = 200
const GOAL = 20
const LIMIT_MS = 120_000
/** The longest pause between two orders of one buyer. */
const PAUSE_MS = 100

/** Measures paid orders per second of the whole shop when every call to the provider takes 200 ms. */
export async function measureSettling(): Promise<Figure[]> {
  await using database = await startDatabaseServer()
  const customers = (ROUNDS + 1) * ORDERS
  await using shop = await startTestShop({ database, name: 'settling', customers })
  await shop.provider.setFaults({
    calls: [{ on: '*', fault: 'delay', percent: 100, delay_ms: PROVIDER_MS }],
  })
  const values: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const startedAt = performance.now()
    await payOrders(shop, shop.customers.slice(round * ORDERS, (round + 1) * ORDERS))
    const seconds = (performance.now() - startedAt) / 1_000
    // the first round warms up
    if (round > 0) values.push(ORDERS / seconds)
  }
  return [rateFigure('orders placed, paid and settled, provider at 200 ms a call', values, GOAL)]
}

/** Each customer pays one order; BUYERS customers at a time. */
async function payOrders(shop: TestShop, customers: readonly Customer[]): Promise<void> {
  const giveUp = AbortSignal.timeout(LIMIT_MS)
  const queue = customers.values()
  async function payInTurn(): Promise<void> {
    for (const customer of queue) {
      const buyer = createBuyer(shop, customer, giveUp)
      const checkout = await buyer.startCheckout({ id: 'standard', num: 1 })
      const state = await buyer.payUntilPaid(checkout, 'good')
      if (state !== 'paid') throw new Error(`${checkout.orderId} is ${state}`)
      await delay(Math.random() * PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: BUYERS }, payInTurn))
}
