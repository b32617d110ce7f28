import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, eventOf, proveLedger, type Shop, signatureOf } from '../../testing/shop.ts'
import { payAtProvider } from '../../testing/pay-at-provider.ts'
import type { TestUser } from '../../testing/harness.ts'
import { stripePayments } from '../../gateways/payments/stripe-payments.ts'
import { HANDLED_EVENTS } from '../../gateways/payments/stripe-event.ts'
import { buyersOf, broken, quietShopPerFile } from '../../testing/shared-shop.ts'

const quietOf = quietShopPerFile()
const newBuyer = buyersOf(quietOf)

/** Nothing that was posted here may be run or embedded anywhere. */
const AS_DATA = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
}

const SUCCEEDED = 'payment_intent.succeeded'

/** A payment that the provider has and the shop has not received an event of. */
async function payWithoutEvent(shop: Shop, ann: TestUser) {
  const checkout = await shop.checkout(ann)
  await payAtProvider(shop, checkout.intentId)
  const metadata = { shop: shop.deps.shop.id, order: checkout.orderId }
  return { ...checkout, intent: { id: checkout.intentId, metadata } }
}

async function stateOf({ sql }: Shop, orderId: string): Promise<string | undefined> {
  const [row] = await sql<{ state: string }>`select state from orders where id = ${orderId}`
  return row?.state
}

test('events about one payment credit it once: the same one ten times at once and later, ten others at once', async () => {
  const { shop, ann } = await newBuyer()
  const { intent } = await payWithoutEvent(shop, ann)
  const event = eventOf(SUCCEEDED, intent)
  const ten = Array.from({ length: 10 })

  const answers = await Promise.all(ten.map(() => shop.deliver(event)))
  const later = await shop.deliver(event)
  await Promise.all(ten.map(() => shop.deliver(eventOf(SUCCEEDED, intent))))

  expect(new Set([...answers, later].map(({ status }) => status))).toEqual(new Set([200]))
  expect(await shop.balance(ann)).toBe(2000)

  const bob = await shop.newUser()
  const other = await payWithoutEvent(shop, bob)
  await Promise.all(ten.map(() => shop.deliver(eventOf(SUCCEEDED, other.intent))))
  expect(await shop.balance(bob)).toBe(2000)
  await proveLedger(shop)
})

test('old events of a failure, an end or an attempt after the payment change nothing', async () => {
  const { shop, ann } = await newBuyer()
  const checkout = await shop.checkout(ann)
  await shop.pay(ann, checkout, CARDS.good)

  for (const name of ['payment_failed', 'canceled', 'processing']) {
    const answer = await shop.deliver(eventOf(`payment_intent.${name}`, { id: checkout.intentId }))
    expect([name, answer.status]).toEqual([name, 200])
    expect([name, await stateOf(shop, checkout.orderId)]).toEqual([name, 'paid'])
  }
  expect(await shop.balance(ann)).toBe(2000)
})

test('an event says nothing by itself: the intent is unpaid, declined elsewhere or cancelled', async () => {
  const { shop, ann } = await newBuyer()
  const checkout = await shop.checkout(ann)
  const { intentId: id, orderId } = checkout

  expect((await shop.deliver(eventOf(SUCCEEDED, { id }))).status).toBe(200)
  expect(await stateOf(shop, orderId)).toBe('pending')
  expect(await shop.balance(ann)).toBe(0)

  await shop.deliver(eventOf('payment_intent.payment_failed', { id }))
  expect((await shop.pay(ann, checkout, CARDS.good)).body.data.status).toBe('succeeded')

  const ended = await shop.checkout(ann)
  await shop.provider('POST', `/v1/payment_intents/${ended.intentId}/cancel`)
  await shop.deliver(eventOf('payment_intent.canceled', { id: ended.intentId }))
  const { body } = await ann.call(api.recharge.queryOrder, { orderId: ended.orderId })
  expect(body.data.order.state).toBe('cancelled')
})

test('an altered, unsigned, old, future-dated or wrongly signed event is refused', async () => {
  const { shop, ann } = await newBuyer()
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
  ]

  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
  expect(refused[0]?.body).toMatchObject({ code: 'VALIDATION', message: '签名无效' })
  expect(await stateOf(shop, orderId)).toBe('pending')
  const nearlyOld = await shop.post(payload, signatureOf(payload, secret, at(-290)))
  expect(nearlyOld.status).toBe(200)
  expect(await stateOf(shop, orderId)).toBe('paid')
})

test('a rightly signed event that lacks fields is refused with their names', async () => {
  const shop = await quietOf()
  const [, secret = ''] = shop.config.payments.webhookSecrets
  const { livemode: _, ...event } = eventOf(SUCCEEDED, { id: 'pi_any' })
  const object = { object: 'payment_intent' }
  for (const [sent, field] of [
    [event, 'livemode'],
    [{ ...eventOf(SUCCEEDED, { id: 'pi_any' }), data: { object } }, 'data.object.id'],
    [{ ...eventOf(SUCCEEDED, { id: 'pi_any' }), data: {} }, 'data.object'],
  ] as const) {
    const payload = JSON.stringify(sent)
    const { status, body } = await shop.post(payload, signatureOf(payload, secret, new Date()))
    expect([status, body]).toMatchObject([400, { message: expect.stringContaining(field) }])
  }
})

test('while the secret is changed, events signed with either are accepted; without one none is', async () => {
  const shop = await quietOf()
  const { webhookSecrets } = shop.config.payments
  expect(webhookSecrets).toHaveLength(2)
  // knows both, unlike a shop that loses the provider's events
  using stack = new DisposableStack()
  const { payments } = shop.deps
  stack.defer(() => Object.assign(shop.deps, { payments, config: shop.config }))
  shop.deps.payments = stripePayments(shop.config.payments)
  for (const secret of webhookSecrets) {
    const answer = await shop.deliver(eventOf(SUCCEEDED, { id: 'pi_any' }), { secret })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject(AS_DATA)
  }
  shop.deps.payments = payments
  const ann = await shop.newUser()
  const { intent, orderId } = await payWithoutEvent(shop, ann)
  const without = { ...shop.config.payments, webhookSecrets: [] }
  shop.deps.config = { ...shop.config, payments: without }

  const answer = await shop.deliver(eventOf(SUCCEEDED, intent))

  expect(answer).toMatchObject({ status: 503, body: { code: 'DEPENDENCY_DOWN' } })
  expect(answer.headers['retry-after']).toBeDefined()
  expect(answer.headers).toMatchObject(AS_DATA)
  expect(await stateOf(shop, orderId)).toBe('pending')
})

test('events of the other mode, of other kinds and of other shops are answered 200 and ignored', async () => {
  const { shop, ann } = await newBuyer()
  const { intent, orderId } = await payWithoutEvent(shop, ann)

  const events = [
    eventOf(SUCCEEDED, intent, { livemode: true }),
    eventOf('payment_intent.created', intent),
    eventOf('customer.created', intent),
    eventOf(SUCCEEDED, { id: 'pi_of_another_shop' }),
    eventOf(SUCCEEDED, { id: 'pi_of_another_shop', metadata: { shop: 'other', order: orderId } }),
  ]
  const ids = events.map(({ id }) => id)

  for (const event of events) {
    expect([event.type, (await shop.deliver(event)).status]).toEqual([event.type, 200])
  }
  expect(await stateOf(shop, orderId)).toBe('pending')
  expect(await shop.sql`select 1 from provider_events where id = any(${ids})`).toEqual([])
})

test('an event that cannot be applied is answered 5xx, and applied when it is sent again', async () => {
  const { shop, ann } = await newBuyer()
  const { intent, orderId } = await payWithoutEvent(shop, ann)
  const event = eventOf(SUCCEEDED, intent)
  await shop.sql`alter table credit_ledger add constraint broken check (delta < 0) not valid`
  const failed = await shop.deliver(event)
  await shop.sql`alter table credit_ledger drop constraint broken`

  expect(failed.status).toBe(500)
  expect(await stateOf(shop, orderId)).toBe('pending')
  expect(await shop.sql`select 1 from provider_events where id = ${event.id}`).toEqual([])
  expect(await shop.sql`select 1 from credit_lots where user_id = ${ann.user.id}`).toEqual([])

  const again = await shop.deliver(event)
  expect(again.status).toBe(200)
  expect(await stateOf(shop, orderId)).toBe('paid')
  await proveLedger(shop)
})

test('an event is sent again while the provider cannot be asked', async () => {
  const { shop, ann } = await newBuyer()
  const { intent, orderId } = await payWithoutEvent(shop, ann)
  using _fault = broken(shop, () => 'reset before')

  const failed = await shop.deliver(eventOf(SUCCEEDED, intent))

  expect(failed).toMatchObject({ status: 503, body: { code: 'DEPENDENCY_DOWN' } })
  shop.proxy.fault = () => null
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'paid' })
})

test('docs/production.md names the events that the endpoint needs', async () => {
  const page = await readFile('docs/production.md', 'utf8')
  const [, list = ''] = page.slice(page.indexOf('<!-- events -->')).split('\n')
  const named = [...list.matchAll(/`([\w.]+)`/g)].map(([, type]) => type)
  expect(named).toEqual(Object.keys(HANDLED_EVENTS))
})
