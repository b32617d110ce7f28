import { expect, test, vi } from 'vitest'
import {
  catchStripeError,
  sandboxPerFile,
  startTestSandbox,
  POLLING,
} from '../testing/test-sandbox.ts'

const sandboxOf = sandboxPerFile()

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>

async function pay(sandbox: Sandbox, amount: number, method = 'pm_card_visa') {
  const { id } = await sandbox.newIntent({ amount })
  const intent = await sandbox.confirm(id, { payment_method: method, expand: ['latest_charge'] })
  const charge = intent.latest_charge
  if (charge === null || typeof charge === 'string') throw new Error('not charged')
  return { intent: id, charge: charge.id, now: () => sandbox.stripe.charges.retrieve(charge.id) }
}

async function eventsOf(sandbox: Sandbox, refundId: string, before = 0) {
  const { data } = await sandbox.stripe.events.list({ limit: 100 })
  return data
    .toReversed()
    .filter((event) => JSON.stringify(event.data).includes(refundId))
    .map(({ type }) => type)
    .slice(before)
}

test('a charge is refunded in part, then the rest, and no more', async () => {
  const sandbox = await sandboxOf()
  const { refunds } = sandbox.stripe
  const { intent, charge, now } = await pay(sandbox, 5000)

  const part = await refunds.create({
    payment_intent: intent,
    amount: 1500,
    reason: 'duplicate',
    metadata: { why: 'a' },
  })
  expect(part).toMatchObject({
    object: 'refund',
    amount: 1500,
    charge,
    payment_intent: intent,
    currency: 'cny',
    status: 'succeeded',
    reason: 'duplicate',
    metadata: { why: 'a' },
    destination_details: { type: 'card', card: { type: 'refund' } },
  })
  expect(await now()).toMatchObject({ amount_refunded: 1500, refunded: false })
  expect(await catchStripeError(refunds.create({ charge, amount: 3501 }))).toMatchObject({
    statusCode: 400,
    rawType: 'invalid_request_error',
    code: 'amount_too_large',
    param: 'amount',
    message: expect.stringContaining('greater than unrefunded amount'),
  })

  const rest = await refunds.create({ charge })
  expect(rest.amount).toBe(3500)
  expect(await now()).toMatchObject({ amount: 5000, amount_refunded: 5000, refunded: true })
  for (const amount of [1, 5000]) {
    expect(await catchStripeError(refunds.create({ charge, amount }))).toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    })
  }
  const paid = await sandbox.stripe.paymentIntents.retrieve(intent)
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 5000 })
})

test('a refund sends refund.created, then charge.refunded with previous_attributes', async () => {
  const sandbox = await sandboxOf()
  const { intent, charge } = await pay(sandbox, 5000)
  const refund = await sandbox.stripe.refunds.create({ payment_intent: intent, amount: 1500 })

  const { data } = await sandbox.stripe.events.list({ limit: 2 })
  expect(data.toReversed()).toMatchObject([
    { type: 'refund.created', data: { object: refund } },
    {
      type: 'charge.refunded',
      data: {
        object: { id: charge, amount_refunded: 1500, refunded: false },
        previous_attributes: { amount_refunded: 0 },
      },
    },
  ])
  expect(data[0]?.data.previous_attributes).toEqual({ amount_refunded: 0 })
})

const REFUSED = [
  { what: 'nothing that is to be refunded', given: {}, failure: { statusCode: 400 } },
  {
    what: 'an unknown charge',
    given: { charge: 'ch_none' },
    failure: { statusCode: 404, code: 'resource_missing' },
  },
  {
    what: 'an unknown intent',
    given: { payment_intent: 'pi_none' },
    failure: { statusCode: 404, code: 'resource_missing' },
  },
  {
    what: 'an amount of nothing',
    given: { charge: 'own', amount: 0 },
    failure: { statusCode: 400, code: 'parameter_invalid_integer', param: 'amount' },
  },
  {
    what: 'a reason that is none of the shop',
    given: { charge: 'own', reason: 'expired_uncaptured_charge' },
    failure: { statusCode: 400, param: 'reason' },
  },
  {
    what: 'the charge of another intent',
    given: { charge: 'own', payment_intent: 'other' },
    failure: { statusCode: 400, param: 'charge' },
  },
]

test('a refund of nothing, of the unknown, for a wrong reason or of another intent’s charge is refused', async () => {
  const sandbox = await sandboxOf()
  const own = await pay(sandbox, 5000)
  const other = await pay(sandbox, 5000)
  for (const { what, given, failure } of REFUSED) {
    const params = {
      ...given,
      ...('charge' in given && given.charge === 'own' && { charge: own.charge }),
      ...('payment_intent' in given &&
        given.payment_intent === 'other' && { payment_intent: other.intent }),
    }
    const refusal = await catchStripeError(sandbox.stripe.refunds.create(params))
    expect([what, refusal]).toMatchObject([what, failure])
  }
  for (const { charge } of [own, other]) {
    expect((await sandbox.stripe.refunds.list({ charge })).data).toEqual([])
  }
})

test('refunding an unpaid intent is refused', async () => {
  const sandbox = await sandboxOf()
  const { id } = await sandbox.newIntent()
  expect(
    await catchStripeError(sandbox.stripe.refunds.create({ payment_intent: id })),
  ).toMatchObject({
    statusCode: 400,
  })
  const declined = await catchStripeError(
    sandbox.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }),
  )
  for (const given of [{ payment_intent: id }, { charge: String(declined.charge) }]) {
    const failure = await catchStripeError(sandbox.stripe.refunds.create(given))
    expect(failure).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
  }
})

test('a refund under a repeated key, and full refunds at once, refund the charge once', async () => {
  const sandbox = await sandboxOf()
  const { charge, now } = await pay(sandbox, 5000)
  const ask = (amount: number) =>
    sandbox.stripe.refunds.create({ charge, amount }, { idempotencyKey: `refund:${charge}` })
  const [first, again] = [await ask(1000), await ask(1000)]
  expect(again.id).toBe(first.id)
  expect(await catchStripeError(ask(2000))).toMatchObject({ type: 'StripeIdempotencyError' })
  expect((await now()).amount_refunded).toBe(1000)

  const other = await pay(sandbox, 5000)
  const made = await Promise.allSettled(
    [1, 2, 3].map(() => sandbox.stripe.refunds.create({ charge: other.charge })),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await other.now()).amount_refunded).toBe(5000)
})

test('a pending refund counts at once and succeeds later, across a restart', async () => {
  await using sandbox = await startTestSandbox({ processingMs: 300 })
  const { charge, now } = await pay(sandbox, 5000, 'pm_card_pendingRefund')
  const refund = await sandbox.stripe.refunds.create({ charge, amount: 2000 })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
  expect(await now()).toMatchObject({ amount_refunded: 2000 })
  await sandbox.restart()

  await vi.waitFor(async () => {
    const settled = await sandbox.stripe.refunds.retrieve(refund.id)
    expect(settled.status).toBe('succeeded')
    expect(settled).not.toHaveProperty('pending_reason')
  }, POLLING)
  expect(await eventsOf(sandbox, refund.id)).toEqual([
    'refund.created',
    'refund.updated',
    'charge.refund.updated',
  ])
  expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 2000 })
})

test('a refund that fails later lowers amount_refunded, and the amount can be refunded again', async () => {
  await using sandbox = await startTestSandbox({ processingMs: 20 })
  const { charge, now } = await pay(sandbox, 5000, 'pm_card_refundFail')
  const refund = await sandbox.stripe.refunds.create({ charge })
  expect(refund.status).toBe('succeeded')

  await vi.waitFor(async () => {
    expect(await sandbox.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
  }, POLLING)
  expect(await eventsOf(sandbox, refund.id)).toEqual([
    'refund.created',
    'refund.updated',
    'charge.refund.updated',
    'refund.failed',
  ])
  expect(await now()).toMatchObject({ amount_refunded: 0, refunded: false })
  expect((await sandbox.stripe.refunds.create({ charge, amount: 100 })).amount).toBe(100)
})

test('refunds are listed by charge and by intent, read, and expanded with their charge', async () => {
  const sandbox = await sandboxOf()
  const { refunds, charges, paymentIntents } = sandbox.stripe
  const one = await pay(sandbox, 5000)
  const other = await pay(sandbox, 5000)
  const first = await refunds.create({ charge: one.charge, amount: 100 })
  const second = await refunds.create({ payment_intent: one.intent, amount: 200 })
  await refunds.create({ charge: other.charge })

  for (const given of [{ charge: one.charge }, { payment_intent: one.intent }]) {
    expect((await refunds.list(given)).data).toEqual([second, first])
  }
  expect((await refunds.list({ limit: 2 })).has_more).toBe(true)
  expect(await refunds.retrieve(first.id, { expand: ['charge.payment_intent'] })).toMatchObject({
    charge: { id: one.charge, payment_intent: { id: one.intent } },
  })
  expect(await charges.retrieve(one.charge, { expand: ['refunds'] })).toMatchObject({
    refunds: { object: 'list', data: [second, first], has_more: false },
  })
  const intent = await paymentIntents.retrieve(one.intent, { expand: ['latest_charge.refunds'] })
  expect(intent.latest_charge).toMatchObject({ refunds: { data: [second, first] } })
  expect(await catchStripeError(refunds.retrieve('re_none'))).toMatchObject({
    code: 'resource_missing',
    param: 'refund',
  })
})

test('updating a refund changes its metadata and nothing else', async () => {
  const sandbox = await sandboxOf()
  const { refunds } = sandbox.stripe
  const { charge } = await pay(sandbox, 5000)
  const { id } = await refunds.create({ charge, metadata: { a: '1', b: '2' } })
  const changed = await refunds.update(id, { metadata: { b: '', c: '3' } })
  expect(changed.metadata).toEqual({ a: '1', c: '3' })
  expect(await eventsOf(sandbox, id, 1)).toEqual(['refund.updated', 'charge.refund.updated'])
  expect(await catchStripeError(refunds.cancel(id))).toMatchObject({ statusCode: 400 })
  expect(await catchStripeError(refunds.cancel('re_none'))).toMatchObject({ statusCode: 404 })
})
