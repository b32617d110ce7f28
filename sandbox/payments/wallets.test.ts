import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import {
  catchStripeError,
  SHOP,
  sandboxPerFile,
  startTestSandbox,
} from '../testing/test-sandbox.ts'
import { payableTypes } from './wallets.ts'

const sandboxOf = sandboxPerFile()

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>

const RETURN = `${SHOP}/back?order=1`

/** Confirms an intent that is open to both wallets by one of them. */
async function startPaying(sandbox: Sandbox, type: 'alipay' | 'wechat_pay') {
  const { id } = await sandbox.newIntent({
    allowed_payment_method_types: ['card', 'alipay', 'wechat_pay'],
    metadata: { site: '星桥 AI', order: 'o_1' },
    description: '标准套餐',
  })
  const waiting = await sandbox.stripe.paymentIntents.confirm(id, {
    payment_method_data: { type },
    return_url: RETURN,
    payment_method_options: { wechat_pay: { client: 'web' } },
  })
  return {
    id,
    waiting,
    page: pageOf(waiting),
    now: () => sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
  }
}

function pageOf({ next_action }: Stripe.PaymentIntent): string {
  const url =
    next_action?.alipay_handle_redirect?.url ?? next_action?.wechat_pay_display_qr_code?.data
  if (!url) throw new Error('no page')
  return url
}

function answer(url: string, value: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ answer: value }),
    redirect: 'manual',
  })
}

test('Alipay redirects to its page, and approving there pays and redirects back', async () => {
  const sandbox = await sandboxOf()
  const { id, waiting, page, now } = await startPaying(sandbox, 'alipay')
  expect(waiting).toMatchObject({
    status: 'requires_action',
    payment_method_types: ['card', 'alipay', 'wechat_pay'],
    latest_charge: null,
    next_action: {
      type: 'alipay_handle_redirect',
      alipay_handle_redirect: { url: page, return_url: RETURN, native_url: null },
    },
  })
  const shown = await (await fetch(page)).text()
  for (const text of ['支付宝', '¥99.00', '标准套餐', 'o_1', '同意支付', '拒绝支付']) {
    expect(shown).toContain(text)
  }

  const back = new URL(String((await answer(page, 'approve')).headers.get('location')))
  expect(back.origin + back.pathname).toBe(`${SHOP}/back`)
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    order: '1',
    payment_intent: id,
    redirect_status: 'succeeded',
  })
  const paid = await now()
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 9900,
    latest_charge: {
      status: 'succeeded',
      outcome: { risk_level: 'not_assessed' },
      payment_method_details: { type: 'alipay', alipay: {} },
    },
  })
  expect(paid.latest_charge).toMatchObject({ id: expect.stringMatching(/^py_/) })
  expect(paid.latest_charge).not.toHaveProperty('payment_method_details.card')
})

test('WeChat gives a code to scan, and paying on the phone does not redirect', async () => {
  const sandbox = await sandboxOf()
  const { waiting, page, now } = await startPaying(sandbox, 'wechat_pay')
  const code = waiting.next_action?.wechat_pay_display_qr_code
  expect(waiting.next_action?.type).toBe('wechat_pay_display_qr_code')
  expect(code?.image_data_url).toMatch(/^data:image\/png;base64,iVBOR/)
  for (const [url, type] of [
    [code?.image_url_png, 'image/png'],
    [code?.image_url_svg, 'image/svg+xml'],
  ]) {
    expect((await fetch(String(url))).headers.get('content-type')).toBe(type)
  }
  const scan = await (await fetch(String(code?.hosted_instructions_url))).text()
  expect(scan).toContain(String(code?.image_data_url))
  expect(scan).toContain('http-equiv="refresh"')

  expect(await (await fetch(page)).text()).toContain('让二维码过期')
  const end = await answer(page, 'approve')
  expect(end.status).toBe(200)
  const ended = await end.text()
  expect(ended).toContain('成功')
  expect(ended).not.toContain(SHOP)
  expect(await now()).toMatchObject({
    status: 'succeeded',
    latest_charge: { payment_method_details: { type: 'wechat_pay', wechat_pay: {} } },
  })
  const after = await (await fetch(String(code?.hosted_instructions_url))).text()
  expect(after).not.toContain('http-equiv="refresh"')
  expect(after).toContain(`${SHOP}/back`)
})

const REFUSALS = [
  { type: 'alipay', value: 'refuse', code: 'payment_method_customer_decline' },
  { type: 'wechat_pay', value: 'refuse', code: 'payment_method_customer_decline' },
  { type: 'wechat_pay', value: 'expire', code: 'payment_intent_payment_attempt_expired' },
] as const

test('a wallet that refuses or expires leaves the intent payable in another way', async () => {
  const sandbox = await sandboxOf()
  for (const { type, value, code } of REFUSALS) {
    const { id, page, now } = await startPaying(sandbox, type)
    await answer(page, value)
    await answer(page, 'approve')
    expect(await now()).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: null,
      next_action: null,
      last_payment_error: { code, payment_method: { type } },
    })
    const { data } = await sandbox.stripe.events.list({
      type: 'payment_intent.payment_failed',
      limit: 100,
    })
    expect(data.filter((event) => JSON.stringify(event.data).includes(id))).toHaveLength(1)
    expect((await sandbox.confirm(id)).status).toBe('succeeded')
  }
})

test('a card attempt invalidates an earlier wallet attempt, and the other way round; an unknown answer changes nothing', async () => {
  const sandbox = await sandboxOf()
  const { id, page, now } = await startPaying(sandbox, 'alipay')
  await sandbox.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
  expect((await answer(page, 'approve')).status).toBe(404)
  expect((await now()).status).toBe('requires_action')
  const again = await sandbox.stripe.paymentIntents.confirm(id, {
    payment_method_data: { type: 'alipay' },
    return_url: RETURN,
  })
  await answer(pageOf(again), 'approve')
  expect(await now()).toMatchObject({
    status: 'succeeded',
    latest_charge: { payment_method_details: { type: 'alipay' } },
  })

  const open = await startPaying(sandbox, 'alipay')
  for (const value of ['', 'constructor', 'maybe']) {
    expect((await answer(open.page, value)).status).toBe(303)
  }
  expect((await open.now()).status).toBe('requires_action')
})

test('a browser creates a wallet payment method and confirms with it', async () => {
  const sandbox = await sandboxOf()
  const { id, client_secret } = await sandbox.newIntent()
  const made = await sandbox.fromBrowser('POST', '/v1/payment_methods', { type: 'alipay' })
  const method: unknown = await made.json()
  expect(method).toMatchObject({ type: 'alipay', alipay: {} })
  expect(method).not.toHaveProperty('card')
  const answered = await sandbox.fromBrowser('POST', `/v1/payment_intents/${id}/confirm`, {
    client_secret: String(client_secret),
    'payment_method_data[type]': 'wechat_pay',
    'payment_method_options[wechat_pay][client]': 'web',
    return_url: RETURN,
  })
  expect(await answered.json()).toMatchObject({
    next_action: { type: 'wechat_pay_display_qr_code' },
  })
})

test('a wallet that the intent does not allow, or without its parameters, is refused', async () => {
  const sandbox = await sandboxOf()
  const { paymentIntents } = sandbox.stripe
  const cardsOnly = await sandbox.newIntent({ allowed_payment_method_types: ['card'] })
  const alipay = { payment_method_data: { type: 'alipay' }, return_url: RETURN } as const
  expect(await catchStripeError(paymentIntents.confirm(cardsOnly.id, alipay))).toMatchObject({
    code: 'payment_intent_incompatible_payment_method',
    param: 'payment_method',
  })
  const open = await sandbox.newIntent()
  for (const [params, param] of [
    [{ payment_method_data: { type: 'alipay' }, use_stripe_sdk: true }, 'return_url'],
    [
      { payment_method_data: { type: 'wechat_pay' }, return_url: RETURN },
      'payment_method_options[wechat_pay][client]',
    ],
    [{ payment_method_data: { type: 'paypal' }, return_url: RETURN }, 'payment_method_data[type]'],
  ] as const) {
    expect(await catchStripeError(paymentIntents.confirm(open.id, params))).toMatchObject({ param })
  }
  expect(await paymentIntents.retrieve(open.id)).toEqual(open)
})

test('a refund to a wallet is pending first, and a wallet is not disputed', async () => {
  await using sandbox = await startTestSandbox({ processingMs: 60_000 })
  const { id, page } = await startPaying(sandbox, 'alipay')
  await answer(page, 'approve')
  const refund = await sandbox.stripe.refunds.create({ payment_intent: id, amount: 100 })
  expect(refund).toMatchObject({
    id: expect.stringMatching(/^pyr_/),
    status: 'pending',
    destination_details: { type: 'alipay', alipay: {} },
  })
  expect(await sandbox.stripe.refunds.retrieve(refund.id, { expand: ['charge'] })).toMatchObject({
    charge: { object: 'charge', amount_refunded: 100 },
  })
})

const always = { enabled: true, allow_redirects: 'always' } as const

const WAYS = [
  { given: {}, types: ['card', 'alipay', 'wechat_pay'] },
  { given: { currency: 'myr' }, types: ['card', 'alipay'] },
  { given: { currency: 'sek' }, types: ['card', 'wechat_pay'] },
  { given: { currency: 'brl' }, types: ['card'] },
  { given: { excluded_payment_method_types: ['card'] }, types: ['alipay', 'wechat_pay'] },
  { given: { allowed_payment_method_types: ['wechat_pay'] }, types: ['wechat_pay'] },
  {
    given: { automatic_payment_methods: { ...always, allow_redirects: 'never' as const } },
    types: ['card', 'wechat_pay'],
  },
  { given: { automatic_payment_methods: null }, types: ['card'] },
]

test('the ways to pay an intent are those that its currency, its shop and its page allow', () => {
  const intent = {
    allowed_payment_method_types: null,
    excluded_payment_method_types: null,
    automatic_payment_methods: always,
    currency: 'cny',
  }
  const left = WAYS.map(({ given }) => ({ given, types: payableTypes({ ...intent, ...given }) }))
  expect(left).toEqual(WAYS)
})
