import { createServer } from 'node:http'
import { Stripe } from 'stripe'
import { expect, test, vi } from 'vitest'
import { API_VERSION } from '../payments/events.ts'
import {
  startReceiver,
  startTestSandbox,
  WEBHOOK_SECRET,
  POLLING,
} from '../testing/test-sandbox.ts'
import { signPayload } from './signature.ts'

async function startWithReceiver() {
  const receiver = await startReceiver()
  const sandbox = await startTestSandbox({
    webhook: { url: receiver.url, secret: WEBHOOK_SECRET },
  })
  return {
    receiver,
    sandbox,
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

test('the events of a paid intent arrive with a signature that the SDK accepts', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  const { id } = await sandbox.newIntent({ metadata: { order: 'o_1' } })
  const paid = await sandbox.stripe.paymentIntents.confirm(
    id,
    { payment_method: 'pm_card_visa', return_url: 'https://shop.example/' },
    { idempotencyKey: 'confirm:1:1' },
  )

  // The receiver verifies each signature by webhooks.constructEvent before it keeps the event.
  await vi.waitFor(() => {
    expect(receiver.typesOf(id).toSorted()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
  }, POLLING)
  const event = receiver.events.find(({ type }) => type === 'payment_intent.succeeded')
  expect(event).toMatchObject({
    object: 'event',
    api_version: API_VERSION,
    livemode: false,
    request: { id: paid.lastResponse.requestId, idempotency_key: 'confirm:1:1' },
    data: { object: { id, status: 'succeeded', metadata: { order: 'o_1' } } },
  })
  const listed = await sandbox.stripe.events.list({ type: 'payment_intent.*' })
  expect(listed.data.map(({ type }) => type)).toEqual([
    'payment_intent.succeeded',
    'payment_intent.created',
  ])
  expect(await sandbox.stripe.events.retrieve(String(event?.id))).toMatchObject({ id: event?.id })
})

const SENT = [
  { number: '4000000000009995', types: ['charge.failed', 'payment_intent.payment_failed'] },
  { number: '4000000000003220', types: ['payment_intent.requires_action'] },
  {
    number: '4000000000008005',
    types: [
      'charge.pending',
      'charge.succeeded',
      'payment_intent.processing',
      'payment_intent.succeeded',
    ],
  },
]

test('a decline, a challenge and a slow card send their events', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  for (const { number, types } of SENT) {
    const { id } = await sandbox.newIntent()
    const method = await sandbox.newMethod(number)
    await sandbox.confirm(id, { payment_method: method.id }).catch(() => undefined)
    await vi.waitFor(() => {
      expect(receiver.typesOf(id).toSorted()).toEqual(
        [...types, 'payment_intent.created'].toSorted(),
      )
    }, POLLING)
  }
})

test('cancelling and a refused challenge send events', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  const { id: canceled } = await sandbox.newIntent()
  await sandbox.stripe.paymentIntents.cancel(canceled)
  const { id: refused } = await sandbox.newIntent()
  const waiting = await sandbox.confirm(refused, {
    payment_method: 'pm_card_authenticationRequired',
  })
  await fetch(String(waiting.next_action?.redirect_to_url?.url), {
    method: 'POST',
    body: new URLSearchParams({ answer: 'refuse' }),
    redirect: 'manual',
  })
  await vi.waitFor(() => {
    expect(receiver.typesOf(canceled)).toContain('payment_intent.canceled')
    expect(receiver.typesOf(refused)).toContain('payment_intent.payment_failed')
  }, POLLING)
  const event = receiver.events.find(({ type }) => type === 'payment_intent.payment_failed')
  expect(event?.request).toEqual({ id: null, idempotency_key: null })
})

test('a delivery answered with an error or a redirect is repeated until it succeeds', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  // a redirect is no success either
  receiver.answer = (type, before) =>
    type === 'payment_intent.succeeded' ? ([500, 302][before] ?? 200) : 200
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)

  await vi.waitFor(() => {
    const tries = receiver.events.filter(({ type }) => type === 'payment_intent.succeeded')
    expect(tries).toHaveLength(3)
    expect(new Set(tries.map(({ id: event }) => event)).size).toBe(1)
  }, POLLING)
  await vi.waitFor(async () => {
    const page = await (await fetch(sandbox.url)).text()
    expect(page).not.toContain('重试中')
    expect(page).toContain('已送达')
  }, POLLING)
  const [event] = (await sandbox.stripe.events.list({ type: 'payment_intent.succeeded' })).data
  expect(event?.pending_webhooks).toBe(0)
})

test('an event not delivered before a restart is delivered after it', async () => {
  await using both = await startWithReceiver()
  const { sandbox, receiver } = both
  receiver.answer = () => 503
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)
  await vi.waitFor(() => expect(receiver.typesOf(id).length).toBeGreaterThanOrEqual(3), POLLING)

  await sandbox.restart()
  const before = receiver.events.length
  receiver.answer = () => 200
  await vi.waitFor(() => {
    const after = new Set(receiver.events.slice(before).map(({ type }) => type))
    expect([...after].toSorted()).toEqual([
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
  }, POLLING)
})

test('an unreachable receiver delays neither payments nor the shutdown', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const sandbox = await startTestSandbox({
    webhook: { url: `http://127.0.0.1:${port}/`, secret: WEBHOOK_SECRET },
  })
  const { id } = await sandbox.newIntent()
  expect((await sandbox.confirm(id)).status).toBe('succeeded')

  const startedAt = performance.now()
  await sandbox[Symbol.asyncDispose]()
  expect(performance.now() - startedAt).toBeLessThan(2000)
  silent.closeAllConnections()
  silent.close()
})

test('without a webhook events are recorded and not sent', async () => {
  await using sandbox = await startTestSandbox()
  await sandbox.newIntent()
  const { data } = await sandbox.stripe.events.list()
  expect(data).toMatchObject([{ type: 'payment_intent.created', pending_webhooks: 0 }])
})

test('an altered body or another secret is refused by the SDK', () => {
  const body = '{"object":"event"}'
  const header = signPayload(body, WEBHOOK_SECRET, Date.now())
  const { constructEvent } = Stripe.webhooks
  const verify = constructEvent.bind(Stripe.webhooks)
  expect(verify(body, header, WEBHOOK_SECRET)).toMatchObject({ object: 'event' })
  expect(() => verify(`${body} `, header, WEBHOOK_SECRET)).toThrow('No signatures found')
  expect(() => verify(body, header, 'whsec_other')).toThrow('No signatures found')
  expect(() => verify(body, signPayload(body, WEBHOOK_SECRET, 0), WEBHOOK_SECRET)).toThrow(
    'tolerance',
  )
})
