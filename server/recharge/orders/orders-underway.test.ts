import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, type Shop, SMALL } from '../../testing/shop.ts'
import type { TestUser } from '../../testing/harness.ts'
import { reconcileOrders } from '../checks/reconcile-orders.ts'
import { buyersOf, ahead, quietShopPerFile } from '../../testing/shared-shop.ts'

const newBuyer = buyersOf(quietShopPerFile())

/** An order whose card is being charged and whose result never arrives. */
async function underway(shop: Shop, buyer: TestUser, card: string) {
  const checkout = await shop.checkout(buyer)
  const { body } = await shop.pay(buyer, checkout, card)
  expect(body.data.status).toBe('processing')
  return checkout
}

const settled = (shop: Shop, intentId: string) =>
  expect
    .poll(() => shop.provider('GET', `/v1/payment_intents/${intentId}`))
    .not.toMatchObject({ status: 'processing' })

test('placing an order that another tab is paying returns the same order', async () => {
  const { shop, ann } = await newBuyer()
  const first = await underway(shop, ann, CARDS.slow)

  const second = await shop.checkout(ann)
  expect(second).toEqual(first)
  const { body } = await shop.pay(ann, second, CARDS.good)
  expect(['processing', 'succeeded']).toContain(body.data.status)

  await settled(shop, first.intentId)
  using _later = ahead(shop, 60_000)
  await reconcileOrders(shop.deps)
  expect(await shop.order(ann, first.orderId)).toMatchObject({ state: 'paid' })
  expect(shop.proxy.keysOf(`${first.intentId}/confirm`)).toEqual([`confirm:${first.orderId}:1`])
  expect(await shop.balance(ann)).toBe(2000)
})

test('a payment in progress after the half hour keeps its order open, and may still fail', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId, intentId } = await underway(shop, ann, CARDS.slowDeclined)
  using _later = ahead(shop, 31 * 60_000)

  const { body } = await ann.call(api.recharge.placeOrder, { id: SMALL.id, num: 1 })
  expect(body.data.order).toMatchObject({ id: orderId, state: 'processing' })

  await settled(shop, intentId)
  expect(await shop.order(ann, orderId)).toMatchObject({ failure: { code: 'generic_decline' } })
})

test('after a declined card the order is payable again, although another was placed meanwhile', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId, intentId } = await underway(shop, ann, CARDS.slowDeclined)
  const twin = await ann.call(api.recharge.placeOrder, { id: SMALL.id, num: 2 })
  await shop.sql`update orders set num = 1 where id = ${twin.body.data.order.id}`

  await settled(shop, intentId)
  expect(await shop.order(ann, orderId)).toMatchObject({
    state: 'pending',
    failure: { code: 'generic_decline' },
  })
})
