import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, SMALL } from '../../../testing/shop.ts'
import { rechargeLimits } from '../../limits.ts'
import { buyersOf, shopPerFile } from '../../../testing/shared-shop.ts'

const newBuyer = buyersOf(shopPerFile())

test('an eleventh intent or a sixty-first confirmation in a minute is refused, whatever the others led to', async () => {
  const { shop, ann } = await newBuyer()
  const ask = () => ann.call(api.recharge.createPaymentIntent, { id: SMALL.id, num: 1 })
  const { clientSecret, intentId } = await shop.checkout(ann)
  for (let time = 1; time < 10; time += 1) expect((await ask()).status).toBe(200)

  const eleventh = await ask()
  expect(eleventh).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)

  for (let time = 0; time < 60; time += 1)
    await shop.deps.limits.consume(rechargeLimits.askPayment, ann.user.id)
  expect(await shop.pay(ann, { clientSecret }, CARDS.good)).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED' },
  })
  expect(shop.proxy.keysOf(`${intentId}/confirm`)).toEqual([])
})

test('an eleventh attempt in a minute is refused, and reports on earlier ones are not', async () => {
  const { shop, ann } = await newBuyer()
  for (let time = 0; time < 9; time += 1)
    await shop.deps.limits.consume(rechargeLimits.confirmPayment, ann.user.id)
  const { clientSecret, orderId } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.good)
  const pay = () => ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
  expect((await pay()).body.data.status).toBe('succeeded')

  const others = await shop.checkout(ann, { num: 2 })
  const other = await shop.pay(ann, others, CARDS.good)

  expect(other).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(shop.proxy.keysOf(`${others.intentId}/confirm`)).toEqual([])
  expect((await pay()).body.data).toEqual({ status: 'succeeded', orderId })
})

test('a buyer without attempts left can finish the challenge of the last one', async () => {
  const { shop, ann } = await newBuyer()
  const { clientSecret, orderId, intentId } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.challenge)
  const pay = () => ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
  const { nextAction } = (await pay()).body.data
  if (nextAction?.type !== 'redirect') throw new Error('no redirect')
  for (let time = 0; time < 10; time += 1) {
    await shop.deps.limits.count(rechargeLimits.confirmPayment, ann.user.id)
    await shop.deps.limits.count(rechargeLimits.declines, ann.user.id)
  }

  expect((await pay()).body.data).toMatchObject({ status: 'requires_action', nextAction })
  await shop.answerChallenge(nextAction.url, 'approve')
  expect((await pay()).body.data).toEqual({ status: 'succeeded', orderId })
  expect(shop.proxy.keysOf(`${intentId}/confirm`)).toHaveLength(1)
})

test('a confirmation refused before it reaches the provider costs no attempt', async () => {
  const { shop, ann } = await newBuyer()
  const checkout = await shop.checkout(ann)
  using stack = new DisposableStack()
  stack.defer(() => void (shop.deps.config = shop.config))
  const payments = { ...shop.config.payments, methods: ['card' as const] }
  shop.deps.config = { ...shop.config, payments }
  const byWallet = { clientSecret: checkout.clientSecret, paymentMethodId: 'alipay' }
  expect((await ann.call(api.recharge.confirmPayment, byWallet)).body.code).toBe('VALIDATION')
  await ann.call(api.recharge.cancelOrder, { id: checkout.orderId })
  expect((await shop.pay(ann, checkout, CARDS.good)).body.code).toBe('ORDER_CANCELLED')
  const unknown = { clientSecret: `${checkout.intentId}_secret_no`, paymentMethodId: 'pm_1' }
  expect((await ann.call(api.recharge.confirmPayment, unknown)).status).toBe(404)

  expect(await shop.deps.limits.used(rechargeLimits.confirmPayment, ann.user.id)).toBe(0)
  expect(shop.proxy.keysOf(`${checkout.intentId}/confirm`)).toEqual([])
})

test('of two concurrent confirmations one is an attempt, and the other costs none', async () => {
  const { shop, ann } = await newBuyer()
  const { clientSecret, intentId } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.good)
  const pay = () => ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })

  const answers = await Promise.all([pay(), pay(), pay()])

  for (const { status } of answers) expect(status).toBe(200)
  expect(shop.proxy.keysOf(`${intentId}/confirm`)).toHaveLength(1)
  expect(await shop.deps.limits.used(rechargeLimits.confirmPayment, ann.user.id)).toBe(1)
  expect(await shop.balance(ann)).toBe(2000)
})

test('a thirty-first cancellation in ten minutes is refused', async () => {
  const { shop, ann } = await newBuyer()
  const placeAndCancel = async () => {
    const { body } = await ann.call(api.recharge.placeOrder, { id: SMALL.id, num: 1 })
    return ann.call(api.recharge.cancelOrder, { id: body.data.order.id })
  }
  for (let time = 0; time < 30; time += 1) expect((await placeAndCancel()).status).toBe(200)

  expect(await placeAndCancel()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  const [kept] = await shop.sql<{
    orders: number
  }>`select count(*)::int as orders from orders where user_id = ${ann.user.id}`
  expect(kept).toEqual({ orders: 31 })
})

test('after five cards on one intent the buyer has to place a new order, after ten declined ones a day no card is sent', async () => {
  const { shop, ann } = await newBuyer()
  const first = await shop.checkout(ann)
  for (let time = 0; time < 5; time += 1) {
    expect((await shop.pay(ann, first, CARDS.declined)).status).toBe(422)
  }
  expect(await shop.pay(ann, first, CARDS.good)).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED', message: '该订单的付款次数已达上限，请取消后重新下单' },
  })
  expect(shop.proxy.keysOf(`${first.intentId}/confirm`)).toHaveLength(5)
  await ann.call(api.recharge.cancelOrder, { id: first.orderId })

  for (let time = 5; time < 9; time += 1)
    await shop.deps.limits.count(rechargeLimits.declines, ann.user.id)
  const { clientSecret, intentId } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.declined)
  const pay = () => ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
  const declined = await pay()
  expect(declined.status).toBe(422)

  const next = await shop.pay(ann, { clientSecret }, CARDS.good)

  expect(next).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  const { code, message } = declined.body
  expect(await pay()).toMatchObject({ status: 422, body: { code, message } })
  expect(shop.proxy.keysOf(`${intentId}/confirm`)).toHaveLength(1)
})
