import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, eventOf, type Shop } from '../../testing/shop.ts'
import type { TestUser } from '../../testing/harness.ts'
import { reconcileOrders } from '../checks/reconcile-orders.ts'
import {
  buyersOf,
  ahead,
  alertsFromNow,
  quietShopPerFile,
  shopPerFile,
} from '../../testing/shared-shop.ts'

const shopOf = shopPerFile()
const newBuyer = buyersOf(shopOf)
const newQuietBuyer = buyersOf(
  quietShopPerFile({
    environment: { OPERATOR_EMAIL: 'operator@example.com' },
  }),
)

const SUCCEEDED = 'payment_intent.succeeded'

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

/** A second payment for the order, through an intent of its own. */
async function payTwice(shop: Shop, orderId: string) {
  const metadata = { shop: shop.deps.shop.id, order: orderId }
  const { id } = await shop.provider('POST', '/v1/payment_intents', {
    amount: '1990',
    currency: 'cny',
    'metadata[shop]': metadata.shop,
    'metadata[order]': orderId,
    confirm: 'true',
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })
  return { id, metadata }
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

  expect(answer).toMatchObject({ status: 410, body: { code: 'ORDER_CANCELLED' } })
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'cancelled' })
  expect(alerts()).toEqual(['intent_missing', 'intent_missing'])
  await shop.buy(ann)
  expect(await shop.balance(ann)).toBe(2000)
})

test('an order in progress with an unknown intent stays open until it is overdue, then closes', async () => {
  const { shop, ann } = await newBuyer()
  const alerts = alertsFromNow(shop)
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

test('money through an intent that is not the order’s own is never credited', async () => {
  const { shop, ann } = await newQuietBuyer()
  const alerts = alertsFromNow(shop)
  const { orderId } = await shop.checkout(ann)
  const { id, metadata } = await payTwice(shop, orderId)

  const answer = await shop.deliver(eventOf(SUCCEEDED, { id, metadata }))

  expect(answer.status).toBe(200)
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'exception' })
  expect(await shop.balance(ann)).toBe(0)
  expect(alerts()).toContain('second_payment')
})

test('the alert of a second payment commits with its event, else the event is sent again', async () => {
  const { shop, ann } = await newQuietBuyer()
  const { orderId } = await shop.buy(ann)
  const payment = await payTwice(shop, orderId)
  const event = eventOf(SUCCEEDED, payment)
  const kept = () => shop.sql`select 1 from provider_events where id = ${event.id}`
  await shop.sql`alter table jobs add constraint no_mail check (kind <> 'mail') not valid`

  const failed = await shop.deliver(event)
  await shop.sql`alter table jobs drop constraint no_mail`
  expect(failed.status).toBe(500)
  expect(await kept()).toEqual([])

  expect((await shop.deliver(event)).status).toBe(200)
  expect(await kept()).toHaveLength(1)
  expect(await shop.sql`select kind from alerts where subject = ${payment.id}`).toEqual([
    { kind: 'second_payment' },
  ])
})
