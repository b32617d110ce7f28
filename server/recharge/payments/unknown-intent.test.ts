import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, type Shop } from '../../testing/shop.ts'
import type { TestUser } from '../../testing/harness.ts'
import { reconcileOrders } from '../checks/reconcile-orders.ts'
import { ahead, alertsFromNow, shopPerFile } from '../../testing/shared-shop.ts'

const shopOf = shopPerFile()

/** An order from before the shop was given the keys of another account. */
async function ofOtherKeys(shop: Shop, buyer: TestUser) {
  const { orderId } = await shop.checkout(buyer)
  const intentId = `pi_of_other_keys_${orderId}`
  const clientSecret = `${intentId}_secret_1`
  await shop.sql`
    update orders set payment_intent_id = ${intentId}, client_secret = ${clientSecret}
    where id = ${orderId}`
  return { orderId, clientSecret }
}

test('an order with an intent unknown to the provider can be closed; paying it closes it, and a new one can be paid', async () => {
  const shop = await shopOf()
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const alerts = alertsFromNow(shop)
  const { orderId: closed } = await ofOtherKeys(shop, bob)
  const { body } = await bob.call(api.recharge.cancelOrder, { id: closed })
  expect(body.data.order.state).toBe('cancelled')
  expect(alerts()).toEqual(['intent_missing'])

  const { orderId, clientSecret } = await ofOtherKeys(shop, ann)
  const answer = await shop.pay(ann, { clientSecret }, CARDS.good)

  expect(answer).toMatchObject({ status: 409, body: { code: 'ORDER_STATE' } })
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'cancelled' })
  expect(alerts()).toEqual(['intent_missing', 'intent_missing'])
  await shop.buy(ann)
  expect(await shop.balance(ann)).toBe(2000)
})

test('an order in progress with an unknown intent stays open until it is overdue, then closes', async () => {
  const shop = await shopOf()
  const alerts = alertsFromNow(shop)
  const ann = await shop.newUser()
  const { orderId } = await ofOtherKeys(shop, ann)
  await shop.sql`update orders set state = 'processing', confirm_count = 1 where id = ${orderId}`

  using _later = ahead(shop, 60_000)
  await reconcileOrders(shop.deps)
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'processing' })
  expect(alerts()).toEqual([])

  using _then = ahead(shop, 30 * 60_000)
  await reconcileOrders(shop.deps)
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'expired' })
  expect(alerts()).toEqual(['intent_missing'])
})
