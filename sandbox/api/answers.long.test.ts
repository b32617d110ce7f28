import { Stripe } from 'stripe'
import { expect, test, vi } from 'vitest'
import { operationOf } from '../faults/operation.ts'
import { eventTypes } from '../payments/events.ts'
import {
  PUBLISHABLE_KEY,
  SECRET_KEY,
  SHOP,
  startReceiver,
  startTestSandbox,
  WEBHOOK_SECRET,
  POLLING,
} from '../testing/test-sandbox.ts'
import { createShapeCheck } from '../testing/shape-check.ts'
import { endpoints } from './endpoints.ts'

// compiles the SDK's types
vi.setConfig({ testTimeout: 120_000 })

interface Seen {
  operation: string
  status: number
  body: unknown
}

/** A client that writes down each answer as it came. */
function recordingClient(url: string, seen: Seen[]): Stripe {
  return new Stripe(SECRET_KEY, {
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(
      async (input: string | URL | Request, init?: RequestInit) => {
        const answer = await fetch(input, init)
        const request = new Request(input, { method: init?.method ?? 'GET' })
        seen.push({
          operation: nameOf(request),
          status: answer.status,
          body: await answer.clone().json(),
        })
        return answer
      },
    ),
  })
}

function nameOf({ method, url }: { method: string; url: string }): string {
  const { pathname } = new URL(url)
  const endpoint = endpoints.find(
    (each) =>
      each.method === method && new RegExp(`^${each.path.replace(':id', '[^/]+')}$`).test(pathname),
  )
  return endpoint ? operationOf(endpoint.method, endpoint.path) : 'none'
}

async function startWalk() {
  const receiver = await startReceiver()
  const seen: Seen[] = []
  const sandbox = await startTestSandbox({ webhook: { url: receiver.url, secret: WEBHOOK_SECRET } })
  const stripe = recordingClient(sandbox.url, seen)
  const failed = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => Promise.reject(new Error('the call did not fail')),
      () => undefined,
    )
  return {
    receiver,
    seen,
    sandbox,
    stripe,
    failed,
    /** Makes an intent and confirms it; a decline is an answer too. */
    async pay(params: Stripe.PaymentIntentConfirmParams, more: object = {}) {
      const { id } = await stripe.paymentIntents.create({
        amount: 9900,
        currency: 'cny',
        automatic_payment_methods: { enabled: true },
        metadata: { order: 'o_1' },
        ...more,
      })
      await stripe.paymentIntents
        .confirm(id, { return_url: `${SHOP}/back`, expand: ['latest_charge'], ...params })
        .catch(() => undefined)
      return id
    },
    async answer(intentId: string, value: string) {
      const intent = await stripe.paymentIntents.retrieve(intentId)
      const action = intent.next_action
      const url =
        action?.redirect_to_url?.url ??
        action?.alipay_handle_redirect?.url ??
        action?.wechat_pay_display_qr_code?.data
      await fetch(String(url), {
        method: 'POST',
        body: new URLSearchParams({ answer: value }),
        redirect: 'manual',
      })
      await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge.refunds'] })
    },
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

test('every kind of answer and event has the shape that the SDK declares', async () => {
  await using walk = await startWalk()
  const { stripe, sandbox, pay, answer, failed, seen, receiver } = walk
  const wechat = {
    payment_method_data: { type: 'wechat_pay' },
    payment_method_options: { wechat_pay: { client: 'web' } },
  } as const

  // methods of payment
  const method = await stripe.paymentMethods.create({
    type: 'card',
    card: { number: '5555552500001001', exp_month: 12, exp_year: 2040, cvc: '123' },
    billing_details: { name: '王小明', address: { line1: '人民路 1 号', country: 'CN' } },
    metadata: { a: '1' },
  })
  await stripe.paymentMethods.retrieve(method.id)
  for (const type of ['alipay', 'wechat_pay'] as const) await stripe.paymentMethods.create({ type })

  // payments, each by its way
  const paid = await pay({ payment_method: method.id })
  await pay({ payment_method: 'pm_card_visa_chargeDeclined' })
  await pay({ payment_method: 'pm_card_radarBlock' })
  await pay({ payment_method: 'pm_card_chargeDeclinedIncorrectCvc' })
  await pay({ payment_method: 'pm_card_authenticationRequired', off_session: true })
  for (const value of ['approve', 'refuse']) {
    await answer(await pay({ payment_method: 'pm_card_authenticationRequired' }), value)
    await answer(await pay({ payment_method_data: { type: 'alipay' } }), value)
    await answer(await pay(wechat), value)
  }
  await answer(await pay(wechat), 'expire')
  const card = (number: string) => ({
    payment_method_data: { type: 'card', card: { number, exp_month: 1, exp_year: 40, cvc: '123' } },
  })
  for (const number of ['4000000032200000', '4000000000008005', '4000000000008013']) {
    await pay(card(number))
  }
  const open = await stripe.paymentIntents.create({
    amount: 9900,
    currency: 'cny',
    excluded_payment_method_types: ['alipay'],
    receipt_email: 'buyer@example.com',
    statement_descriptor: 'SHOP',
  })
  await stripe.paymentIntents.update(open.id, { amount: 8800, metadata: { b: '2' } })
  await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' })
  await stripe.paymentIntents.confirm(
    (await stripe.paymentIntents.create({ amount: 9900, currency: 'cny' })).id,
    { payment_method: 'pm_card_authenticationRequired', use_stripe_sdk: true },
  )

  // refunds
  const refund = await stripe.refunds.create({
    payment_intent: paid,
    amount: 100,
    reason: 'duplicate',
  })
  await stripe.refunds.retrieve(refund.id, { expand: ['charge', 'payment_intent'] })
  await stripe.refunds.update(refund.id, { metadata: { c: '3' } })
  await failed(stripe.refunds.cancel(refund.id))
  for (const alias of ['pm_card_pendingRefund', 'pm_card_refundFail']) {
    await stripe.refunds.create({ payment_intent: await pay({ payment_method: alias }) })
  }
  const alipay = await pay({ payment_method_data: { type: 'alipay' } })
  await answer(alipay, 'approve')
  await stripe.refunds.create({ payment_intent: alipay })

  // disputes
  for (const [alias, text] of [
    ['pm_card_createDispute', 'winning_evidence'],
    ['pm_card_createDisputeProductNotReceived', 'losing_evidence'],
    ['pm_card_createDisputeInquiry', 'escalate_inquiry_evidence'],
    ['pm_card_createCe3EligibleDispute', 'winning_evidence'],
  ] as const) {
    const intent = await pay({ payment_method: alias })
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data
    await stripe.disputes.update(String(dispute?.id), { evidence: { uncategorized_text: text } })
    await stripe.disputes.retrieve(String(dispute?.id), { expand: ['charge.payment_intent'] })
    await failed(stripe.refunds.create({ payment_intent: intent, amount: 999_999 }))
  }
  for (const alias of [
    'pm_card_createComplianceDispute',
    'pm_card_createMastercardComplianceDispute',
  ]) {
    const intent = await pay({ payment_method: alias })
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data
    await stripe.disputes.close(String(dispute?.id))
  }
  await pay({ payment_method: 'pm_card_createIssuerFraudRecord' })
  const [warning] = (await stripe.radar.earlyFraudWarnings.list()).data
  await stripe.radar.earlyFraudWarnings.retrieve(String(warning?.id), { expand: ['charge'] })

  // refusals
  await failed(stripe.paymentIntents.create({ amount: 1, currency: 'cny' }))
  await failed(
    stripe.paymentIntents.create({ amount: 9900, currency: 'cny' }, { apiKey: 'sk_test_x' }),
  )
  await failed(
    stripe.paymentIntents.create({ amount: 9900, currency: 'cny' }, { apiKey: PUBLISHABLE_KEY }),
  )
  await failed(stripe.paymentIntents.retrieve('pi_none'))
  await failed(stripe.paymentIntents.cancel(paid))
  await failed(stripe.refunds.create({}))
  await failed(pay({ payment_method: 'pm_card_visa' }, { currency: 'xyz' }))
  await stripe.paymentIntents.create({ amount: 9900, currency: 'cny' }, { idempotencyKey: 'k' })
  await failed(
    stripe.paymentIntents.create({ amount: 8800, currency: 'cny' }, { idempotencyKey: 'k' }),
  )
  for (const fault of ['error_before', 'rate_limit']) {
    await sandbox.control('/faults', { calls: [{ on: 'charges.list', fault }] })
    await failed(stripe.charges.list())
  }
  await sandbox.control('/faults', {})

  // and what came of it all
  await vi.waitFor(async () => {
    const waiting = await sandbox.control('')
    for (const kind of ['refund', 'settle', 'deliver']) {
      expect(waiting).not.toHaveProperty(['waiting', kind])
    }
    const types = new Set(receiver.events.map(({ type }) => type))
    expect([...types].toSorted()).toEqual([...eventTypes].toSorted())
  }, POLLING)
  await stripe.paymentIntents.list({
    expand: ['data.latest_charge', 'data.payment_method'],
    limit: 100,
  })
  const [charge] = (await stripe.charges.list({ expand: ['data.refunds'], limit: 100 })).data
  await stripe.charges.retrieve(String(charge?.id))
  await stripe.refunds.list({ limit: 100 })
  await stripe.disputes.list({ limit: 100 })
  const [event] = (await stripe.events.list({ limit: 100 })).data
  await stripe.events.retrieve(String(event?.id))

  const { findFaults, findPartFaults } = await createShapeCheck()
  const faults = [...seen.map(({ body }) => body), ...receiver.events].flatMap(findFaults)
  expect([...new Set(faults)]).toEqual([])

  const good = new Set(
    seen.filter(({ status }) => status === 200).map(({ operation }) => operation),
  )
  const known = endpoints.map(({ method: verb, path }) => operationOf(verb, path))
  // A refund of the sandbox never waits for anything that a call could cancel.
  expect([...good, 'refunds.cancel'].toSorted()).toEqual(known.toSorted())
  expect(new Set(seen.map(({ status }) => status))).toEqual(
    new Set([200, 400, 401, 402, 403, 404, 429, 500]),
  )

  const own = await stripe.paymentIntents.retrieve(paid)
  const shown = await sandbox.fromBrowser('GET', `/v1/payment_intents/${paid}`, {
    client_secret: String(own.client_secret),
  })
  expect(findPartFaults(await shown.json())).toEqual([])
})

test('the shape check reports missing, unknown and mistyped fields', async () => {
  await using sandbox = await startTestSandbox()
  const { findFaults } = await createShapeCheck()
  const { id } = await sandbox.newIntent()
  await sandbox.confirm(id)
  const intent = await sandbox.stripe.paymentIntents.retrieve(id)
  const [event] = (await sandbox.stripe.events.list()).data
  expect(findFaults(intent)).toEqual([])
  const { status: _, ...without } = intent
  for (const wrong of [
    without,
    { ...intent, colour: 'red' },
    { ...intent, status: 'paid' },
    { ...intent, amount: '9900' },
    { ...intent, latest_charge: { id: 'ch_1', object: 'charge' } },
    { ...intent, customer: { id: 'cus_1', object: 'customer' } },
    { ...intent, object: 'order' },
    { ...event, type: 'payment_intent.paid' },
    { ...event, data: { object: without } },
    { object: 'list', data: [without], has_more: false, url: '/v1/x' },
    { object: 'list', data: [intent] },
    { error: { message: 'x', colour: 'red' } },
    { error: { type: 'odd_error' } },
  ]) {
    expect(findFaults(wrong)).not.toEqual([])
  }
})
