import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { drawQrCode } from '../../qr-code.ts'
import type { TestUser } from '../../testing/harness.ts'
import { CARDS, proveLedger, type Shop, startShop } from '../../testing/shop.ts'
import { refundAsOperator } from '../../testing/refunds.ts'

const ALL = { environment: { PAYMENT_METHODS: 'alipay,wechat_pay,card' } }
const CARDS_ALONE = { environment: { PAYMENT_METHODS: 'card' } }

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

test('Alipay redirects to its page, and agreeing there pays and returns to the order', async () => {
  await using shop = await startShop(ALL)
  const ann = await shop.newUser()
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
})

test('WeChat Pay shows a code to scan, and paying on the phone pays the order', async () => {
  await using shop = await startShop(ALL)
  const ann = await shop.newUser()
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

test.each<Wallet>(['alipay', 'wechat_pay'])(
  'while %s waits, confirming again returns the same page; after a refusal it is a new attempt',
  async (wallet) => {
    await using shop = await startShop(ALL)
    const ann = await shop.newUser()
    const checkout = await shop.checkout(ann)
    const first = await pageOf(shop, ann, checkout, wallet)

    expect(await pageOf(shop, ann, checkout, wallet)).toEqual(first)
    expect(shop.proxy.keysOf('/confirm')).toHaveLength(1)

    const { data } =
      wallet === 'alipay' ? { data: first.url } : await wechatCode(shop, checkout.intentId)
    await answerPage(data, 'refuse')
    await expect
      .poll(() => shop.order(ann, checkout.orderId))
      .toMatchObject({ state: 'pending', failure: { code: expect.any(String) } })
    const second = await pageOf(shop, ann, checkout, wallet)

    expect(second).not.toEqual(first)
    expect(shop.proxy.keysOf('/confirm')).toHaveLength(2)
    expect(await shop.balance(ann)).toBe(0)
  },
)

test('a waiting wallet does not block a card, nor a declined card a wallet', async () => {
  await using shop = await startShop(ALL)
  const ann = await shop.newUser()
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

test('a payment by wallet is refunded like any other', async () => {
  await using shop = await startShop(ALL)
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  const { url } = await pageOf(shop, ann, checkout, 'alipay')
  await answerPage(url, 'approve')
  await expect.poll(() => shop.order(ann, checkout.orderId)).toMatchObject({ state: 'paid' })

  const made = await refundAsOperator(shop, checkout.orderId)

  expect(made).toMatchObject({ refund: { status: 'pending' }, order: { state: 'refunded' } })
  expect(await shop.balance(ann)).toBe(0)
})

test.each([
  ['alipay', CARDS_ALONE],
  ['wechat_pay', { environment: { PAYMENT_METHODS: 'card,alipay' } }],
  ['pm_card_visa', { environment: { PAYMENT_METHODS: 'alipay' } }],
])('paying by %s is refused where it is not enabled', async (id, settings) => {
  await using shop = await startShop(settings)
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)

  const refused = await payBy(ann, checkout, id)

  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', fields: { paymentMethodId: expect.any(String) } },
  })
  expect(await shop.order(ann, checkout.orderId)).toMatchObject({ state: 'pending' })
  expect(shop.proxy.keysOf('/confirm')).toEqual([])
})

test('a wallet enabled after the order was placed is refused with a request for another method', async () => {
  await using shop = await startShop(CARDS_ALONE)
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  const { payments } = shop.config
  shop.deps.config = { ...shop.config, payments: { ...payments, methods: ['card', 'alipay'] } }

  const refused = await payBy(ann, checkout, 'alipay')

  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  const paid = await shop.pay(ann, checkout, CARDS.good)
  expect(paid.body.data.status).toBe('succeeded')
})

test('a failure to create the payment method is DEPENDENCY_DOWN and makes no attempt', async () => {
  await using shop = await startShop(ALL)
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  shop.proxy.fault = ({ path }) => (path === '/v1/payment_methods' ? 'reset before' : null)

  const failed = await payBy(ann, checkout, 'alipay')

  expect(failed).toMatchObject({ status: 503, body: { code: 'DEPENDENCY_DOWN' } })
  shop.proxy.fault = () => null
  const action = await pageOf(shop, ann, checkout, 'alipay')
  expect(action.type).toBe('redirect')
  expect(shop.proxy.keysOf('/confirm')).toHaveLength(1)
})
