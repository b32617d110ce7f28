import type Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import {
  catchStripeError,
  sandboxPerFile,
  startTestSandbox,
  POLLING,
} from '../../testing/test-sandbox.ts'
import { testCards } from '../cards/test-cards.ts'

const sandboxOf = sandboxPerFile()

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>

const FRAUD = 'pm_card_createDispute'
const INQUIRY = 'pm_card_createDisputeInquiry'

/** Pays with such a card and gives back the disputes that it brings, the oldest first. */
async function payDisputed(sandbox: Sandbox, alias: string, amount = 5000) {
  const { id } = await sandbox.newIntent({ amount })
  const intent = await sandbox.confirm(id, { payment_method: alias })
  const charge = intent.latest_charge
  const { data } = await sandbox.stripe.disputes.list({ payment_intent: id })
  const [dispute] = data
  if (!dispute || typeof charge !== 'string') throw new Error('not disputed')
  return { intent: id, charge, dispute, disputes: data.toReversed() }
}

async function typesSince(sandbox: Sandbox, known: number): Promise<string[]> {
  const { data } = await sandbox.stripe.events.list({ limit: 100 })
  return data
    .toReversed()
    .slice(known)
    .map(({ type }) => type)
}

const answerWith = (sandbox: Sandbox, id: string, text: string): Promise<Stripe.Dispute> =>
  sandbox.stripe.disputes.update(id, { evidence: { uncategorized_text: text } })

const became = (sandbox: Sandbox, id: string, status: string): Promise<Stripe.Dispute> =>
  vi.waitFor(async () => {
    const dispute = await sandbox.stripe.disputes.retrieve(id)
    expect(dispute.status).toBe(status)
    return dispute
  }, POLLING)

test('a disputed payment succeeds, and its funds are withdrawn with the dispute', async () => {
  await using sandbox = await startTestSandbox()
  const { intent, charge, dispute } = await payDisputed(sandbox, FRAUD)

  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 5000,
    currency: 'cny',
    charge,
    payment_intent: intent,
    reason: 'fraudulent',
    status: 'needs_response',
    is_charge_refundable: false,
    network_reason_code: '10.4',
    payment_method_details: { type: 'card', card: { brand: 'visa', case_type: 'chargeback' } },
    balance_transactions: [{ amount: -5000, fee: 1500, net: -6500, source: dispute.id }],
    evidence_details: { has_evidence: false, submission_count: 0, past_due: false },
  })
  const days = (Number(dispute.evidence_details.due_by) - dispute.created) / 86_400
  expect(days).toBeGreaterThan(8)
  expect(days).toBeLessThanOrEqual(9)
  expect(await sandbox.stripe.paymentIntents.retrieve(intent)).toMatchObject({
    status: 'succeeded',
    amount_received: 5000,
  })
  expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({
    disputed: true,
    amount_refunded: 0,
  })
  expect(await typesSince(sandbox, 1)).toEqual([
    'charge.succeeded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'payment_intent.succeeded',
  ])
})

test('winning evidence: the dispute is under review, then won, the funds are reinstated, and only now it can be refunded', async () => {
  await using sandbox = await startTestSandbox()
  const { dispute, charge } = await payDisputed(sandbox, FRAUD)
  const refund = () => sandbox.stripe.refunds.create({ charge, amount: 100 })
  expect(await catchStripeError(refund())).toMatchObject({
    statusCode: 400,
    code: 'charge_disputed',
  })
  const answered = await answerWith(sandbox, dispute.id, 'winning_evidence')
  expect(answered).toMatchObject({
    status: 'under_review',
    evidence: { uncategorized_text: 'winning_evidence', receipt: null },
    evidence_details: { has_evidence: true, submission_count: 1 },
  })

  expect(await became(sandbox, dispute.id, 'won')).toMatchObject({
    is_charge_refundable: true,
    balance_transactions: [{ amount: -5000 }, { amount: 5000, fee: 0, net: 5000 }],
  })
  expect(await typesSince(sandbox, 5)).toEqual([
    'charge.dispute.updated',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
  ])
  expect((await refund()).status).toBe('succeeded')
})

test('losing evidence: the dispute is lost and no funds are reinstated', async () => {
  await using sandbox = await startTestSandbox()
  const { dispute } = await payDisputed(sandbox, FRAUD)
  await answerWith(sandbox, dispute.id, 'losing_evidence')
  expect(await became(sandbox, dispute.id, 'lost')).toMatchObject({
    is_charge_refundable: false,
    balance_transactions: [{ amount: -5000 }],
  })
  expect(await typesSince(sandbox, 5)).toEqual(['charge.dispute.updated', 'charge.dispute.closed'])
})

test('closing a dispute loses it; a second close is refused', async () => {
  const sandbox = await sandboxOf()
  const { dispute } = await payDisputed(sandbox, FRAUD)
  const { disputes } = sandbox.stripe
  expect((await disputes.close(dispute.id)).status).toBe('lost')
  for (const again of [
    disputes.close(dispute.id),
    answerWith(sandbox, dispute.id, 'winning_evidence'),
    disputes.update(dispute.id, { metadata: { a: '1' } }),
  ]) {
    expect(await catchStripeError(again)).toMatchObject({ statusCode: 400 })
  }
  expect((await disputes.retrieve(dispute.id)).status).toBe('lost')
})

test('evidence can be saved without submitting, cleared, and submitted once', async () => {
  await using sandbox = await startTestSandbox({ processingMs: 60_000 })
  const { dispute } = await payDisputed(sandbox, FRAUD)
  const { disputes } = sandbox.stripe
  const kept = await disputes.update(dispute.id, {
    submit: false,
    evidence: { receipt: 'file_1', customer_name: '王小明' },
    metadata: { case: '7' },
  })
  expect(kept).toMatchObject({
    status: 'needs_response',
    evidence: { receipt: 'file_1', customer_name: '王小明' },
    evidence_details: { has_evidence: true, submission_count: 0 },
    metadata: { case: '7' },
  })
  const handedIn = await disputes.update(dispute.id, { evidence: { receipt: '' } })
  expect(handedIn).toMatchObject({
    status: 'under_review',
    evidence: { receipt: null, customer_name: '王小明' },
  })
  expect(await catchStripeError(answerWith(sandbox, dispute.id, 'winning_evidence'))).toMatchObject(
    {
      statusCode: 400,
    },
  )
  const unknown = { colour: 'red' }
  expect(
    await catchStripeError(
      disputes.update(dispute.id, { evidence: { receipt: 'file_1', ...unknown } }),
    ),
  ).toMatchObject({
    code: 'parameter_unknown',
  })
})

test('an inquiry withdraws no funds, its charge can be refunded, and it closes without a chargeback', async () => {
  await using sandbox = await startTestSandbox()
  const { charge, dispute } = await payDisputed(sandbox, INQUIRY)
  expect(dispute).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    balance_transactions: [],
    network_reason_code: '10',
    payment_method_details: { card: { case_type: 'inquiry' } },
  })
  expect(await typesSince(sandbox, 2)).toEqual([
    'charge.dispute.created',
    'payment_intent.succeeded',
  ])
  expect((await sandbox.stripe.refunds.create({ charge, amount: 100 })).status).toBe('succeeded')
  expect((await answerWith(sandbox, dispute.id, 'losing_evidence')).status).toBe(
    'warning_under_review',
  )
  expect(await became(sandbox, dispute.id, 'warning_closed')).toMatchObject({
    balance_transactions: [],
    is_charge_refundable: true,
  })
})

test('an escalated inquiry withdraws the funds and can be answered again', async () => {
  await using sandbox = await startTestSandbox()
  const { charge, dispute } = await payDisputed(sandbox, INQUIRY)
  await answerWith(sandbox, dispute.id, 'escalate_inquiry_evidence')
  expect(await became(sandbox, dispute.id, 'needs_response')).toMatchObject({
    is_charge_refundable: false,
    network_reason_code: '10.4',
    payment_method_details: { card: { case_type: 'chargeback' } },
    balance_transactions: [{ amount: -5000, fee: 1500 }],
  })
  expect(await typesSince(sandbox, 4)).toEqual([
    'charge.dispute.updated',
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
  ])
  expect(await catchStripeError(sandbox.stripe.refunds.create({ charge }))).toMatchObject({
    code: 'charge_disputed',
  })
  await answerWith(sandbox, dispute.id, 'winning_evidence')
  await became(sandbox, dispute.id, 'won')
})

test('a payment can be disputed twice, for its amount in all', async () => {
  const sandbox = await sandboxOf()
  const { disputes } = await payDisputed(sandbox, 'pm_card_createMultipleDisputes', 5001)
  expect(disputes.map(({ amount, reason }) => [amount, reason])).toEqual([
    [2501, 'fraudulent'],
    [2500, 'product_not_received'],
  ])
})

test('a suspected payment creates a fraud warning and no dispute', async () => {
  await using sandbox = await startTestSandbox()
  const { id } = await sandbox.newIntent()
  const { latest_charge } = await sandbox.confirm(id, {
    payment_method: 'pm_card_createIssuerFraudRecord',
  })
  const { earlyFraudWarnings } = sandbox.stripe.radar
  const { data } = await earlyFraudWarnings.list({ payment_intent: id })
  expect(data).toMatchObject([{ actionable: true, charge: latest_charge, payment_intent: id }])
  expect(await earlyFraudWarnings.retrieve(String(data[0]?.id))).toEqual(data[0])
  expect(await typesSince(sandbox, 2)).toContain('radar.early_fraud_warning.created')
  expect((await sandbox.stripe.disputes.list()).data).toEqual([])
})

const disputed = testCards.filter(({ disputes }) => disputes !== undefined)

test('each card that brings disputes: their reasons, and amounts that add up to the payment', async () => {
  const sandbox = await sandboxOf()
  for (const { number, disputes } of disputed) {
    const method = await sandbox.newMethod(number)
    const paid = await payDisputed(sandbox, method.id)
    const reasons = disputes?.map(({ reason }) => reason)
    expect([number, paid.disputes.map(({ reason }) => reason)]).toEqual([number, reasons])
    const amounts = paid.disputes.map(({ amount }) => amount)
    expect(amounts.reduce((sum, amount) => sum + amount)).toBe(5000)
  }
})

test('disputes are listed by charge, read, and expanded', async () => {
  await using sandbox = await startTestSandbox()
  const { disputes } = sandbox.stripe
  const one = await payDisputed(sandbox, FRAUD)
  await payDisputed(sandbox, INQUIRY)
  expect((await disputes.list({ charge: one.charge })).data).toEqual([one.dispute])
  expect((await disputes.list()).data).toHaveLength(2)
  const read = await disputes.retrieve(one.dispute.id, { expand: ['charge', 'payment_intent'] })
  expect(read).toMatchObject({ charge: { id: one.charge }, payment_intent: { id: one.intent } })
  expect(await catchStripeError(disputes.retrieve('du_none'))).toMatchObject({ param: 'dispute' })
  expect(await catchStripeError(disputes.close('du_none'))).toMatchObject({ statusCode: 404 })
})
