import { expect, test, vi } from 'vitest'
import {
  catchStripeError,
  sandboxPerFile,
  startTestSandbox,
  POLLING,
} from '../testing/test-sandbox.ts'
import { declines, type Decline } from './declines.ts'
import { testCards } from './cards/test-cards.ts'

const sandboxOf = sandboxPerFile()

test("a new intent requires a payment method and has the shop's parameters", async () => {
  const sandbox = await sandboxOf()
  const metadata = { site: '星桥 AI', order: 'o_1' }
  const intent = await sandbox.newIntent({ metadata, description: '标准套餐 × 1' })

  expect(intent).toMatchObject({
    object: 'payment_intent',
    amount: 9900,
    amount_received: 0,
    currency: 'cny',
    livemode: false,
    metadata,
    description: '标准套餐 × 1',
    status: 'requires_payment_method',
    payment_method_types: ['card', 'alipay', 'wechat_pay'],
  })
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_[A-Za-z0-9]{24}$`))
  expect(intent.lastResponse.requestId).toMatch(/^req_[A-Za-z0-9]{14}$/)
  expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
})

test('a good card pays the intent, and the charge has brand, last four and outcome', async () => {
  const sandbox = await sandboxOf()
  const { id } = await sandbox.newIntent()
  const { id: methodId } = await sandbox.newMethod('6200000000000005')

  const paid = await sandbox.confirm(id, { payment_method: methodId, expand: ['latest_charge'] })

  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 9900,
    payment_method: methodId,
    next_action: null,
    latest_charge: {
      object: 'charge',
      amount: 9900,
      amount_captured: 9900,
      amount_refunded: 0,
      captured: true,
      paid: true,
      refunded: false,
      status: 'succeeded',
      payment_intent: id,
      outcome: { type: 'authorized', network_status: 'approved_by_network', risk_level: 'normal' },
      payment_method_details: { type: 'card', card: { brand: 'unionpay', last4: '0005' } },
    },
  })
  const { data: charges } = await sandbox.stripe.charges.list({ payment_intent: id })
  expect(charges).toEqual([paid.latest_charge])
})

const refused = testCards.flatMap((card) => {
  if (card.decline === undefined || card.needsChallenge || card.isSlow) return []
  const decline: Decline = declines[card.decline]
  return [{ number: card.number, decline }]
})

test('each declined card fails with its code and leaves the intent payable', async () => {
  const sandbox = await sandboxOf()
  for (const { number, decline } of refused) {
    const { id } = await sandbox.newIntent()
    const { id: methodId } = await sandbox.newMethod(number)

    const failure = await catchStripeError(sandbox.confirm(id, { payment_method: methodId }))

    expect([number, failure]).toMatchObject([
      number,
      {
        type: 'StripeCardError',
        statusCode: 402,
        code: decline.code,
        payment_intent: { id, status: 'requires_payment_method', payment_method: null },
        payment_method: { id: methodId },
      },
    ])
    expect(failure.raw).toMatchObject({ type: 'card_error' })
    expect(failure.decline_code || undefined).toBe(decline.declineCode)
    const charge = await sandbox.stripe.charges.retrieve(String(failure.charge))
    expect(charge).toMatchObject({ status: 'failed', paid: false, failure_code: decline.code })

    const paid = await sandbox.confirm(id)
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
  }
})

test('a slow card is processing first, and then charged or declined', async () => {
  await using sandbox = await startTestSandbox({ processingMs: 60_000 })
  const start = async (number: string) => {
    const { id } = await sandbox.newIntent()
    const { id: methodId } = await sandbox.newMethod(number)
    const first = await sandbox.confirm(id, {
      payment_method: methodId,
      expand: ['latest_charge'],
    })
    expect(first).toMatchObject({ status: 'processing', latest_charge: { status: 'pending' } })
    expect((await catchStripeError(sandbox.stripe.paymentIntents.cancel(id))).code).toBe(
      'payment_intent_unexpected_state',
    )
    return id
  }
  const ids = [await start('4000000000008005'), await start('4000000000008013')]
  await sandbox.control('/clock', { advance_ms: 60_000 })
  await vi.waitFor(async () => {
    const ends = await Promise.all(
      ids.map((id) => sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
    )
    expect(ends).toMatchObject([
      { status: 'succeeded', latest_charge: { status: 'succeeded' } },
      { status: 'requires_payment_method', latest_charge: { status: 'failed' } },
    ])
  }, POLLING)
})

test('a cancelled intent refuses every further step; a paid one can be neither paid nor cancelled again', async () => {
  const sandbox = await sandboxOf()
  const { id: ended } = await sandbox.newIntent()
  const { paymentIntents, charges } = sandbox.stripe
  const canceled = await paymentIntents.cancel(ended, { cancellation_reason: 'abandoned' })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  expect(canceled.canceled_at).toBeGreaterThan(0)
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)

  for (const [status, each] of [
    ['canceled', ended],
    ['succeeded', id],
  ] as const) {
    const attempts = [sandbox.confirm(each), paymentIntents.cancel(each)]
    for (const failure of await Promise.all(attempts.map(catchStripeError))) {
      expect(failure).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id: each, status },
      })
    }
  }
  expect((await charges.list({ payment_intent: id })).data).toHaveLength(1)
})

test('amount and currency change before the payment only, metadata always', async () => {
  const sandbox = await sandboxOf()
  const { id } = await sandbox.newIntent({ metadata: { order: 'o_1', note: 'x' } })
  const intents = sandbox.stripe.paymentIntents

  const changed = await intents.update(id, { amount: 1500, currency: 'usd' })
  expect(changed).toMatchObject({ amount: 1500, currency: 'usd' })
  await sandbox.confirm(id)

  const tagged = await intents.update(id, { metadata: { note: '', seen: 'yes' } })
  expect(tagged.metadata).toEqual({ order: 'o_1', seen: 'yes' })
  const failure = await catchStripeError(intents.update(id, { amount: 1 }))
  expect(failure.code).toBe('payment_intent_unexpected_state')
})

test('creating with confirm pays at once; after a decline the intent exists', async () => {
  const sandbox = await sandboxOf()
  const at = { confirm: true, return_url: 'https://shop.example/back' }

  const paid = await sandbox.newIntent({ ...at, payment_method: 'pm_card_visa' })
  expect(paid.status).toBe('succeeded')

  const declined = { ...at, payment_method: 'pm_card_visa_chargeDeclined' }
  const failure = await catchStripeError(sandbox.newIntent(declined))
  const left = await sandbox.stripe.paymentIntents.retrieve(String(failure.payment_intent?.id))
  expect(left.status).toBe('requires_payment_method')
})

test('an intent for cards alone is confirmed without a return_url', async () => {
  const sandbox = await sandboxOf()
  const intent = await sandbox.stripe.paymentIntents.create({
    amount: 9900,
    currency: 'cny',
    allowed_payment_method_types: ['card'],
  })
  expect(intent).toMatchObject({
    automatic_payment_methods: null,
    allowed_payment_method_types: ['card'],
    payment_method_types: ['card'],
  })
  const paid = await sandbox.stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_visa',
  })
  expect(paid.status).toBe('succeeded')
})

test('lists page from the newest backwards and filter by time', async () => {
  await using sandbox = await startTestSandbox()
  const ids: string[] = []
  for (const _ of Array.from({ length: 5 })) ids.unshift((await sandbox.newIntent()).id)
  const { paymentIntents } = sandbox.stripe

  const first = await paymentIntents.list({ limit: 2 })
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const all = await paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(ids)
  const before = await paymentIntents.list({ limit: 2, ending_before: String(ids[3]) })
  expect(before.data.map(({ id }) => id)).toEqual(ids.slice(1, 3))

  const created = all[0]?.created ?? 0
  expect((await paymentIntents.list({ created: { gte: created - 60 } })).data).toHaveLength(5)
  expect((await paymentIntents.list({ created: { gt: created + 60 } })).data).toHaveLength(0)
})

test('events are listed by page, type and time', async () => {
  await using sandbox = await startTestSandbox()
  const { events } = sandbox.stripe
  const early = await sandbox.newIntent()
  await sandbox.confirm(early.id)
  await sandbox.control('/clock', { advance_ms: 3_600_000 })
  const late = await sandbox.newIntent()

  const since = { gte: late.created - 60 }
  const recent = await events.list({ created: since })
  expect(recent.data).toMatchObject([{ type: 'payment_intent.created', created: late.created }])
  const old = await events.list({ created: { lt: late.created - 60 } })
  expect(old.data).toHaveLength(3)

  const seen: string[] = []
  for await (const event of events.list({
    limit: 1,
    types: ['payment_intent.created', 'charge.*'],
  })) {
    seen.push(event.type)
  }
  expect(seen).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.created'])
  const intents = await sandbox.stripe.paymentIntents.list({ created: since })
  expect(intents.data.map(({ id }) => id)).toEqual([late.id])
})
