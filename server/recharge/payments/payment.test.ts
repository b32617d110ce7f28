import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, LARGE, proveLedger, SMALL, startShop } from '../../testing/shop.ts'
import { closeOrder } from './close-order.ts'
import { findOrder } from '../orders/orders.store.ts'

test('a buyer pays for two of a plan and finds credit and bonus on the account', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann, { id: LARGE.id, num: 2 })
  expect(checkout).toMatchObject({ amount: 9980, currency: 'cny', provider: 'sandbox' })

  const paid = await shop.pay(ann, checkout, CARDS.good)

  expect(paid.body.data).toEqual({ status: 'succeeded', orderId: checkout.orderId })
  expect(await shop.order(ann, checkout.orderId)).toMatchObject({
    state: 'paid',
    amount: 9980,
    credit: 11_000,
    combo: { id: LARGE.id, name: LARGE.name },
    paymentMethod: { type: 'card', brand: 'visa', last4: '4242' },
    paidAt: expect.any(String),
  })
  expect(await shop.entries(ann)).toMatchObject([
    { type: 'bonus', delta: 1000, balanceAfter: 11_000, orderId: checkout.orderId },
    { type: 'purchase', delta: 10_000, balanceAfter: 10_000, orderId: checkout.orderId },
  ])
  expect(await shop.balance(ann)).toBe(11_000)
  await proveLedger(shop)
})

test('credit of a plan with a validity ends that many days after the payment', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const before = Date.now()
  await shop.pay(ann, await shop.checkout(ann), CARDS.good)

  const { body } = await ann.call(api.account.profile, {})

  const [lot] = body.data.credit.expiring
  expect(lot?.amount).toBe(2000)
  const days = (Date.parse(lot!.expiresAt!) - before) / 86_400_000
  expect(days).toBeGreaterThanOrEqual(SMALL.validDays)
  expect(days).toBeLessThan(SMALL.validDays + 0.01)
})

test('§3 payment intent: creating the intent again gives the same one', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => shop.checkout(ann)))
  expect(await shop.checkout(ann)).toEqual(first)
  for (const other of others) expect(other).toEqual(first)
})

test.each([
  ['4000000000000002', 'generic_decline', '银行拒绝了这笔付款，请换一张卡，或联系发卡行'],
  ['4000000000009995', 'insufficient_funds', '卡内余额或可用额度不足，请换一张卡，或补足后重试'],
  ['4000000000009987', 'lost_card', '银行拒绝了这笔付款，请换一张卡，或联系发卡行'],
  ['4000000000009979', 'stolen_card', '银行拒绝了这笔付款，请换一张卡，或联系发卡行'],
  ['4000000000000069', 'expired_card', '银行卡已过期，请换一张卡'],
  ['4000000000000127', 'incorrect_cvc', '安全码不正确，请核对后重新输入'],
  ['4000000000000119', 'processing_error', '银行处理付款时出错，请稍后再试或换一张卡'],
  [
    '4000000000006975',
    'card_velocity_exceeded',
    '这张卡短时间内付款次数或金额过多，请稍后再试或换一张卡',
  ],
  ['4100000000000019', 'fraudulent', '银行拒绝了这笔付款，请换一张卡，或联系发卡行'],
])('card %s is declined as %s, and the order stays payable', async (number, code, message) => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)

  const declined = await shop.pay(ann, checkout, number)

  expect(declined).toMatchObject({ status: 422, body: { code: 'CARD_DECLINED', message } })
  expect(await shop.order(ann, checkout.orderId)).toMatchObject({
    state: 'pending',
    failure: { code, message },
  })
  expect(await shop.balance(ann)).toBe(0)

  const paid = await shop.pay(ann, checkout, CARDS.good)
  expect(paid.body.data.status).toBe('succeeded')
  expect(await shop.order(ann, checkout.orderId)).not.toHaveProperty('failure')
  expect(await shop.balance(ann)).toBe(2000)
})

test('a declined payment method is not sent to the bank again', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { clientSecret } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.declined)
  await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })

  const again = await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })

  expect(again).toMatchObject({ status: 422, body: { code: 'CARD_DECLINED' } })
  expect(shop.proxy.keysOf('/confirm')).toHaveLength(1)
})

test('a challenge redirects, and approving it pays', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { clientSecret, orderId } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.challenge)

  const { body } = await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
  expect(body.data).toMatchObject({ status: 'requires_action', orderId })
  const { nextAction } = body.data
  if (nextAction?.type !== 'redirect') throw new Error('no redirect')
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'pending' })

  const back = await shop.answerChallenge(nextAction.url, 'approve')
  expect(back.href).toContain(`${shop.config.publicUrl}/account/stripe-callback?order=${orderId}`)
  const after = await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })

  expect(after.body.data.status).toBe('succeeded')
  expect(shop.proxy.keysOf('/confirm')).toHaveLength(1)
  expect(await shop.balance(ann)).toBe(2000)
})

test('confirming again while the challenge waits returns the same next action', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { clientSecret } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.challenge)
  const first = await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })

  const again = await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })

  expect(again.body.data).toEqual(first.body.data)
  expect(shop.proxy.keysOf('/confirm')).toHaveLength(1)
})

test('a refused challenge fails with its reason, and another card pays the same order', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { clientSecret, orderId } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.challenge)
  const { body } = await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
  const { nextAction } = body.data
  if (nextAction?.type !== 'redirect') throw new Error('no redirect')

  await shop.answerChallenge(nextAction.url, 'refuse')
  const after = await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })

  expect(after).toMatchObject({
    status: 422,
    body: { code: 'CARD_DECLINED', message: '身份验证未通过，请重新支付或换一张卡' },
  })
  const paid = await shop.pay(ann, { clientSecret }, CARDS.good)
  expect(paid.body.data).toEqual({ status: 'succeeded', orderId })
  expect(await shop.balance(ann)).toBe(2000)
})

test('an abandoned challenge does not block another card', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  await shop.pay(ann, checkout, CARDS.challenge)

  const paid = await shop.pay(ann, checkout, CARDS.good)

  expect(paid.body.data.status).toBe('succeeded')
  expect(shop.proxy.keysOf('/confirm')).toEqual([
    `confirm:${checkout.orderId}:1`,
    `confirm:${checkout.orderId}:2`,
  ])
})

test('a slow payment is processing first, and paid when the provider reports it', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)

  const { body } = await shop.pay(ann, checkout, CARDS.slow)

  expect(body.data).toEqual({ status: 'processing', orderId: checkout.orderId })
  await expect.poll(() => shop.order(ann, checkout.orderId)).toMatchObject({ state: 'paid' })
  expect(await shop.balance(ann)).toBe(2000)
})

test('a payment declined later leaves the order payable with the reason', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)

  const { body } = await shop.pay(ann, checkout, CARDS.slowDeclined)

  expect(body.data.status).toBe('processing')
  await expect
    .poll(() => shop.order(ann, checkout.orderId))
    .toMatchObject({ state: 'pending', failure: { code: 'generic_decline' } })
})

test('an intent created after its order was closed is cancelled, and its secret is not returned', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { within } = shop.deps.payments
  shop.deps.payments.within = (ms) => {
    const payments = within(ms)
    return {
      ...payments,
      async createIntent(input) {
        const intent = await payments.createIntent(input)
        await ann.call(api.recharge.cancelOrder, { id: input.metadata['order'] ?? '' })
        return intent
      },
    }
  }

  const answer = await ann.call(api.recharge.createPaymentIntent, { id: SMALL.id, num: 1 })

  expect(answer).toMatchObject({ status: 409, body: { code: 'ORDER_STATE', data: null } })
  expect(await shop.sql`select state, payment_intent_id from orders`).toEqual([
    { state: 'cancelled', payment_intent_id: null },
  ])
  const intents = await shop.provider<{ data: object[] }>('GET', '/v1/payment_intents')
  expect(intents.data).toMatchObject([{ status: 'canceled' }])
})

test('an order that got its intent while being closed is closed with the intent', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const placed = await ann.call(api.recharge.placeOrder, { id: SMALL.id, num: 1 })
  const asItWas = await findOrder(shop.sql, placed.body.data.order.id)
  const { intentId } = await shop.checkout(ann)

  const closed = await closeOrder(shop.deps, asItWas!, { actor: 'user' })

  expect(closed).toMatchObject({ state: 'cancelled', paymentIntentId: intentId })
  const intent = await shop.provider('GET', `/v1/payment_intents/${intentId}`)
  expect(intent).toMatchObject({ status: 'canceled' })
})
