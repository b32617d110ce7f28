import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Query } from '#server/db/sql.ts'
import { checkOrder } from '#server/recharge/checks/check-order.ts'
import { expireOrders } from '#server/recharge/checks/reconcile-orders.ts'
import { limitPlan } from '#server/testing/limited-plans.ts'
import { CARDS, SMALL, startShop } from '#server/testing/shop.ts'
import { checkStocks } from './check-stocks.ts'

/** What is changed behind the shop's back, and how the finding begins. */
const CHANGES: [string, string, (tx: Query) => Promise<unknown>][] = [
  [
    'a paid order that is counted as open',
    'stock: small: held 3 instead of 2',
    (tx) => tx`update plan_stocks set held = held + 1`,
  ],
  [
    'a piece that nobody has bought',
    'stock: small: sold 2 instead of 1',
    (tx) => tx`update plan_stocks set sold = sold + 1`,
  ],
  [
    'an order that took no piece',
    'stock: small: held 2 instead of 0',
    (tx) => tx`update orders set stock_id = null where state = 'pending'`,
  ],
  [
    'more orders than pieces',
    'oversold: small: 1 pieces more than there were',
    (tx) => tx`update plan_stocks set stock = 2`,
  ],
]

test('counters of limited plans: those that agree have no findings, each change is found', async () => {
  await using shop = await startShop()
  await limitPlan(shop, { stock: 5 })
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  await shop.buy(ann)
  await bob.call(api.recharge.placeOrder, { id: SMALL.id, num: 2 })
  expect(await checkStocks(shop.sql)).toEqual([])
  class RolledBack extends Error {}
  for (const [name, finding, change] of CHANGES) {
    const findings: string[] = []
    const changing = shop.sql.begin(async (tx) => {
      await change(tx)
      findings.push(...(await checkStocks(tx)))
      throw new RolledBack()
    })
    await expect(changing).rejects.toThrow(RolledBack)
    const isFound = findings.some((line) => line.startsWith(finding))
    expect({ name, findings, isFound }).toMatchObject({ isFound: true })
  }
})

test('a piece of an order that was paid in time and booked after it was closed is not oversold', async () => {
  await using shop = await startShop()
  await limitPlan(shop, { stock: 1 })
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const { orderId, intentId } = await shop.checkout(ann)
  await shop.loseEvents()
  await shop.provider('POST', `/v1/payment_intents/${intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })
  await shop.sql`
    update orders set payment_intent_id = null, client_secret = null, expires_at = now()
    where id = ${orderId}`
  await expireOrders(shop.deps)
  await shop.buy(bob)
  await checkOrder(shop.deps, { orderId, intentId })
  expect(await shop.sql`select 1 from orders where state = 'paid' and not paid_late`).toHaveLength(
    2,
  )
  expect(await checkStocks(shop.sql)).toEqual([])
})
