import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { TestUser } from '../../../testing/harness.ts'
import { CARDS, eventAbout, SMALL, type Shop, startShop } from '../../../testing/shop.ts'
import { rechargeLimits } from '../../limits.ts'
import { buyersOf, alertsFromNow, shopPerFile } from '../../../testing/shared-shop.ts'

const shopOf = shopPerFile()
const newBuyer = buyersOf(shopOf)

type Checkout = Awaited<ReturnType<Shop['checkout']>>

/** Pays with a declined card at the provider itself, with what every browser is given. */
async function tryElsewhere(
  shop: Shop,
  { intentId, clientSecret }: Checkout,
  card?: string,
): Promise<void> {
  const method = card ?? (await shop.method(CARDS.declined))
  const params = { client_secret: clientSecret, payment_method: method }
  const { apiBase, publishableKey } = shop.config.payments
  const answer = await fetch(`${apiBase}/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({ ...params, return_url: shop.config.publicUrl }),
  })
  expect(answer.status).toBe(402)
}

const declinesOf = (shop: Shop, { user }: TestUser) =>
  shop.deps.limits.used(rechargeLimits.declines, user.id)

test('cards declined behind the shop’s back count, and the third closes the order', async () => {
  const { shop, ann } = await newBuyer()
  const alerts = alertsFromNow(shop)
  const checkout = await shop.checkout(ann)
  for (const state of ['pending', 'pending', 'cancelled']) {
    await tryElsewhere(shop, checkout)
    await shop.receiveEvents()
    expect(await shop.order(ann, checkout.orderId)).toMatchObject({ state })
  }
  expect(await declinesOf(shop, ann)).toBe(3)
  expect(alerts()).toEqual(['declined_elsewhere'])
  const intent = await shop.provider('GET', `/v1/payment_intents/${checkout.intentId}`)
  expect(intent).toMatchObject({ status: 'canceled' })
})

test('attempts of the shop’s own are no foreign ones, whenever their events come', async () => {
  const { shop, ann } = await newBuyer()
  const alerts = alertsFromNow(shop)
  const checkout = await shop.checkout(ann)
  for (const card of [CARDS.declined, CARDS.noFunds, CARDS.declined, CARDS.noFunds])
    await shop.pay(ann, checkout, card)
  await shop.receiveEvents()
  expect(await declinesOf(shop, ann)).toBe(4)
  await shop.pay(ann, checkout, CARDS.good)
  expect(await shop.order(ann, checkout.orderId)).toMatchObject({ state: 'paid' })
  expect(alerts()).toEqual([])
})

test('cards tried elsewhere count after attempts that the provider refused without an event, as does the shop’s own card again', async () => {
  const shop = await shopOf()
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const unknown = await shop.checkout(ann)
  for (const paymentMethodId of ['pm_no1', 'pm_no2', 'pm_no3', 'pm_no4']) {
    const given = { clientSecret: unknown.clientSecret, paymentMethodId }
    expect((await ann.call(api.recharge.confirmPayment, given)).status).toBe(400)
  }
  const known = await shop.checkout(bob)
  const card = await shop.method(CARDS.declined)
  await bob.call(api.recharge.confirmPayment, {
    ...{ clientSecret: known.clientSecret, paymentMethodId: card },
  })
  await shop.receiveEvents()
  for (const state of ['pending', 'pending', 'cancelled']) {
    await tryElsewhere(shop, unknown)
    await tryElsewhere(shop, known, card)
    await shop.receiveEvents()
    expect(await shop.order(ann, unknown.orderId)).toMatchObject({ state })
    expect(await shop.order(bob, known.orderId)).toMatchObject({ state })
  }
  expect([await declinesOf(shop, ann), await declinesOf(shop, bob)]).toEqual([3, 4])
})

test('an order that the provider could not close is closed when the event comes again', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  for (let time = 0; time < 2; time += 1) await tryElsewhere(shop, checkout)
  await shop.receiveEvents()
  await shop.loseEvents()
  await tryElsewhere(shop, checkout)
  const { intentId: id, orderId } = checkout
  const failure = { payment_method: { id: 'pm_other' } }
  const event = eventAbout('payment_intent.payment_failed', {
    object: 'payment_intent',
    id,
    last_payment_error: failure,
  })
  shop.proxy.fault = ({ path }) => (path.endsWith('/cancel') ? 'reset before' : null)
  expect((await shop.deliver(event)).status).toBe(503)
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'pending' })
  shop.proxy.fault = () => null
  expect((await shop.deliver(event)).status).toBe(200)
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'cancelled' })
  expect(await declinesOf(shop, ann)).toBe(3)
})

test('who has no declined cards left for the day is given no intent to try more with', async () => {
  const { shop, ann } = await newBuyer()
  for (let time = 0; time < rechargeLimits.declines.times; time += 1)
    await shop.deps.limits.count(rechargeLimits.declines, ann.user.id)
  const refused = await ann.call(api.recharge.createPaymentIntent, { id: SMALL.id, num: 1 })
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(await shop.sql`select 1 from orders where user_id = ${ann.user.id}`).toEqual([])
})
