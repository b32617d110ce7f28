import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import {
  CARDS,
  eventOf,
  proveLedger,
  type Shop,
  signatureOf,
  startShop,
} from '../../testing/shop.ts'
import type { TestUser } from '../../testing/harness.ts'
import { HANDLED_EVENTS } from '../../gateways/payments/stripe-event.ts'

/** Nothing that was posted here may be run or embedded anywhere. */
const AS_DATA = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
}

const SUCCEEDED = 'payment_intent.succeeded'

/** A payment that the provider has and the shop has not received an event of. */
async function payWithoutEvent(shop: Shop, ann: TestUser, card: string = CARDS.good) {
  const checkout = await shop.checkout(ann)
  await shop.loseEvents()
  await shop.provider('POST', `/v1/payment_intents/${checkout.intentId}/confirm`, {
    payment_method: await shop.method(card),
    return_url: shop.config.publicUrl,
  })
  const metadata = { shop: shop.deps.shop.id, order: checkout.orderId }
  return { ...checkout, intent: { id: checkout.intentId, metadata } }
}

async function stateOf({ sql }: Shop, orderId: string): Promise<string | undefined> {
  const [row] = await sql<{ state: string }>`select state from orders where id = ${orderId}`
  return row?.state
}

test('an event settles an order whose confirmation got no answer', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intent, orderId } = await payWithoutEvent(shop, ann)
  expect(await stateOf(shop, orderId)).toBe('pending')

  const answer = await shop.deliver(eventOf(SUCCEEDED, intent))

  expect(answer).toMatchObject({ status: 200, body: { statusCode: 200 } })
  expect(await stateOf(shop, orderId)).toBe('paid')
  expect(await shop.balance(ann)).toBe(2000)
})

test('the same event ten times at once, and again later, credits once', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intent } = await payWithoutEvent(shop, ann)
  const event = eventOf(SUCCEEDED, intent)

  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.deliver(event)))
  const later = await shop.deliver(event)

  expect(new Set([...answers, later].map(({ status }) => status))).toEqual(new Set([200]))
  expect(await shop.balance(ann)).toBe(2000)
  await proveLedger(shop)
})

test('ten different events about one payment credit once', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intent } = await payWithoutEvent(shop, ann)

  await Promise.all(Array.from({ length: 10 }, () => shop.deliver(eventOf(SUCCEEDED, intent))))

  expect(await shop.balance(ann)).toBe(2000)
  await proveLedger(shop)
})

test.each([
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
])('an old %s after the payment changes nothing', async (type) => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  await shop.pay(ann, checkout, CARDS.good)

  const answer = await shop.deliver(eventOf(type, { id: checkout.intentId }))

  expect(answer.status).toBe(200)
  expect(await stateOf(shop, checkout.orderId)).toBe('paid')
  expect(await shop.balance(ann)).toBe(2000)
})

test('an event of success grants nothing while the intent itself is unpaid', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intentId, orderId } = await shop.checkout(ann)

  const answer = await shop.deliver(eventOf(SUCCEEDED, { id: intentId }))

  expect(answer.status).toBe(200)
  expect(await stateOf(shop, orderId)).toBe('pending')
  expect(await shop.balance(ann)).toBe(0)
})

test('an altered, unsigned, old, future-dated or wrongly signed event is refused', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intent, orderId } = await payWithoutEvent(shop, ann)
  const payload = JSON.stringify(eventOf(SUCCEEDED, intent))
  const [, secret = ''] = shop.config.payments.webhookSecrets
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
  const now = Math.floor(Date.now() / 1000)
  const future = signatureOf(payload, secret, at(310))

  const refused = [
    await shop.post(`${payload} `, signatureOf(payload, secret, at(0))),
    await shop.post(payload, ''),
    await shop.post(payload, 'no signature'),
    await shop.post(payload, signatureOf(payload, 'whsec_of_somebody_else', at(0))),
    await shop.post(payload, signatureOf(payload, secret, at(-310))),
    await shop.post(payload, future),
    await shop.post(payload, `t=${now},${future}`),
    await shop.post('not json', signatureOf('not json', secret, at(0))),
    await shop.post('{}', signatureOf('{}', secret, at(0))),
  ]

  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
  expect(refused[0]?.body).toMatchObject({ code: 'VALIDATION', message: '签名无效' })
  expect(await stateOf(shop, orderId)).toBe('pending')
  const nearlyOld = await shop.post(payload, signatureOf(payload, secret, at(-290)))
  expect(nearlyOld.status).toBe(200)
  expect(await stateOf(shop, orderId)).toBe('paid')
})

test('while the secret is changed, events signed with either are accepted', async () => {
  await using shop = await startShop()
  const { webhookSecrets } = shop.config.payments
  expect(webhookSecrets).toHaveLength(2)
  for (const secret of webhookSecrets) {
    const answer = await shop.deliver(eventOf(SUCCEEDED, { id: 'pi_any' }), { secret })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject(AS_DATA)
  }
})

test('without a secret no event is accepted', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intent, orderId } = await payWithoutEvent(shop, ann)
  const event = eventOf(SUCCEEDED, intent)
  shop.deps.config = {
    ...shop.config,
    payments: { ...shop.config.payments, webhookSecrets: [] },
  }

  const answer = await shop.deliver(event)

  expect(answer).toMatchObject({ status: 503, body: { code: 'DEPENDENCY_DOWN' } })
  expect(answer.headers['retry-after']).toBeDefined()
  expect(answer.headers).toMatchObject(AS_DATA)
  expect(await stateOf(shop, orderId)).toBe('pending')
})

test('events of the other mode, of other kinds and of other shops are answered 200 and ignored', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intent, orderId } = await payWithoutEvent(shop, ann)

  const answers = [
    await shop.deliver(eventOf(SUCCEEDED, intent, { livemode: true })),
    await shop.deliver(eventOf('payment_intent.created', intent)),
    await shop.deliver(eventOf('customer.created', intent)),
    await shop.deliver(eventOf(SUCCEEDED, { id: 'pi_of_another_shop' })),
    await shop.deliver(
      eventOf(SUCCEEDED, { id: 'pi_of_another_shop', metadata: { shop: 'other', order: orderId } }),
    ),
  ]

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await stateOf(shop, orderId)).toBe('pending')
  expect(await shop.sql`select 1 from provider_events`).toEqual([])
})

test('an event about an intent of ours without an order is sent again, and the operator is alerted', async () => {
  await using shop = await startShop()
  const metadata = {
    shop: shop.deps.shop.id,
    order: '01890000-0000-7000-8000-000000000000',
  }

  const answer = await shop.deliver(eventOf(SUCCEEDED, { id: 'pi_lost', metadata }))

  expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
  expect(shop.alerts()).toEqual(['order_unknown'])
})

test('an event that cannot be applied is answered 5xx, and applied when it is sent again', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intent, orderId } = await payWithoutEvent(shop, ann)
  const event = eventOf(SUCCEEDED, intent)
  await shop.sql`alter table credit_ledger add constraint broken check (delta < 0) not valid`

  const failed = await shop.deliver(event)
  expect(failed.status).toBe(500)
  expect(await stateOf(shop, orderId)).toBe('pending')
  expect(await shop.sql`select 1 from provider_events`).toEqual([])
  expect(await shop.sql`select 1 from credit_lots`).toEqual([])

  await shop.sql`alter table credit_ledger drop constraint broken`
  const again = await shop.deliver(event)
  expect(again.status).toBe(200)
  expect(await stateOf(shop, orderId)).toBe('paid')
  await proveLedger(shop)
})

test('an event is sent again while the provider cannot be asked', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intent, orderId } = await payWithoutEvent(shop, ann)
  shop.proxy.fault = () => 'reset before'

  const failed = await shop.deliver(eventOf(SUCCEEDED, intent))

  expect(failed).toMatchObject({ status: 503, body: { code: 'DEPENDENCY_DOWN' } })
  shop.proxy.fault = () => null
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'paid' })
})

test('a card declined outside of the shop leaves the order payable', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  await shop.deliver(eventOf('payment_intent.payment_failed', { id: checkout.intentId }))

  const paid = await shop.pay(ann, checkout, CARDS.good)

  expect(paid.body.data.status).toBe('succeeded')
})

test('an intent cancelled at the provider cancels its order', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intentId, orderId } = await shop.checkout(ann)
  await shop.provider('POST', `/v1/payment_intents/${intentId}/cancel`)
  await shop.deliver(eventOf('payment_intent.canceled', { id: intentId }))
  const { body } = await ann.call(api.recharge.queryOrder, { orderId })
  expect(body.data.order.state).toBe('cancelled')
})

test('docs/production.md names the events that the endpoint needs', async () => {
  const page = await readFile('docs/production.md', 'utf8')
  const [, list = ''] = page.slice(page.indexOf('<!-- events -->')).split('\n')
  const named = [...list.matchAll(/`([\w.]+)`/g)].map(([, type]) => type)
  expect(named).toEqual(Object.keys(HANDLED_EVENTS))
})
