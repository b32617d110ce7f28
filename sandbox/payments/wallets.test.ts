import { expect, test, vi } from 'vitest'
import {
  answerOn,
  catchStripeError,
  POLLING,
  SHOP,
  sandboxPerFile,
  startTestSandbox,
} from '../testing/test-sandbox.ts'
import { payableTypes } from './wallets.ts'

const sandboxOf = sandboxPerFile()

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>

const RETURN = `${SHOP}/back?order=1`
const HOUR_MS = 3_600_000

/** Confirms a new intent by a wallet. */
async function startPaying(sandbox: Sandbox, type: 'alipay' | 'wechat_pay') {
  const { id } = await sandbox.newIntent({
    metadata: { site: '星桥 AI', order: 'o_1' },
    description: '标准套餐',
  })
  return { id, ...(await confirmBy(sandbox, id, type)) }
}

async function confirmBy(sandbox: Sandbox, id: string, type: 'alipay' | 'wechat_pay') {
  const method = await sandbox.stripe.paymentMethods.create({ type })
  const waiting = await sandbox.stripe.paymentIntents.confirm(id, {
    payment_method: method.id,
    return_url: RETURN,
    ...(type === 'wechat_pay' && { payment_method_options: { wechat_pay: { client: 'web' } } }),
  })
  const { alipay_handle_redirect: alipay, wechat_pay_display_qr_code: code } =
    waiting.next_action ?? {}
  const now = () => sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  return { waiting, page: String(alipay?.url ?? code?.data), now }
}

test('a wallet that refuses or expires leaves the intent payable in another way', async () => {
  const sandbox = await sandboxOf()
  for (const [type, value, code] of [
    ['alipay', 'refuse', 'payment_method_customer_decline'],
    ['wechat_pay', 'refuse', 'payment_method_customer_decline'],
    ['wechat_pay', 'expire', 'payment_intent_payment_attempt_expired'],
  ] as const) {
    const { id, page, now } = await startPaying(sandbox, type)
    await answerOn(page, value)
    await answerOn(page, 'approve')
    expect(await now()).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: null,
      next_action: null,
      last_payment_error: { code, payment_method: { type } },
    })
    expect((await sandbox.confirm(id)).status).toBe('succeeded')
  }
})

test('a code ends after an hour, unless a card was tried since', async () => {
  await using sandbox = await startTestSandbox()
  const { now } = await startPaying(sandbox, 'wechat_pay')
  const other = await startPaying(sandbox, 'wechat_pay')
  await sandbox.confirm(other.id, { payment_method: 'pm_card_authenticationRequired' })
  await sandbox.advance(HOUR_MS)
  await vi.waitFor(async () => {
    expect(await now()).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_expired' },
    })
  }, POLLING)
  expect((await other.now()).status).toBe('requires_action')
})

test('a card attempt invalidates an earlier wallet attempt, and the other way round; an unknown answer changes nothing', async () => {
  const sandbox = await sandboxOf()
  const { id, page, now } = await startPaying(sandbox, 'alipay')
  await sandbox.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
  expect((await answerOn(page, 'approve')).status).toBe(404)
  expect((await now()).status).toBe('requires_action')
  const again = await confirmBy(sandbox, id, 'alipay')
  for (const value of ['', 'constructor', 'maybe']) {
    expect((await answerOn(again.page, value)).status).toBe(303)
  }
  expect((await now()).status).toBe('requires_action')
  await answerOn(again.page, 'approve')
  expect((await now()).status).toBe('succeeded')
})

test('a wallet that the intent does not allow, or without its parameters, is refused', async () => {
  const sandbox = await sandboxOf()
  const { paymentIntents, paymentMethods } = sandbox.stripe
  const cardsOnly = await sandbox.newIntent({ allowed_payment_method_types: ['card'] })
  const confirmed = confirmBy(sandbox, cardsOnly.id, 'alipay')
  expect(await catchStripeError(confirmed)).toMatchObject({
    code: 'payment_intent_incompatible_payment_method',
    param: 'payment_method',
  })
  const open = await sandbox.newIntent()
  const { id: wechat } = await paymentMethods.create({ type: 'wechat_pay' })
  for (const [params, param] of [
    [{ payment_method: wechat }, 'return_url'],
    [{ payment_method: wechat, return_url: RETURN }, 'payment_method_options[wechat_pay][client]'],
  ] as const) {
    expect(await catchStripeError(paymentIntents.confirm(open.id, params))).toMatchObject({ param })
  }
  expect(await paymentIntents.retrieve(open.id)).toEqual(open)
})

test('a refund to a wallet is pending first', async () => {
  const sandbox = await sandboxOf()
  const { id, page } = await startPaying(sandbox, 'alipay')
  await answerOn(page, 'approve')
  const refund = await sandbox.stripe.refunds.create({ payment_intent: id, amount: 100 })
  expect(refund).toMatchObject({
    id: expect.stringMatching(/^pyr_/),
    status: 'pending',
  })
  expect(await sandbox.chargeOf(id)).toMatchObject({ amount_refunded: 100 })
})

test('the ways to pay an intent are those that its currency and the shop allow', () => {
  expect(payableTypes(null, 'cny')).toEqual(['card', 'alipay', 'wechat_pay'])
  expect(payableTypes(null, 'sek')).toEqual(['card', 'wechat_pay'])
  expect(payableTypes(null, 'brl')).toEqual(['card'])
  expect(payableTypes(['wechat_pay', 'alipay'], 'myr')).toEqual(['alipay'])
})
