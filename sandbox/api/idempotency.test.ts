import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { KeptResponse } from '../storage/tables.ts'
import { catchStripeError, sandboxPerFile } from '../testing/test-sandbox.ts'
import { createIdempotencyKeys } from './idempotency.ts'

const sandboxOf = sandboxPerFile()

const params = { amount: 9900, currency: 'cny' }
/** Each call of it is another. */
const newKey = () => ({ idempotencyKey: randomUUID() })
const replayed = (answer: Stripe.Response<unknown>): unknown =>
  answer.lastResponse.headers['idempotent-replayed']

test('repeating a key with the same parameters returns the first answer, marked as replayed', async () => {
  const sandbox = await sandboxOf()
  const { paymentIntents } = sandbox.stripe
  const key = newKey()
  const first = await paymentIntents.create(params, key)
  await sandbox.confirm(first.id)

  const again = await paymentIntents.create(params, key)

  expect(again).toEqual(first)
  expect(replayed(first)).toBeUndefined()
  expect(replayed(again)).toBe('true')
  expect(again.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
  expect(again.lastResponse.requestId).not.toBe(first.lastResponse.requestId)
  expect((await paymentIntents.list({ limit: 1 })).data[0]?.id).toBe(first.id)
})

test('repeating the key of a declined card returns the decline, without a second charge', async () => {
  const sandbox = await sandboxOf()
  const { id } = await sandbox.newIntent()
  const confirm = () =>
    catchStripeError(
      sandbox.stripe.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_visa_chargeDeclined', return_url: 'https://shop.example/' },
        { idempotencyKey: `confirm:${id}` },
      ),
    )
  const first = await confirm()
  const again = await confirm()
  expect(again).toMatchObject({ statusCode: 402, charge: first.charge, code: 'card_declined' })
  expect(again.headers?.['idempotent-replayed']).toBe('true')
  const events = await sandbox.eventsOf(id)
  expect(events.filter((type) => type === 'charge.failed')).toHaveLength(1)
})

test('the same key for other parameters or another endpoint is refused', async () => {
  const sandbox = await sandboxOf()
  const { paymentIntents } = sandbox.stripe
  const key = newKey()
  const { id } = await paymentIntents.create(params, key)

  const calls = [
    paymentIntents.create({ ...params, amount: 9901 }, key),
    paymentIntents.cancel(id, {}, key),
  ]
  for (const failure of await Promise.all(calls.map(catchStripeError))) {
    expect(failure).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  }
  expect((await paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
})

test('bad parameters leave the key unused; a refusal because of the status of the intent is kept under it', async () => {
  const sandbox = await sandboxOf()
  const { paymentIntents } = sandbox.stripe
  const key = newKey()
  await catchStripeError(paymentIntents.create({ ...params, amount: 0 }, key))
  expect(await paymentIntents.create(params, key)).toMatchObject({ amount: 9900 })

  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)
  const cancelKey = newKey()
  const cancel = () => catchStripeError(paymentIntents.cancel(id, {}, cancelKey))
  await cancel()
  const again = await cancel()
  expect(again).toMatchObject({ code: 'payment_intent_unexpected_state' })
  expect(again.headers?.['idempotent-replayed']).toBe('true')
})

const claim = { name: 'server:k', endpoint: 'POST /v1/x', parameters: 'p' }
const kept: KeptResponse = { ...claim, requestId: 'req_1', status: 200, body: '{}', atMs: 0 }

test('while a call holds the key another one gets 409, and afterwards the key is free again', async () => {
  const keys = createIdempotencyKeys({ find: () => undefined, now: () => 0 })
  const first = Promise.withResolvers<KeptResponse>()
  const running = keys.once(claim, () => first.promise)

  await expect(keys.once(claim, async () => kept)).rejects.toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_in_use' },
  })
  first.reject(new Error('no answer'))
  await expect(running).rejects.toThrow('no answer')
  expect(await keys.once(claim, async () => kept)).toEqual({ answer: kept, isReplayed: false })
})

test('a key is forgotten after a day and serves for another request', async () => {
  const day = 24 * 60 * 60 * 1000
  const later = { ...kept, requestId: 'req_2' }
  for (const [atMs, expected] of [
    [day, kept],
    [day + 1, later],
  ] as const) {
    const keys = createIdempotencyKeys({ find: () => kept, now: () => atMs })
    expect((await keys.once(claim, async () => later)).answer).toBe(expected)
  }
})
