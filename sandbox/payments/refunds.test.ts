import { expect, test, vi } from 'vitest'
import {
  catchStripeError,
  sandboxPerFile,
  startTestSandbox,
  POLLING,
} from '../testing/test-sandbox.ts'

const sandboxOf = sandboxPerFile()

test('a refund of nothing, of too much, of the unknown or of the unpaid is refused', async () => {
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
    [
      { payment_intent: id, amount: 999_999 },
      { code: 'amount_too_large', param: 'amount' },
    ],
  ] as const) {
    const refusal = await catchStripeError(refunds.create(given))
    expect([given, refusal]).toMatchObject([given, failure])
  }
  expect((await refunds.list({ payment_intent: id })).data).toEqual([])
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
