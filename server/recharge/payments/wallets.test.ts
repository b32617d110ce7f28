import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { drawQrCode } from '../../lib/qr-code.ts'
import type { TestUser } from '../../testing/harness.ts'
import { CARDS, proveLedger, type Shop } from '../../testing/shop.ts'
import { refundAsOperator } from '../../testing/refunds.ts'
import { buyersOf, broken, shopPerFile } from '../../testing/shared-shop.ts'

const ALL = { environment: { PAYMENT_METHODS: 'alipay,wechat_pay,card' } }

const shopOf = shopPerFile(ALL)
const newBuyer = buyersOf(shopOf)

type Wallet = 'alipay' | 'wechat_pay'

function payBy(
  buyer: TestUser,
  { clientSecret }: { clientSecret: string },
  paymentMethodId: string,
) {
  return buyer.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
}

/** The page that plays the wallet's app. */
async function pageOf(shop: Shop, buyer: TestUser, checkout: { clientSecret: string }, by: Wallet) {
  const { status, body } = await payBy(buyer, checkout, by)
  if (status !== 200) throw new Error(`confirm-payment: ${status} ${body.code} ${body.message}`)
  const { nextAction } = body.data
  if (!nextAction || nextAction.type === 'sdk') throw new Error('nowhere to go')
  return nextAction
}

function answerPage(url: string, answer: string): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' })
}

test('Alipay redirects to its page, agreeing there pays and returns to the order, and a refund is like any other', async () => {
  const { shop, ann } = await newBuyer()
  const checkout = await shop.checkout(ann)

  const action = await pageOf(shop, ann, checkout, 'alipay')

  expect(action.type).toBe('redirect')
  expect(await shop.order(ann, checkout.orderId)).toMatchObject({ state: 'pending' })
  const back = await answerPage(action.url, 'approve')
  expect(back.headers.get('location')).toContain(
    `${shop.config.publicUrl}/account/stripe-callback?order=${checkout.orderId}`,
  )
  await expect
    .poll(() => shop.order(ann, checkout.orderId))
    .toMatchObject({ state: 'paid', paymentMethod: { type: 'alipay', last4: '' } })
  expect(await shop.balance(ann)).toBe(2000)
  const [receipt] = await shop.mails(ann.user.email)
  expect(receipt?.text).toContain('付款方式：支付宝')
  await proveLedger(shop)

  const made = await refundAsOperator(shop, checkout.orderId)
  expect(made).toMatchObject({ refund: { status: 'pending' }, order: { state: 'refunded' } })
  expect(await shop.balance(ann)).toBe(0)
})

test('WeChat Pay shows a code to scan, and paying on the phone pays the order', async () => {
  const { shop, ann } = await newBuyer()
  const checkout = await shop.checkout(ann)

  const action = await pageOf(shop, ann, checkout, 'wechat_pay')

  if (action.type !== 'qr') throw new Error(action.type)
  const { data } = await wechatCode(shop, checkout.intentId)
  expect(action.code).toEqual(drawQrCode(data))
  expect(action.code.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
  await answerPage(data, 'approve')
  await expect
    .poll(() => shop.order(ann, checkout.orderId))
    .toMatchObject({ state: 'paid', paymentMethod: { type: 'wechat_pay' } })
  expect(await shop.balance(ann)).toBe(2000)
})

async function wechatCode({ provider }: Shop, intentId: string): Promise<{ data: string }> {
  const { next_action: action } = await provider<{
    next_action: { wechat_pay_display_qr_code: { data: string } }
  }>('GET', `/v1/payment_intents/${intentId}`)
  return action.wechat_pay_display_qr_code
}

test('while a wallet waits, confirming again returns the same page; after a refusal it is a new attempt', async () => {
  const shop = await shopOf()
  for (const wallet of ['alipay', 'wechat_pay'] as const) {
    const ann = await shop.newUser()
    const checkout = await shop.checkout(ann)
    const attempts = () => shop.proxy.keysOf(`${checkout.intentId}/confirm`).length
    const first = await pageOf(shop, ann, checkout, wallet)

    expect(await pageOf(shop, ann, checkout, wallet)).toEqual(first)
    expect(attempts()).toBe(1)

    const { data } =
      wallet === 'alipay' ? { data: first.url } : await wechatCode(shop, checkout.intentId)
    await answerPage(data, 'refuse')
    await expect
      .poll(() => shop.order(ann, checkout.orderId))
      .toMatchObject({ state: 'pending', failure: { code: expect.any(String) } })
    const second = await pageOf(shop, ann, checkout, wallet)

    expect(second).not.toEqual(first)
    expect(attempts()).toBe(2)
    expect(await shop.balance(ann)).toBe(0)
  }
})

test('a waiting wallet does not block a card, nor a declined card a wallet', async () => {
  const { shop, ann } = await newBuyer()
  const checkout = await shop.checkout(ann)
  await pageOf(shop, ann, checkout, 'wechat_pay')

  const declined = await shop.pay(ann, checkout, CARDS.declined)
  expect(declined.status).toBe(422)
  const action = await pageOf(shop, ann, checkout, 'alipay')
  await answerPage(action.url, 'approve')

  await expect
    .poll(() => shop.order(ann, checkout.orderId))
    .toMatchObject({ state: 'paid', paymentMethod: { type: 'alipay' } })
  expect(await shop.balance(ann)).toBe(2000)
  await proveLedger(shop)
})

test('paying in a way that is not enabled, or was not when the order was placed, is refused', async () => {
  const shop = await shopOf()
  using stack = new DisposableStack()
  stack.defer(() => void (shop.deps.config = shop.config))
  const { payments } = shop.config
  const offer = (...methods: typeof payments.methods) => {
    shop.deps.config = { ...shop.config, payments: { ...payments, methods } }
  }
  const refused = {
    status: 400,
    body: { code: 'VALIDATION', fields: { paymentMethodId: expect.any(String) } },
  }
  for (const [id, methods] of [
    ['wechat_pay', ['card', 'alipay']],
    ['pm_card_visa', ['alipay']],
    ['alipay', ['card']],
  ] as const) {
    offer(...methods)
    const ann = await shop.newUser()
    const checkout = await shop.checkout(ann)
    const { orderId, intentId } = checkout
    expect([id, await payBy(ann, checkout, id)]).toMatchObject([id, refused])
    expect(await shop.order(ann, orderId)).toMatchObject({ state: 'pending' })
    expect(shop.proxy.keysOf(`${intentId}/confirm`)).toEqual([])
  }
  offer('card')
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  offer('card', 'alipay')
  expect(await payBy(ann, checkout, 'alipay')).toMatchObject({ body: { code: 'VALIDATION' } })
  expect((await shop.pay(ann, checkout, CARDS.good)).body.data.status).toBe('succeeded')
})

test('a failure to create the payment method is DEPENDENCY_DOWN and makes no attempt', async () => {
  const { shop, ann } = await newBuyer()
  const checkout = await shop.checkout(ann)
  using _fault = broken(shop, ({ path }) =>
    path === '/v1/payment_methods' ? 'reset before' : null,
  )

  const failed = await payBy(ann, checkout, 'alipay')

  expect(failed).toMatchObject({ status: 503, body: { code: 'DEPENDENCY_DOWN' } })
  shop.proxy.fault = () => null
  const action = await pageOf(shop, ann, checkout, 'alipay')
  expect(action.type).toBe('redirect')
  expect(shop.proxy.keysOf(`${checkout.intentId}/confirm`)).toHaveLength(1)
})
