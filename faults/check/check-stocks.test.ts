import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Query } from '#server/db/sql.ts'
import { limitPlan } from '#server/testing/limited-plans.ts'
import { SMALL, startShop } from '#server/testing/shop.ts'
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
