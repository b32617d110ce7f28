import { expect, test } from 'vitest'
import { catchStripeError, sandboxPerFile, startTestSandbox } from '../testing/test-sandbox.ts'
import { declines, type Decline } from './declines.ts'
import { testCards } from './test-cards.ts'

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

test('every good card pays the intent, and its charge has brand and last four', async () => {
  const sandbox = await sandboxOf()
  const cards = testCards.filter(({ group }) => group === '支付成功')
  for (const { number, brand, country, funding } of cards) {
    const { id } = await sandbox.newIntent()
    const { id: methodId } = await sandbox.newMethod(number)
    const paid = await sandbox.confirm(id, { payment_method: methodId, expand: ['latest_charge'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 9900,
      payment_method: methodId,
      next_action: null,
      latest_charge: {
        amount: 9900,
        amount_refunded: 0,
        status: 'succeeded',
        payment_intent: id,
        payment_method_details: {
          card: { brand, country, funding, last4: number.slice(-4) },
        },
      },
    })
  }
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
    expect(await sandbox.chargeOf(id)).toMatchObject({
      status: 'failed',
      paid: false,
      failure_code: decline.code,
    })

    const paid = await sandbox.confirm(id)
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
  }
})

test('a cancelled intent refuses every further step; a paid one can be neither paid nor cancelled again', async () => {
  const sandbox = await sandboxOf()
  const { id: ended } = await sandbox.newIntent()
  const { paymentIntents } = sandbox.stripe
  const canceled = await paymentIntents.cancel(ended)
  expect(canceled.status).toBe('canceled')
  expect(canceled.canceled_at).toBeGreaterThan(0)
  const id = await sandbox.pay()

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
})

test('the amount changes before the payment only, metadata always', async () => {
  const sandbox = await sandboxOf()
  const { id } = await sandbox.newIntent({ metadata: { order: 'o_1', note: 'x' } })
  const { paymentIntents } = sandbox.stripe
  expect(await paymentIntents.update(id, { amount: 1500 })).toMatchObject({ amount: 1500 })
  await sandbox.confirm(id)
  const tagged = await paymentIntents.update(id, { metadata: { note: '', seen: 'yes' } })
  expect(tagged.metadata).toEqual({ order: 'o_1', seen: 'yes' })
  const failure = await catchStripeError(paymentIntents.update(id, { amount: 1600 }))
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

test('lists page from the newest backwards and filter by time; so do events', async () => {
  await using sandbox = await startTestSandbox()
  const { paymentIntents, events } = sandbox.stripe
  const ids = [(await sandbox.newIntent()).id]
  await sandbox.advance(3_600_000)
  for (const _ of [1, 2]) ids.unshift((await sandbox.newIntent()).id)

  const first = await paymentIntents.list({ limit: 2 })
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
  const all = await paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(ids)
  const late = (all[0]?.created ?? 0) - 60
  const listed = (await paymentIntents.list({ created: { gte: late } })).data
  expect(listed.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const old = (await events.list({ created: { lte: late } })).data
  expect(old).toMatchObject([{ type: 'payment_intent.created', data: { object: { id: ids[2] } } }])
  expect(await events.retrieve(String(old[0]?.id))).toMatchObject({ id: old[0]?.id })
})

const FAULTY: [params: object, param: string][] = [
  [{ amount: undefined }, 'amount'],
  [{ amount: 0 }, 'amount'],
  [{ amount: 399 }, 'amount'],
  [{ amount: 100_000_000 }, 'amount'],
  [{ amount: '9.9' }, 'amount'],
  [{ currency: 'yuan' }, 'currency'],
  [{ allowed_payment_method_types: ['paypal'] }, 'allowed_payment_method_types'],
  [{ currency: 'brl', allowed_payment_method_types: ['alipay'] }, 'allowed_payment_method_types'],
  [{ capture_method: 'manual' }, 'capture_method'],
  [{ confirm: true, payment_method: 'pm_card_visa' }, 'return_url'],
  [{ confirm: true, payment_method: 'pm_card_visa', return_url: 'javascript:1' }, 'return_url'],
]

test('creating with a faulty or unknown parameter is refused and writes nothing', async () => {
  const sandbox = await sandboxOf()
  const known = (await sandbox.stripe.paymentIntents.list()).data
  for (const [params, param] of FAULTY) {
    const failure = await catchStripeError(sandbox.newIntent(params))
    expect([params, failure]).toMatchObject([params, { statusCode: 400, param }])
  }
  expect((await sandbox.stripe.paymentIntents.list()).data).toEqual(known)
})
