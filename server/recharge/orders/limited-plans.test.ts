import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { startTestServer, type TestUser } from '../../testing/harness.ts'
import { refundAsOperator } from '../../testing/refunds.ts'
import { limitPlan, readStock, saleState } from '../../testing/limited-plans.ts'
import { CARDS, eventOf, LARGE, type Shop, SMALL, startShop } from '../../testing/shop.ts'
import { ahead, quietShopPerFile, shopPerFile } from '../../testing/shared-shop.ts'
import { MOST_UNPAID_LIMITED_ORDERS } from '../limits.ts'
import { reportWrongStocks } from '../checks/report-differences.ts'
import { expireOrders } from '../checks/reconcile-orders.ts'

const shopOf = shopPerFile()
const quietOf = quietShopPerFile()
vi.setConfig({ testTimeout: 120_000 })
const { placeOrder, cancelOrder, comboList, createPaymentIntent } = api.recharge
const MINUTE_MS = 60_000

const place = (buyer: TestUser, num = 1) => buyer.call(placeOrder, { id: SMALL.id, num })

async function placed(buyer: TestUser, num = 1): Promise<string> {
  const { status, body } = await place(buyer, num)
  if (status !== 200) throw new Error(`place-order: ${status} ${body.code}`)
  return body.data.order.id
}

async function onSale(shop: Shop) {
  const { body } = await shop.visitor().call(comboList, {})
  return body.data.find(({ id }) => id === SMALL.id)
}

test('50 buyers of 7 pieces at two nodes: exactly 7 orders, all others read that it is sold out; one buyer never exceeds his limit', async () => {
  await using shop = await startShop()
  await using other = await startTestServer({ database: shop.database })
  await limitPlan(shop, { stock: 7 })
  const buyers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      (n % 2 === 0 ? shop : other).newUser({ ip: `10.0.0.${n}` }),
    ),
  )
  // everybody asks twice at once, as from two tabs
  const answers = await Promise.all([...buyers, ...buyers].map((buyer) => place(buyer)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['409 SOLD_OUT']),
  )
  const orders = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.order)
  expect(new Set(orders.map(({ id }) => id)).size).toBe(7)
  expect(await readStock(shop)).toEqual({ stock: 7, held: 7, sold: 0, left: 0, counted: 7 })
  expect(await onSale(shop)).toMatchObject({ isSoldOut: true })

  // one buyer in many tabs: open and paid pieces never exceed the limit
  await limitPlan(shop, { limitPerUser: 4 })
  const ann = await shop.newUser()
  const elsewhere = await other.login(ann.user.email)
  const nums = [1, 2, 3, 1, 2, 3, 1, 2, 3, 4]
  const turns = await Promise.all(nums.map((num, at) => place(at % 2 === 0 ? ann : elsewhere, num)))
  expect(turns.some(({ status }) => status === 200)).toBe(true)
  for (const { status, body } of turns)
    if (status !== 200) expect(body.code).toMatch(/^(PLAN_LIMIT|TOO_MANY_OPEN_ORDERS)$/)
  const [sum] = await shop.sql<{ pieces: number }>`
    select sum(num) as pieces from orders where user_id = ${ann.user.id}`
  expect(sum!.pieces).toBeGreaterThan(0)
  expect(sum!.pieces).toBeLessThanOrEqual(4)
})

test('repeating the order takes no further piece; cancelling frees its pieces once', async () => {
  const shop = await shopOf()
  await limitPlan(shop, {})
  await limitPlan(shop, { stock: 5 })
  const ann = await shop.newUser()
  const bob = await shop.newUser()
  const id = await placed(ann, 3)
  expect(await placed(ann, 3)).toBe(id)
  await ann.call(createPaymentIntent, { id: SMALL.id, num: 3 })
  expect(await readStock(shop)).toMatchObject({ held: 3, left: 2 })
  expect(await onSale(shop)).toMatchObject({ left: 2 })
  expect((await place(bob, 3)).body).toMatchObject({
    code: 'SOLD_OUT',
    message: '该套餐只剩 2 份，请减少数量',
  })
  await ann.call(cancelOrder, { id })
  await ann.call(cancelOrder, { id })
  expect(await readStock(shop)).toMatchObject({ held: 0, sold: 0, left: 5 })
  await placed(bob, 3)
})

test('a day’s unpaid orders of limited plans: the 21st is refused; the open one, payments and other plans are not', async () => {
  const shop = await shopOf()
  await limitPlan(shop, {})
  await limitPlan(shop, { stock: 27 })
  const ann = await shop.newUser()
  await shop.buy(ann)
  for (let turn = 1; turn < MOST_UNPAID_LIMITED_ORDERS; turn += 1) {
    await ann.call(cancelOrder, { id: await placed(ann, 10) })
  }
  const last = await placed(ann, 10)
  expect(await placed(ann, 10)).toBe(last)
  const refusal = {
    code: 'RATE_LIMITED',
    message: '限量套餐一天最多 20 笔未付款订单，请先支付待支付的订单，或明天再试',
  }
  const next = await place(ann, 9)
  expect(next).toMatchObject({ status: 429, body: refusal })
  expect((await ann.call(createPaymentIntent, { id: SMALL.id, num: 9 })).body).toMatchObject(
    refusal,
  )
  expect((await ann.call(placeOrder, { id: LARGE.id, num: 1 })).status).toBe(200)
  await placed(await shop.newUser(), 9)
  // one that is paid counts no more
  await shop.buy(ann, { id: SMALL.id, num: 10 })
  await placed(ann)
  expect((await place(ann, 2)).body).toMatchObject({ code: 'RATE_LIMITED' })
  using _later = ahead(shop, 24 * 60 * MINUTE_MS)
  await placed(ann, 2)
})

test('an overdue order’s pieces are free again: for its buyer at once, for others after the next run', async () => {
  const shop = await shopOf()
  await limitPlan(shop, {})
  await limitPlan(shop, { stock: 1, limitPerUser: 1 })
  const ann = await shop.newUser()
  const bob = await shop.newUser()
  const first = await placed(ann)
  expect((await place(ann, 2)).body).toMatchObject({ code: 'SOLD_OUT' })
  using _later = ahead(shop, 31 * MINUTE_MS)
  expect((await place(bob)).body).toMatchObject({ code: 'SOLD_OUT' })
  const second = await placed(ann)
  expect(second).not.toBe(first)
  using _then = ahead(shop, 31 * MINUTE_MS)
  await expireOrders(shop.deps)
  await placed(bob)
  expect(await readStock(shop)).toMatchObject({ held: 1, left: 0 })
})

test('money for an order that was closed is credited although its piece is sold to somebody else', async () => {
  const shop = await quietOf()
  await limitPlan(shop, {})
  await limitPlan(shop, { stock: 1 })
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const late = await shop.checkout(ann)
  // closed here, while the provider has not heard of it
  await shop.sql`
    update orders set state = 'cancelled', open_slot = null where id = ${late.orderId}`
  expect(await readStock(shop)).toMatchObject({ held: 0, left: 1 })
  await shop.buy(bob)
  expect(await readStock(shop)).toMatchObject({ sold: 1, left: 0 })
  await shop.provider('POST', `/v1/payment_intents/${late.intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: 'http://localhost/',
  })
  await shop.deliver(eventOf('payment_intent.succeeded', { id: late.intentId }))
  expect(await shop.order(ann, late.orderId)).toMatchObject({ state: 'paid' })
  expect(await shop.balance(ann)).toBe(SMALL.credit)
  expect(await readStock(shop)).toMatchObject({ held: 0, sold: 2, left: -1, counted: 2 })
  expect((await place(await shop.newUser())).body).toMatchObject({ code: 'SOLD_OUT' })
})

test('refunded pieces stay sold, but count no more towards their buyer’s limit', async () => {
  const shop = await shopOf()
  await limitPlan(shop, {})
  await limitPlan(shop, { stock: 2, limitPerUser: 1 })
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann)
  expect((await place(ann)).body).toMatchObject({
    code: 'PLAN_LIMIT',
    message: '该套餐每人限购 1 份，您已有 1 份（含待支付的订单）',
  })
  await refundAsOperator(shop, orderId)
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'refunded' })
  expect(await readStock(shop)).toMatchObject({ held: 0, sold: 1, left: 1 })
  await placed(ann)
})

test('sold from–until by the database’s clock; an open order can be paid after the end', async () => {
  const shop = await shopOf()
  await limitPlan(shop, {})
  const ann = await shop.newUser()
  for (const [from, until] of [
    [1, 2],
    [-2, -1],
  ] as const) {
    await saleState(shop, { from, until })
    expect(await onSale(shop)).toBeUndefined()
    expect((await place(ann)).body).toMatchObject({ code: 'PLAN_GONE' })
  }
  await saleState(shop, { from: -1, until: 1 })
  expect(await onSale(shop)).toMatchObject({ saleUntil: expect.stringMatching(/Z$/) })
  const order = await placed(ann)
  await saleState(shop, { from: -2, until: -1 })
  const { body } = await ann.call(createPaymentIntent, { id: SMALL.id, num: 1 })
  expect(body.data.orderId).toBe(order)
  expect((await place(ann, 2)).body).toMatchObject({ code: 'PLAN_GONE' })
  await saleState(shop, { from: -2, until: 9_999 })
})

test('pieces are counted from the day the plan is limited; without a limit nothing is counted', async () => {
  const shop = await shopOf()
  await limitPlan(shop, {})
  const ann = await shop.newUser()
  const before = await placed(ann)
  await limitPlan(shop, { stock: 1 })
  await ann.call(cancelOrder, { id: before })
  expect(await readStock(shop)).toMatchObject({ held: 0, sold: 0, left: 1 })
  const order = await placed(ann)
  await limitPlan(shop, {})
  await placed(await shop.newUser())
  await limitPlan(shop, { stock: 3 })
  // the order of the first count ends without touching the second
  await ann.call(cancelOrder, { id: order })
  expect(await readStock(shop)).toMatchObject({ held: 0, sold: 0, left: 3 })
  expect(
    await shop.sql`
    select 1 from plan_stocks where (held <> 0 or sold <> 0) and id in (
      select stock_id from orders where user_id = ${ann.user.id})`,
  ).toEqual([])
})

test('counters that differ from the orders alert the operator at night', async () => {
  await using shop = await startShop()
  await limitPlan(shop, { stock: 3 })
  await placed(await shop.newUser())
  await reportWrongStocks(shop.deps)
  expect(shop.alerts()).toEqual([])
  await shop.sql`update plan_stocks set held = 0`
  await reportWrongStocks(shop.deps)
  expect(shop.alerts()).toEqual(['stock_differs'])
})
