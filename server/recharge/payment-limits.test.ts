import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, SMALL, startShop } from '../testing/shop.ts'

test('ten intents a minute may be asked for', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const ask = () => ann.call(api.recharge.createPaymentIntent, { id: SMALL.id, num: 1 })
  for (let time = 0; time < 10; time += 1) expect((await ask()).status).toBe(200)

  const eleventh = await ask()

  expect(eleventh).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)
})

test('ten confirmations a minute may be sent', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { clientSecret } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.good)
  const pay = () => ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
  for (let time = 0; time < 10; time += 1) expect((await pay()).status).toBe(200)

  expect(await pay()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
})

test('thirty orders in ten minutes may be cancelled, so that nobody fills the shop with orders', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const placeAndCancel = async () => {
    const { body } = await ann.call(api.recharge.placeOrder, { id: SMALL.id, num: 1 })
    return ann.call(api.recharge.cancelOrder, { id: body.data.order.id })
  }
  for (let time = 0; time < 30; time += 1) expect((await placeAndCancel()).status).toBe(200)

  expect(await placeAndCancel()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  const [kept] = await shop.sql<{ orders: number }>`select count(*)::int as orders from orders`
  expect(kept).toEqual({ orders: 31 })
})

test('an intent takes five cards, then the buyer places a new order', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  for (let time = 0; time < 5; time += 1) {
    expect((await shop.pay(ann, checkout, CARDS.declined)).status).toBe(422)
  }

  const sixth = await shop.pay(ann, checkout, CARDS.good)

  expect(sixth).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED', message: '这笔订单的付款尝试次数已用完，请取消后重新下单' },
  })
  expect(shop.proxy.keysOf('/confirm')).toHaveLength(5)
  await ann.call(api.recharge.cancelOrder, { id: checkout.orderId })
  const paid = await shop.pay(ann, await shop.checkout(ann), CARDS.good)
  expect(paid.body.data.status).toBe('succeeded')
})

test('after ten declined cards a day no more are sent to the bank', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  for (let time = 0; time < 9; time += 1) await shop.deps.limits.count('declines', ann.user.id)
  expect((await shop.pay(ann, checkout, CARDS.declined)).status).toBe(422)

  const next = await shop.pay(ann, checkout, CARDS.good)

  expect(next).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(shop.proxy.keysOf('/confirm')).toHaveLength(1)
})
