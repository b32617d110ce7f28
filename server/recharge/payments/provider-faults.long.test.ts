import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { Fault } from '../../testing/faulty-proxy.ts'
import { CARDS, proveLedger, type Shop, SMALL, startShop } from '../../testing/shop.ts'
import { expireOrders } from '../checks/reconcile-orders.ts'

const ANSWER_MS = 9_000
vi.setConfig({ testTimeout: 30_000 })

/** Injects the fault into the first `times` calls whose path ends with this text. */
function breakCalls({ proxy }: Shop, end: string, fault: Fault, times = Infinity): void {
  let left = times
  proxy.fault = ({ path, method }) => {
    if (method !== 'POST' || !path.endsWith(end) || left === 0) return null
    left -= 1
    return fault
  }
}

function heal({ proxy }: Shop): void {
  proxy.fault = () => null
}

async function intentsOf(shop: Shop): Promise<unknown[]> {
  const { data } = await shop.provider<{ data: unknown[] }>('GET', '/v1/payment_intents')
  return data
}

async function timed<T>(work: Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work
  expect(performance.now() - start).toBeLessThan(ANSWER_MS)
  return result
}

test.concurrent.for<Fault>(['hang', 'hang after', 'drip', 'reset before', 'reset after', 'page'])(
  'a provider that answers the creation of an intent with "%s" is a 503, and a retry creates one intent',
  async (fault) => {
    await using shop = await startShop()
    const ann = await shop.newUser()
    breakCalls(shop, '/payment_intents', fault)

    const failed = await timed(ann.call(api.recharge.createPaymentIntent, { id: SMALL.id, num: 1 }))
    expect(failed).toMatchObject({
      status: 503,
      body: { code: 'DEPENDENCY_DOWN', message: '支付服务暂时不可用，请稍后再试' },
    })
    expect(failed.headers['retry-after']).toBeDefined()

    heal(shop)
    const { orderId } = await shop.checkout(ann)
    expect(new Set(shop.proxy.keysOf('/payment_intents'))).toEqual(new Set([`pi:${orderId}:1`]))
    expect(await intentsOf(shop)).toHaveLength(1)
  },
)

test.concurrent.for<Fault>(['500 before', '500 after'])(
  'after "%s" the intent is created under a new key, in the same request',
  async (fault) => {
    await using shop = await startShop()
    const ann = await shop.newUser()
    breakCalls(shop, '/payment_intents', fault, 1)

    const checkout = await shop.checkout(ann)

    const keys = [...new Set(shop.proxy.keysOf('/payment_intents'))]
    expect(keys).toEqual([`pi:${checkout.orderId}:1`, `pi:${checkout.orderId}:2`])
    const paid = await shop.pay(ann, checkout, CARDS.good)
    expect(paid.body.data.status).toBe('succeeded')
  },
)

test.concurrent('while the provider is down orders can be placed, and are paid when it is back', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { order } = (await ann.call(api.recharge.placeOrder, { id: SMALL.id, num: 1 })).body.data
  shop.proxy.fault = () => 'reset before'

  const combos = await shop.visitor().call(api.recharge.comboList, {})
  const placed = await ann.call(api.recharge.placeOrder, { id: SMALL.id, num: 2 })
  const intent = await ann.call(api.recharge.createPaymentIntent, { id: SMALL.id, num: 1 })

  expect([combos.status, placed.status, intent.status]).toEqual([200, 200, 503])
  heal(shop)
  const checkout = await shop.checkout(ann)
  expect(checkout.orderId).toBe(order.id)
  expect((await shop.pay(ann, checkout, CARDS.good)).body.data.status).toBe('succeeded')
})

test.concurrent.for<Fault>(['hang after', 'reset after', '500 after'])(
  'a successful payment that is answered with "%s" is processing, never failed, and credited once',
  async (fault) => {
    await using shop = await startShop()
    const ann = await shop.newUser()
    const checkout = await shop.checkout(ann)
    await shop.loseEvents()
    breakCalls(shop, '/confirm', fault)

    const { status, body } = await timed(shop.pay(ann, checkout, CARDS.good))
    expect(status).toBe(200)
    expect(body.data).toEqual({ status: 'processing', orderId: checkout.orderId })

    heal(shop)
    expect(await shop.order(ann, checkout.orderId)).toMatchObject({ state: 'paid' })
    expect(new Set(shop.proxy.keysOf('/confirm'))).toEqual(
      new Set([`confirm:${checkout.orderId}:1`]),
    )
    expect(await shop.balance(ann)).toBe(2000)
    await proveLedger(shop)
  },
)

test.concurrent.for<Fault>(['hang', 'drip', 'reset before', '500 before', 'page'])(
  'a payment that failed unseen with "%s" is processing first and payable again soon',
  async (fault) => {
    await using shop = await startShop()
    const ann = await shop.newUser()
    const checkout = await shop.checkout(ann)
    shop.stopClock()
    breakCalls(shop, '/confirm', fault)
    const { body } = await timed(shop.pay(ann, checkout, CARDS.good))
    expect(body.data).toEqual({ status: 'processing', orderId: checkout.orderId })

    heal(shop)
    expect(await shop.order(ann, checkout.orderId)).toMatchObject({ state: 'processing' })
    shop.advance(11_000)
    expect(await shop.order(ann, checkout.orderId)).toMatchObject({ state: 'pending' })

    const paid = await shop.pay(ann, checkout, CARDS.good)
    expect(paid.body.data.status).toBe('succeeded')
    expect(new Set(shop.proxy.keysOf('/confirm'))).toEqual(
      new Set([`confirm:${checkout.orderId}:1`, `confirm:${checkout.orderId}:2`]),
    )
    expect(await shop.balance(ann)).toBe(2000)
  },
)

test.concurrent('confirming again while the provider has not answered sends nothing', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  breakCalls(shop, '/confirm', 'reset before')
  await shop.pay(ann, checkout, CARDS.good)
  const sent = shop.proxy.keysOf('/confirm').length

  const again = await shop.pay(ann, checkout, CARDS.good)

  expect(again.body.data).toEqual({ status: 'processing', orderId: checkout.orderId })
  expect(shop.proxy.keysOf('/confirm')).toHaveLength(sent)
})

test.concurrent('a rate limit of the provider is a 503, and the order stays payable', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  breakCalls(shop, '/confirm', '429', 1)

  const busy = await shop.pay(ann, checkout, CARDS.good)
  expect(busy).toMatchObject({ status: 503, body: { code: 'OVERLOADED' } })

  const paid = await shop.pay(ann, checkout, CARDS.good)
  expect(paid.body.data.status).toBe('succeeded')
})

test.concurrent('an unknown payment method is VALIDATION, and the order stays payable', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)

  const { clientSecret } = checkout
  const bad = await ann.call(api.recharge.confirmPayment, {
    clientSecret,
    paymentMethodId: 'pm_no',
  })

  expect(bad).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect((await shop.pay(ann, checkout, CARDS.good)).body.data.status).toBe('succeeded')
})

test.concurrent('a query while the provider does not answer returns the stored order in time', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId } = await shop.checkout(ann)
  shop.proxy.fault = () => 'hang'

  const { status, body } = await timed(ann.call(api.recharge.queryOrder, { orderId }))

  expect(status).toBe(200)
  expect(body.data.order.state).toBe('pending')
})

test.concurrent('queries ask the provider at most once in two seconds', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId } = await shop.checkout(ann)
  const asked = () => shop.proxy.seen.filter(({ method }) => method === 'GET').length
  shop.stopClock()

  await Promise.all(Array.from({ length: 10 }, () => shop.order(ann, orderId)))
  expect(asked()).toBe(1)
  shop.advance(2_001)
  await shop.order(ann, orderId)
  expect(asked()).toBe(2)
})

test.concurrent('cancelling without the provider’s answer leaves the order open', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId } = await shop.checkout(ann)
  await shop.loseEvents()
  breakCalls(shop, '/cancel', 'reset after')

  const failed = await timed(ann.call(api.recharge.cancelOrder, { id: orderId }))
  expect(failed).toMatchObject({ status: 503, body: { code: 'DEPENDENCY_DOWN' } })

  heal(shop)
  const done = await ann.call(api.recharge.cancelOrder, { id: orderId })
  expect(done.body.data.order.state).toBe('cancelled')
})

test.concurrent('an overdue order expires only when its intent can be cancelled', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId } = await shop.checkout(ann)
  shop.advance(31 * 60_000)
  breakCalls(shop, '/cancel', 'reset before')

  await expireOrders(shop.deps)
  const rows = await shop.sql`select 1 from orders where id = ${orderId} and state = 'pending'`
  expect(rows).toHaveLength(1)

  heal(shop)
  await expireOrders(shop.deps)
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'expired' })
})
