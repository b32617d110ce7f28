import { expect, test, vi } from 'vitest'
import {
  catchStripeError,
  sandboxPerFile,
  startTestSandbox,
  POLLING,
} from '../testing/test-sandbox.ts'

const sandboxOf = sandboxPerFile()

test('a charge is refunded in part, then the rest, and no more', async () => {
  const sandbox = await sandboxOf()
  const { refunds } = sandbox.stripe
  const id = await sandbox.pay('pm_card_visa', 5000)

  const part = await refunds.create({
    payment_intent: id,
    amount: 1500,
    reason: 'duplicate',
    metadata: { why: 'a', empty: '' },
  })
  expect(part).toMatchObject({
    object: 'refund',
    amount: 1500,
    payment_intent: id,
    currency: 'cny',
    status: 'succeeded',
    reason: 'duplicate',
  })
  expect(part.metadata).toEqual({ why: 'a' })
  expect(await sandbox.chargeOf(id)).toMatchObject({ amount_refunded: 1500, refunded: false })
  const tooMuch = refunds.create({ payment_intent: id, amount: 3501 })
  expect(await catchStripeError(tooMuch)).toMatchObject({
    statusCode: 400,
    rawType: 'invalid_request_error',
    code: 'amount_too_large',
    param: 'amount',
    message: expect.stringContaining('greater than unrefunded amount'),
  })

  const rest = await refunds.create({ payment_intent: id })
  expect(rest.amount).toBe(3500)
  expect(await sandbox.chargeOf(id)).toMatchObject({ amount_refunded: 5000, refunded: true })
  const again = refunds.create({ payment_intent: id, amount: 1 })
  expect(await catchStripeError(again)).toMatchObject({ code: 'charge_already_refunded' })
  expect((await refunds.list({ payment_intent: id })).data).toEqual([rest, part])
  expect((await sandbox.eventsOf(id)).slice(-4)).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.created',
    'charge.refunded',
  ])
})

test('a refund of nothing, of the unknown or of the unpaid is refused', async () => {
  const sandbox = await sandboxOf()
  const { refunds } = sandbox.stripe
  const id = await sandbox.pay()
  const { id: unpaid } = await sandbox.newIntent()
  const declined = { payment_method: 'pm_card_visa_chargeDeclined' }
  await catchStripeError(sandbox.confirm(unpaid, declined))
  for (const [given, failure] of [
    [{}, { param: 'payment_intent' }],
    [{ payment_intent: 'pi_none' }, { code: 'resource_missing' }],
    [{ payment_intent: unpaid }, { type: 'StripeInvalidRequestError' }],
    [{ payment_intent: id, amount: 0 }, { param: 'amount' }],
  ] as const) {
    const refusal = await catchStripeError(refunds.create(given))
    expect([given, refusal]).toMatchObject([given, failure])
  }
  expect((await refunds.list({ payment_intent: id })).data).toEqual([])
})

test('full refunds at once refund the charge once', async () => {
  const sandbox = await sandboxOf()
  const id = await sandbox.pay()
  const made = await Promise.allSettled(
    [1, 2, 3].map(() => sandbox.stripe.refunds.create({ payment_intent: id })),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await sandbox.chargeOf(id)).toMatchObject({ amount_refunded: 9900 })
})

test('a pending refund counts at once and succeeds later, across a restart', async () => {
  await using sandbox = await startTestSandbox({ processingMs: 60_000 })
  const id = await sandbox.pay('pm_card_pendingRefund')
  const refund = await sandbox.stripe.refunds.create({ payment_intent: id, amount: 2000 })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
  expect(await sandbox.chargeOf(id)).toMatchObject({ amount_refunded: 2000 })
  await sandbox.restart()
  await sandbox.advance(60_000)

  await vi.waitFor(async () => {
    const [settled] = (await sandbox.stripe.refunds.list()).data
    expect(settled?.status).toBe('succeeded')
    expect(settled).not.toHaveProperty('pending_reason')
  }, POLLING)
  expect(await sandbox.eventsOf(refund.id)).toEqual([
    'refund.created',
    'refund.updated',
    'charge.refund.updated',
  ])
  expect(await sandbox.chargeOf(id)).toMatchObject({ amount_refunded: 2000 })
})

test('a refund that fails later lowers amount_refunded, and the amount can be refunded again', async () => {
  await using sandbox = await startTestSandbox()
  const id = await sandbox.pay('pm_card_refundFail')
  const refund = await sandbox.stripe.refunds.create({ payment_intent: id })
  expect(refund.status).toBe('succeeded')

  await vi.waitFor(async () => {
    const failed = { status: 'failed', failure_reason: 'expired_or_canceled_card' }
    expect((await sandbox.stripe.refunds.list()).data).toMatchObject([failed])
  }, POLLING)
  expect((await sandbox.eventsOf(refund.id)).at(-1)).toBe('refund.failed')
  expect(await sandbox.chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false })
  const again = await sandbox.stripe.refunds.create({ payment_intent: id, amount: 100 })
  expect(again.amount).toBe(100)
})
