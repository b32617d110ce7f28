import { expect, test } from 'vitest'
import { sandboxPerFile, startTestSandbox } from '../testing/test-sandbox.ts'

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

test('a lost dispute stays lost', async () => {
  const sandbox = await sandboxOf()
  const { id, now, control } = await payDisputed(sandbox, 'pm_card_createDisputeProductNotReceived')
  expect(await now()).toMatchObject({ reason: 'product_not_received' })
  await control('lose')
  expect(await now()).toMatchObject({ status: 'lost' })
  expect(await sandbox.eventsOf(id)).not.toContain('charge.dispute.funds_reinstated')
  for (const step of ['win', 'lose', 'escalate']) await expect(control(step)).rejects.toThrow('400')
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
