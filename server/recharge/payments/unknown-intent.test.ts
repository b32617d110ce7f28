import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, type Shop, startShop } from '../../testing/shop.ts'
import type { TestUser } from '../../testing/harness.ts'
import { reconcileOrders } from '../checks/reconcile-orders.ts'

/** An order from before the shop was given the keys of another account. */
async function ofOtherKeys(shop: Shop, buyer: TestUser) {
  const { orderId } = await shop.checkout(buyer)
  const clientSecret = 'pi_of_other_keys_secret_1'
  await shop.sql`
    update orders set payment_intent_id = ${'pi_of_other_keys'}, client_secret = ${clientSecret}
    where id = ${orderId}`
  return { orderId, clientSecret }
}

test('an order with an intent unknown to the provider can be closed', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId } = await ofOtherKeys(shop, ann)

  const { body } = await ann.call(api.recharge.cancelOrder, { id: orderId })

  expect(body.data.order.state).toBe('cancelled')
  expect(shop.alerts()).toEqual(['intent_missing'])
})

test('paying an order with an unknown intent closes it, and a new one can be paid', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId, clientSecret } = await ofOtherKeys(shop, ann)

  const answer = await shop.pay(ann, { clientSecret }, CARDS.good)

  expect(answer).toMatchObject({ status: 409, body: { code: 'ORDER_STATE' } })
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'cancelled' })
  expect(shop.alerts()).toEqual(['intent_missing'])
  await shop.buy(ann)
  expect(await shop.balance(ann)).toBe(2000)
})

test('an order in progress with an unknown intent stays open until it is overdue, then closes', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId } = await ofOtherKeys(shop, ann)
  await shop.sql`update orders set state = 'processing', confirm_count = 1 where id = ${orderId}`

  shop.advance(60_000)
  await reconcileOrders(shop.deps)
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'processing' })
  expect(shop.alerts()).toEqual([])

  shop.advance(30 * 60_000)
  await reconcileOrders(shop.deps)
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'expired' })
  expect(shop.alerts()).toEqual(['intent_missing'])
})
