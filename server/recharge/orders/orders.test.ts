import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { BULK, CARDS, LARGE, type Shop, SMALL } from '../../testing/shop.ts'
import type { TestUser } from '../../testing/harness.ts'
import { buyersOf, ahead, shopPerFile } from '../../testing/shared-shop.ts'

const shopOf = shopPerFile()
const newBuyer = buyersOf(shopOf)

const HALF_AN_HOUR_MS = 30 * 60 * 1000

test('§3 combo, §6 visitor: everybody sees the plans on sale, in their order; an unknown plan is not found, a withdrawn one gone', async () => {
  const { shop, ann } = await newBuyer()
  await shop.sql`update plans set on_sale = false where id = ${LARGE.id}`

  const { status, body } = await shop.visitor().call(api.recharge.comboList, {})
  const unknown = await ann.call(api.recharge.placeOrder, { id: 'no-such-plan', num: 1 })
  const withdrawn = await ann.call(api.recharge.createPaymentIntent, { id: LARGE.id, num: 1 })
  await shop.sql`update plans set on_sale = true where id = ${LARGE.id}`

  expect(status).toBe(200)
  expect(body.data).toEqual([SMALL, BULK])
  expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(withdrawn).toMatchObject({ status: 410, body: { code: 'PLAN_GONE' } })
  expect(await ordersOf(shop, ann)).toEqual([])
})

test('§3 order: a body as a form is read, unknown fields are ignored, and an empty filter is none', async () => {
  const { ann } = await newBuyer()
  const place = (form: string) =>
    ann.send({
      method: 'POST',
      url: api.recharge.placeOrder.path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-csrf-token': ann.cookies.get('_csrf')!,
      },
      payload: form,
    })

  const placed = await place(`id=${SMALL.id}&num=2&surprise=1`)
  const list = await ann.send({
    method: 'GET',
    url: `${api.recharge.orderList.path}?state=&sort=1`,
  })

  expect(placed).toMatchObject({ status: 200, body: { data: { order: { num: 2 } } } })
  expect(list).toMatchObject({ status: 200, body: { data: { total: 1 } } })
  for (const num of ['two', '2.5', '', '0x2', '1&num=2']) {
    const refused = await place(`id=${SMALL.id}&num=${num}`)
    expect([num, refused.status, refused.body]).toMatchObject([
      num,
      400,
      { fields: { num: expect.any(String) } },
    ])
  }
})

test('§3 order: an order keeps its plan, its price and the half hour there is to pay; a new price makes a new order', async () => {
  const { shop, ann } = await newBuyer()
  const place = () => ann.call(api.recharge.placeOrder, { id: LARGE.id, num: 3 })

  const { order } = (await place()).body.data
  await shop.sql`update plans set name = 'new', amount = 1, version = 2 where id = ${LARGE.id}`
  const after = await place()
  await shop.sql`
    update plans set name = ${LARGE.name}, amount = ${LARGE.amount}, version = 3 where id = ${LARGE.id}`

  expect(order).toMatchObject({
    state: 'pending',
    combo: { id: LARGE.id, name: LARGE.name, validDays: LARGE.validDays },
    num: 3,
    amount: 14_970,
    credit: 16_500,
    orderNo: expect.stringMatching(/^20\d{16}$/),
    refundedAmount: 0,
  })
  expect(Date.parse(order.expiresAt) - Date.parse(order.createdAt)).toBe(HALF_AN_HOUR_MS)
  expect(await shop.order(ann, order.id)).toEqual(order)
  expect(after.body.data.order.id).not.toBe(order.id)
  expect(after.body.data.order.amount).toBe(3)
})

test('placing the same order again returns the open one', async () => {
  const { shop, ann } = await newBuyer()
  const place = () => ann.call(api.recharge.placeOrder, { id: SMALL.id, num: 1 })
  await ann.call(api.recharge.comboList, {})

  const answers = await Promise.all(Array.from({ length: 12 }, place))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.data.order.id)).size).toBe(1)
  expect((await shop.checkout(ann)).orderId).toBe(answers[0]?.body.data.order.id)
})

test('a fourth open order is refused with the list of the three, also under concurrent requests', async () => {
  const { ann } = await newBuyer()
  await ann.call(api.recharge.comboList, {})
  const place = (num: number) => ann.call(api.recharge.placeOrder, { id: SMALL.id, num })

  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(place))

  const counted = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  expect([counted(200), counted(409)]).toEqual([3, 5])
  const fourth = await ann.call(api.recharge.createPaymentIntent, { id: LARGE.id, num: 1 })
  expect(fourth).toMatchObject({ status: 409, body: { code: 'TOO_MANY_OPEN_ORDERS' } })
  const shown: unknown = fourth.body.data
  const open = answers.flatMap(({ status, body }) => (status === 200 ? [body.data.order] : []))
  const byId = (a: Order, b: Order) => a.id.localeCompare(b.id)
  expect(shown).toEqual({ orders: open.toSorted(byId) })
})

/** What was written for this buyer. */
const ordersOf = ({ sql }: Shop, { user }: TestUser) =>
  sql`select 1 from orders where user_id = ${user.id}`

const WRONG_NUMBERS = [-1, 0, 1.5, 11, 10_000, '1.0', 1e21, null, [], {}, true, 'one', undefined]

test('a number that is none, or out of the plan’s range, and another price than the plan’s are refused; nothing is written', async () => {
  const { shop, ann } = await newBuyer()
  for (const num of WRONG_NUMBERS) {
    for (const call of [api.recharge.placeOrder, api.recharge.createPaymentIntent]) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a page of ours would never send
      const answer = await ann.call(call, { id: SMALL.id, num: num as number })
      const refusal = {
        code: 'VALIDATION',
        fields: { num: expect.stringMatching(/\p{Script=Han}/u) },
      }
      expect([num, answer]).toMatchObject([num, { status: 400, body: refusal }])
    }
  }
  const message = '数量须在 3 到 5 之间'
  for (const num of [2, 6]) {
    const answer = await ann.call(api.recharge.placeOrder, { id: BULK.id, num })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: { num: message } },
    })
    expect(answer.body.message).toBe(message)
  }
  const priced = { id: SMALL.id, num: 1, amount: 1 }
  const answer = await ann.call(api.recharge.placeOrder, priced)
  expect(answer).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } })
  expect(await ordersOf(shop, ann)).toEqual([])
})

test('§6 user: the things of another user are not found', async () => {
  const { shop, ann } = await newBuyer()
  const eve = await shop.newUser()
  const { clientSecret, orderId, intentId } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.good)

  const answers = [
    await eve.call(api.recharge.queryOrder, { orderId }),
    await eve.call(api.recharge.cancelOrder, { id: orderId }),
    await eve.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId }),
    await ann.call(api.recharge.queryOrder, { orderId: 'no-id-at-all' }),
    await ann.call(api.recharge.confirmPayment, {
      clientSecret: `${clientSecret}x`,
      paymentMethodId,
    }),
  ]

  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
  for (const filter of [{}, { state: 'pending' as const }]) {
    const { body } = await eve.call(api.recharge.orderList, filter)
    expect(body.data).toEqual({ list: [], total: 0, page: 1, pageSize: 20 })
  }
  expect(shop.proxy.keysOf(`${intentId}/confirm`)).toEqual([])
})

test('§4 order states: the list is paged and sifted by state, newest first', async () => {
  const { shop, ann } = await newBuyer()
  await shop.pay(ann, await shop.checkout(ann, { id: SMALL.id, num: 1 }), CARDS.good)
  const second = await shop.checkout(ann, { id: SMALL.id, num: 2 })
  const third = await shop.checkout(ann, { id: SMALL.id, num: 3 })

  const first = await ann.call(api.recharge.orderList, { page: 1, pageSize: 2 })
  const rest = await ann.call(api.recharge.orderList, { page: 2, pageSize: 2 })
  const paid = await ann.call(api.recharge.orderList, { state: 'paid' })

  expect(first.body.data.total).toBe(3)
  expect(first.body.data.list.map(({ id }) => id)).toEqual([third.orderId, second.orderId])
  expect(rest.body.data.list).toHaveLength(1)
  expect(paid.body.data).toMatchObject({ total: 1, list: [{ state: 'paid', num: 1 }] })
})

test('cancelling cancels the intent first and frees the slot; a paid order cannot be cancelled', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId, intentId, clientSecret } = await shop.checkout(ann)

  const cancelled = await ann.call(api.recharge.cancelOrder, { id: orderId })
  const again = await ann.call(api.recharge.cancelOrder, { id: orderId })

  expect(cancelled.body.data.order.state).toBe('cancelled')
  expect(again.body.data.order.state).toBe('cancelled')
  expect(await shop.provider('GET', `/v1/payment_intents/${intentId}`)).toMatchObject({
    status: 'canceled',
  })
  const late = await shop.pay(ann, { clientSecret }, CARDS.good)
  expect(late).toMatchObject({ status: 410, body: { code: 'ORDER_CANCELLED' } })
  const checkout = await shop.checkout(ann)
  expect(checkout.orderId).not.toBe(orderId)

  await shop.pay(ann, checkout, CARDS.good)
  const answer = await ann.call(api.recharge.cancelOrder, { id: checkout.orderId })
  expect(answer).toMatchObject({ status: 409, body: { code: 'ORDER_STATE' } })
  expect(await shop.order(ann, checkout.orderId)).toMatchObject({ state: 'paid' })
})

test('an overdue order cannot be paid, expires with its intent cancelled, and does not block new ones', async () => {
  const shop = await shopOf()
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const checkout = await shop.checkout(ann)
  const old = await bob.call(api.recharge.placeOrder, { id: SMALL.id, num: 1 })
  for (const num of [2, 3]) await bob.call(api.recharge.placeOrder, { id: SMALL.id, num })
  using _later = ahead(shop, HALF_AN_HOUR_MS)

  const late = await shop.pay(ann, checkout, CARDS.good)

  expect(late).toMatchObject({ status: 410, body: { code: 'ORDER_EXPIRED' } })
  expect(await shop.order(ann, checkout.orderId)).toMatchObject({ state: 'expired' })
  expect(await shop.provider('GET', `/v1/payment_intents/${checkout.intentId}`)).toMatchObject({
    status: 'canceled',
  })
  expect(shop.proxy.keysOf(`${checkout.intentId}/confirm`)).toEqual([])
  const { status, body } = await bob.call(api.recharge.placeOrder, { id: SMALL.id, num: 1 })
  expect(status).toBe(200)
  expect(body.data.order.id).not.toBe(old.body.data.order.id)
  const list = await bob.call(api.recharge.orderList, { state: 'expired' })
  expect(list.body.data.total).toBe(3)
})
