import { expect, test } from 'vitest'
import { adjust, readLots, welcome } from '../../testing/credit.ts'
import { balancesOf } from '../../testing/applications/spending.ts'
import { consumeAsTool, expectProven, refundAsOperator } from '../../testing/refunds.ts'
import type { TestUser } from '../../testing/harness.ts'
import { buyersOf, shopPerFile } from '../../testing/shared-shop.ts'
import { CARDS, type Shop } from '../../testing/shop.ts'
import { offerRefund } from './refund-order.ts'

const newBuyer = buyersOf(shopPerFile())

/** What is left of the user's gift. */
async function giftOf({ sql }: Shop, user: TestUser) {
  const lots = await readLots(sql, user)
  return lots.find(({ kind }) => kind === 'welcome')?.remaining
}

const offerOf = async ({ deps }: Shop, orderId: string) =>
  (await offerRefund(deps, { orderId, actor: 'operator' })).policy

test('tools spend the gift first, as it ends first, and the order is refunded in full without it', async () => {
  const { shop, ann } = await newBuyer()
  await welcome(shop, ann)
  const { orderId } = await shop.buy(ann)
  await consumeAsTool(shop, ann, 150)
  expect(await giftOf(shop, ann)).toBe(50)
  expect(await offerOf(shop, orderId)).toMatchObject({ amount: 1990, left: 2000, used: 0 })

  await refundAsOperator(shop, orderId)

  expect(await giftOf(shop, ann)).toBe(50)
  expect(await shop.balance(ann)).toBe(50)
  await expectProven(shop)
})

test('a refund or dispute of credit that is spent leaves the gift and becomes debt, which the next purchase pays', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann)
  await consumeAsTool(shop, ann, 2000)
  await welcome(shop, ann)
  expect(await offerOf(shop, orderId)).toMatchObject({ amount: 0, refundable: 0 })

  await refundAsOperator(shop, orderId, { amount: 1990 })

  expect(await giftOf(shop, ann)).toBe(200)
  expect(await balancesOf(shop, ann)).toMatchObject({ balance: -1800, debt: 1800 })
  await expectProven(shop)

  await shop.buy(ann, { card: CARDS.disputed })
  expect(await giftOf(shop, ann)).toBe(200)
  expect(await shop.balance(ann)).toBe(-1800)
  await shop.buy(ann)
  expect(await shop.balance(ann)).toBe(200)
  expect(await giftOf(shop, ann)).toBe(200)
  await expectProven(shop)
})

test('an operator takes from the gift as from any lot', async () => {
  const { shop, ann } = await newBuyer()
  await welcome(shop, ann)
  await adjust(shop, ann, { delta: -80 })
  expect(await giftOf(shop, ann)).toBe(120)
  await expectProven(shop)
})
