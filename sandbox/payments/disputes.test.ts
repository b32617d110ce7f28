import { expect, test } from 'vitest'
import { catchStripeError, sandboxPerFile, startTestSandbox } from '../testing/test-sandbox.ts'

const sandboxOf = sandboxPerFile()

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>

/** Pays with such a card; returns the intent and its dispute. */
async function payDisputed(sandbox: Sandbox, alias: string) {
  const id = await sandbox.pay(alias, 5000)
  const now = async () => (await sandbox.stripe.disputes.list({ payment_intent: id })).data[0]
  const dispute = await now()
  if (!dispute) throw new Error('not disputed')
  const control = (step: string) => sandbox.control(`/disputes/${dispute.id}/${step}`, {})
  return { id, dispute, now, control }
}

const refund = ({ stripe }: Sandbox, id: string) =>
  stripe.refunds.create({ payment_intent: id, amount: 100 })

test('a disputed payment succeeds first; the chargeback bars refunds until it is won', async () => {
  const sandbox = await sandboxOf()
  const { id, dispute, now, control } = await payDisputed(sandbox, 'pm_card_createDispute')
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 5000,
    currency: 'cny',
    payment_intent: id,
    reason: 'fraudulent',
    status: 'needs_response',
    payment_method_details: { card: { brand: 'visa', case_type: 'chargeback' } },
  })
  expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created + 8 * 86_400)
  expect(await sandbox.chargeOf(id)).toMatchObject({ disputed: true, status: 'succeeded' })
  expect(await catchStripeError(refund(sandbox, id))).toMatchObject({ code: 'charge_disputed' })

  await control('win')

  expect(await now()).toMatchObject({ status: 'won' })
  expect((await refund(sandbox, id)).status).toBe('succeeded')
  expect((await sandbox.eventsOf(id)).slice(1, -2)).toEqual([
    'charge.succeeded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'payment_intent.succeeded',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
  ])
})

test('a lost dispute stays lost', async () => {
  const sandbox = await sandboxOf()
  const { id, now, control } = await payDisputed(sandbox, 'pm_card_createDisputeProductNotReceived')
  expect(await now()).toMatchObject({ reason: 'product_not_received' })
  await control('lose')
  expect(await now()).toMatchObject({ status: 'lost' })
  expect(await sandbox.eventsOf(id)).not.toContain('charge.dispute.funds_reinstated')
  for (const step of ['win', 'lose', 'escalate']) await expect(control(step)).rejects.toThrow('400')
})

test('an inquiry leaves the charge refundable and closes without a chargeback', async () => {
  const sandbox = await sandboxOf()
  const { id, now, control } = await payDisputed(sandbox, 'pm_card_createDisputeInquiry')
  expect(await now()).toMatchObject({ status: 'warning_needs_response', reason: 'fraudulent' })
  await refund(sandbox, id)
  await control('win')
  expect(await now()).toMatchObject({ status: 'warning_closed' })
  expect(await sandbox.eventsOf(id)).not.toContain('charge.dispute.funds_withdrawn')
})

test('an escalated inquiry is a chargeback', async () => {
  const sandbox = await sandboxOf()
  const { id, now, control } = await payDisputed(sandbox, 'pm_card_createDisputeInquiry')
  await control('escalate')
  expect(await now()).toMatchObject({ status: 'needs_response', is_charge_refundable: false })
  expect((await sandbox.eventsOf(id)).slice(-2)).toEqual([
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
  ])
  await expect(control('escalate')).rejects.toThrow('no inquiry')
})
