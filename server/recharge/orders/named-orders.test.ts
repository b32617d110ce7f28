import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { untilWaiting } from '../../testing/database/test-database.ts'
import type { TestUser } from '../../testing/harness.ts'
import { ahead, shopPerFile } from '../../testing/shared-shop.ts'
import { CARDS, LARGE, type Shop, SMALL } from '../../testing/shop.ts'

const shopOf = shopPerFile()

const { placeOrder, createPaymentIntent, cancelOrder } = api.recharge

/** An open order with its intent, and what each tab sends that shows it. */
async function openOrder(shop: Shop, { id, num = 1 }: { id: string; num?: number }) {
  const buyer = await shop.newUser()
  const checkout = await shop.checkout(buyer, { id, num })
  const shown = { id, num, order: checkout.orderId, amount: checkout.amount }
  return { buyer, checkout, shown }
}

/** Both calls that come before a charge refuse with this code and what has become of the order. */
async function expectRefused(
  buyer: TestUser,
  shown: Awaited<ReturnType<typeof openOrder>>['shown'],
  refusal: { status: number; code: string; order?: Partial<Order> },
) {
  const { status, code, order } = refusal
  for (const call of [placeOrder, createPaymentIntent]) {
    const answer = await buyer.call(call, shown)
    const data = order ? { order: { id: shown.order, ...order } } : null
    expect(answer).toMatchObject({ status, body: { code, data } })
  }
}

/** All orders of the buyer, newest first. */
async function ordersOf({ call }: TestUser): Promise<Order[]> {
  return (await call(api.recharge.orderList, {})).body.data.list
}

/** Changes a plan while `work` runs. */
async function whileChanged(
  { sql }: Shop,
  { amount, isOnSale = true }: { amount: number; isOnSale?: boolean },
  work: () => Promise<void>,
) {
  await sql`
    update plans set amount = ${amount}, on_sale = ${isOnSale}, version = version + 1 where id = ${LARGE.id}`
  try {
    await work()
  } finally {
    await sql`
      update plans set amount = ${LARGE.amount}, on_sale = true, version = version + 1 where id = ${LARGE.id}`
  }
}

test('an order paid in one tab is refused in the second, which charges nothing and places none', async () => {
  const shop = await shopOf()
  const { buyer, checkout, shown } = await openOrder(shop, SMALL)
  await shop.pay(buyer, checkout, CARDS.good)

  await expectRefused(buyer, shown, { status: 409, code: 'ORDER_PAID', order: { state: 'paid' } })

  expect(await ordersOf(buyer)).toMatchObject([{ id: shown.order, state: 'paid' }])
  expect(await shop.balance(buyer)).toBe(2000)
})

test('two tabs that pay the same order at once charge it once', async () => {
  const shop = await shopOf()
  const buyer = await shop.newUser()
  // the intent, too, is created by several at once
  const placed = await buyer.call(placeOrder, { id: SMALL.id, num: 1 })
  const { id: order, amount } = placed.body.data.order
  const shown = { id: SMALL.id, num: 1, order, amount }

  /** What a page does when its button is pressed; the code of a refusal, else the order that it paid. */
  async function pressPay(): Promise<string> {
    const found = await buyer.call(placeOrder, shown)
    if (found.status !== 200) return String(found.body.code)
    const { status, body } = await buyer.call(createPaymentIntent, shown)
    if (status !== 200) return String(body.code)
    const paid = await shop.pay(buyer, body.data, CARDS.good)
    return paid.status === 200 ? paid.body.data.orderId : String(paid.body.code)
  }
  const answers = await Promise.all([pressPay(), pressPay(), pressPay()])

  for (const answer of answers) expect([shown.order, 'ORDER_PAID']).toContain(answer)
  expect(answers).toContain(shown.order)
  const [stored] = await shop.sql<{ intentId: string }>`
    select payment_intent_id as "intentId" from orders where id = ${order}`
  expect(shop.proxy.keysOf(`${stored?.intentId}/confirm`)).toEqual([`confirm:${order}:1`])
  expect(await ordersOf(buyer)).toMatchObject([{ id: shown.order, state: 'paid' }])
  expect(await shop.balance(buyer)).toBe(2000)
})

test('a payment that is being booked while the button is pressed is waited for', async () => {
  const shop = await shopOf()
  const { buyer, shown } = await openOrder(shop, SMALL)
  const { pressed } = await shop.sql.begin(async (tx) => {
    await tx`update orders set state = 'paid', open_slot = null where id = ${shown.order}`
    const answering = buyer.call(placeOrder, shown)
    await untilWaiting(shop.sql)
    return { pressed: answering }
  })

  expect(await pressed).toMatchObject({ status: 409, body: { code: 'ORDER_PAID' } })
})

test('an order whose payment is in progress is returned, and its payment reported', async () => {
  const shop = await shopOf()
  const { buyer, checkout, shown } = await openOrder(shop, SMALL)
  // stays in progress, unlike a payment whose result arrives
  await shop.sql`update orders set state = 'processing' where id = ${shown.order}`

  const { body } = await buyer.call(placeOrder, shown)
  const again = await buyer.call(createPaymentIntent, shown)

  expect(body.data.order.id).toBe(shown.order)
  expect(again.body.data).toMatchObject({ clientSecret: checkout.clientSecret, amount: 1990 })
})

test('a cancelled order is refused and no other one placed, also at its confirmation', async () => {
  const shop = await shopOf()
  const { buyer, checkout, shown } = await openOrder(shop, SMALL)
  await buyer.call(cancelOrder, { id: shown.order })

  const refusal = { status: 410, code: 'ORDER_CANCELLED', order: { state: 'cancelled' } } as const
  await expectRefused(buyer, shown, refusal)
  const late = await shop.pay(buyer, checkout, CARDS.good)

  expect(late).toMatchObject({ status: 410, body: { code: 'ORDER_CANCELLED' } })
  expect(await ordersOf(buyer)).toMatchObject([{ id: shown.order }])
})

test('an order whose payment has to be checked is refused', async () => {
  const shop = await shopOf()
  const { buyer, shown } = await openOrder(shop, SMALL)
  await shop.sql`update orders set state = 'exception', open_slot = null where id = ${shown.order}`
  const order = { state: 'exception' } as const
  await expectRefused(buyer, shown, { status: 409, code: 'ORDER_STATE', order })
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an overdue order is closed with its intent and refused, and no other one placed', async () => {
  const shop = await shopOf()
  const { buyer, checkout, shown } = await openOrder(shop, SMALL)
  using _later = ahead(shop, 31 * 60_000)

  const refusal = { status: 410, code: 'ORDER_EXPIRED', order: { state: 'expired' } } as const
  await expectRefused(buyer, shown, refusal)

  const intent = await shop.provider('GET', `/v1/payment_intents/${checkout.intentId}`)
  expect(intent).toMatchObject({ status: 'canceled' })
  expect(await ordersOf(buyer)).toMatchObject([{ id: shown.order }])
})

test('an overdue order whose money came before it closed is refused as paid', async () => {
  const shop = await shopOf()
  const { buyer, checkout, shown } = await openOrder(shop, SMALL)
  const { body } = await shop.pay(buyer, checkout, CARDS.challenge)
  const url = body.data.nextAction?.type === 'redirect' ? body.data.nextAction.url : ''
  await shop.answerChallenge(url, 'approve')
  using _later = ahead(shop, 31 * 60_000)

  await expectRefused(buyer, shown, { status: 409, code: 'ORDER_PAID', order: { state: 'paid' } })
  expect(await shop.balance(buyer)).toBe(2000)
})

test('an order keeps its price and credit when those of its plan change, and is paid at them', async () => {
  const shop = await shopOf()
  const { buyer, checkout, shown } = await openOrder(shop, { id: LARGE.id, num: 2 })
  await whileChanged(shop, { amount: 9990 }, async () => {
    const placed = await buyer.call(placeOrder, shown)
    const intent = await buyer.call(createPaymentIntent, shown)

    expect(placed.body.data.order).toMatchObject({ id: shown.order, amount: 9980, credit: 11_000 })
    expect(intent.body.data).toMatchObject({ clientSecret: checkout.clientSecret, amount: 9980 })
    await shop.pay(buyer, intent.body.data, CARDS.good)
  })
  expect(await ordersOf(buyer)).toMatchObject([{ id: shown.order, state: 'paid', amount: 9980 }])
  const charged = await shop.provider('GET', `/v1/payment_intents/${checkout.intentId}`)
  expect(charged).toMatchObject({ amount_received: 9980 })
})

test('an order of a plan that was withdrawn is paid', async () => {
  const shop = await shopOf()
  const { buyer, shown } = await openOrder(shop, LARGE)
  await whileChanged(shop, { amount: LARGE.amount, isOnSale: false }, async () => {
    const placed = await buyer.call(placeOrder, shown)
    const { body } = await buyer.call(createPaymentIntent, shown)
    expect(placed.body.data.order.id).toBe(shown.order)
    expect((await shop.pay(buyer, body.data, CARDS.good)).body.data.status).toBe('succeeded')
  })
})

test('another sum than that of the order is refused; so is another than the price, and nothing is placed', async () => {
  const shop = await shopOf()
  const { buyer, shown } = await openOrder(shop, LARGE)
  const wrong = { ...shown, amount: shown.amount - 1 }
  const order = { state: 'pending', amount: LARGE.amount } as const
  await expectRefused(buyer, wrong, { status: 409, code: 'PRICE_CHANGED', order })

  const bob = await shop.newUser()
  await whileChanged(shop, { amount: 5990 }, async () => {
    const old = { id: LARGE.id, num: 2, amount: 9980 }
    for (const call of [placeOrder, createPaymentIntent]) {
      expect(await bob.call(call, old)).toMatchObject({
        status: 409,
        body: { code: 'PRICE_CHANGED' },
      })
    }
    expect(await ordersOf(bob)).toEqual([])
    const placed = await bob.call(placeOrder, { ...old, amount: 11_980 })
    expect(placed.body.data.order.amount).toBe(11_980)
    // the open one is not paid at a sum that was not shown either
    expect((await bob.call(placeOrder, old)).body.code).toBe('PRICE_CHANGED')
  })
})

test('an order of another user is not found; another plan or number than the order’s is refused', async () => {
  const shop = await shopOf()
  const { buyer, shown } = await openOrder(shop, SMALL)
  const eve = await shop.newUser()
  const unknown = [
    await eve.call(placeOrder, shown),
    await eve.call(createPaymentIntent, shown),
    await buyer.call(placeOrder, { ...shown, order: 'no-id-at-all' }),
  ]
  for (const answer of unknown) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
  for (const other of [{ num: 2 }, { id: LARGE.id }]) {
    const answer = await buyer.call(placeOrder, { ...shown, ...other })
    const fields = { order: '订单与所选的套餐和数量不符' }
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields } })
  }
})
