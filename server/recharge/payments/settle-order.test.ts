import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { creditEntries } from '#contract/credit/ledger.ts'
import {
  CARDS,
  eventOf,
  LARGE,
  proveLedger,
  type Shop,
  SMALL,
  startShop,
} from '../../testing/shop.ts'
import { createTestDatabase, PATIENT } from '../../testing/database/test-database.ts'
import { expireOrders, reconcileOrders } from '../checks/reconcile-orders.ts'

const SUCCEEDED = 'payment_intent.succeeded'

/** Pays at the provider; the shop is not told. */
async function payOutside(shop: Shop, intentId: string): Promise<void> {
  await shop.provider('POST', `/v1/payment_intents/${intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })
}

async function timeline({ sql }: Shop, orderId: string) {
  return sql<{ to: string; actor: string; reason: string | null }>`
    select to_state as "to", actor, reason from order_events
    where order_id = ${orderId} order by created_at, id`
}

/** Starts the work while the order's row is locked; unlocks it when all of it waits for the lock. */
async function whileHeld<T>(
  { sql }: Shop,
  orderId: string,
  start: () => Promise<T>[],
): Promise<Promise<T>[]> {
  return sql.begin(async (tx) => {
    await tx`select 1 from orders where id = ${orderId} for update`
    const running = start()
    await expect
      .poll(
        () => sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
        { interval: 20 },
      )
      .toHaveLength(running.length)
    return running
  })
}

test('of two concurrent confirmations one pays', async () => {
  await using database = await createTestDatabase(PATIENT)
  await using shop = await startShop({ database })
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  const methods = [await shop.method(CARDS.good), await shop.method(CARDS.good)]

  // both have read the order as pending and wait for its row
  const racing = await whileHeld(shop, checkout.orderId, () =>
    methods.map((paymentMethodId) =>
      ann.call(api.recharge.confirmPayment, {
        clientSecret: checkout.clientSecret,
        paymentMethodId,
      }),
    ),
  )

  for (const { status, body } of await Promise.all(racing)) {
    expect(status).toBe(200)
    expect(['succeeded', 'processing']).toContain(body.data.status)
  }
  expect(await shop.order(ann, checkout.orderId)).toMatchObject({ state: 'paid' })
  expect(shop.proxy.keysOf('/confirm')).toEqual([`confirm:${checkout.orderId}:1`])
  expect(await shop.balance(ann)).toBe(2000)
})

test('of two concurrent events about one payment one grants the credit', async () => {
  await using database = await createTestDatabase(PATIENT)
  await using shop = await startShop({ database })
  const ann = await shop.newUser()
  const { intentId, orderId } = await shop.checkout(ann)
  await shop.loseEvents()
  await payOutside(shop, intentId)

  const racing = await whileHeld(shop, orderId, () =>
    [1, 2, 3].map(() => shop.deliver(eventOf(SUCCEEDED, { id: intentId }))),
  )

  for (const { status } of await Promise.all(racing)) expect(status).toBe(200)
  expect(await shop.balance(ann)).toBe(2000)
  await proveLedger(shop)
})

test('two tabs that pay concurrently with different cards pay once', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)

  await Promise.all(
    [CARDS.good, CARDS.declined, CARDS.good].map((card) => shop.pay(ann, checkout, card)),
  )
  const last = await shop.pay(ann, checkout, CARDS.good)

  expect(last.body.data.status).toBe('succeeded')
  expect(await shop.balance(ann)).toBe(2000)
  await proveLedger(shop)
})

test('confirmation, events, queries, reconciler and expiry together grant credit exactly once', async () => {
  await using shop = await startShop()
  const buyers = await Promise.all([1, 2, 3, 4].map(() => shop.newUser()))
  await Promise.all(
    buyers.map(async (buyer) => {
      const checkout = await shop.checkout(buyer, { id: LARGE.id })
      await payOutside(shop, checkout.intentId)
      const [again] = [await shop.method(CARDS.good)]
      const { clientSecret, orderId, intentId } = checkout
      const event = eventOf(SUCCEEDED, { id: intentId })
      await Promise.all([
        buyer.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId: again }),
        buyer.call(api.recharge.cancelOrder, { id: orderId }),
        buyer.call(api.recharge.queryOrder, { orderId }),
        shop.deliver(event),
        shop.deliver(event),
        shop.deliver(eventOf(SUCCEEDED, { id: intentId })),
        reconcileOrders(shop.deps),
        expireOrders(shop.deps),
      ])
    }),
  )

  for (const buyer of buyers) expect(await shop.balance(buyer)).toBe(5500)
  const paid = await shop.sql`select 1 from order_events where to_state = 'paid'`
  expect(paid).toHaveLength(buyers.length)
  await proveLedger(shop)
})

test('three concurrent payments of one buyer add up', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkouts = []
  for (const num of [1, 2, 3]) checkouts.push(await shop.checkout(ann, { id: LARGE.id, num }))

  await Promise.all(checkouts.map((checkout) => shop.pay(ann, checkout, CARDS.good)))

  expect(await shop.balance(ann)).toBe(6 * 5500)
  expect(await shop.entries(ann)).toHaveLength(6)
  await proveLedger(shop)
})

test.for<[string, Record<string, string>]>([
  ['amount', { amount: '1000' }],
  ['currency', { currency: 'usd' }],
  ['owner', { 'metadata[order]': 'somebody-else' }],
])('a payment whose %s differs is an exception without credit', async ([fact, change]) => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intentId, orderId } = await shop.checkout(ann)
  await shop.loseEvents()
  await shop.provider('POST', `/v1/payment_intents/${intentId}`, change)
  await payOutside(shop, intentId)

  await shop.deliver(eventOf(SUCCEEDED, { id: intentId }))

  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'exception' })
  expect(await shop.balance(ann)).toBe(0)
  expect(shop.alerts()).toEqual(['order_exception'])
  const [, last] = await timeline(shop, orderId)
  expect(last?.reason).toContain(fact)
})

test.for(['cancelled', 'expired'] as const)(
  'money for an order that is %s is credited and marked late',
  async (state) => {
    await using shop = await startShop()
    const ann = await shop.newUser()
    const { intentId, orderId } = await shop.checkout(ann)
    await shop.loseEvents()
    await shop.sql`update orders set state = ${state}, open_slot = null where id = ${orderId}`
    await payOutside(shop, intentId)

    await shop.deliver(eventOf(SUCCEEDED, { id: intentId }))

    expect(await shop.order(ann, orderId)).toMatchObject({ state: 'paid' })
    expect(await shop.sql`select 1 from orders where paid_late`).toHaveLength(1)
    expect((await timeline(shop, orderId)).at(-1)).toMatchObject({
      to: 'paid',
      actor: 'provider',
      reason: `late: was ${state}`,
    })
    expect(await shop.balance(ann)).toBe(2000)
  },
)

test('an order paid while it expires is paid', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intentId, orderId } = await shop.checkout(ann)
  await shop.loseEvents()
  await payOutside(shop, intentId)
  shop.advance(31 * 60_000)

  await expireOrders(shop.deps)

  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'paid' })
  expect(await shop.balance(ann)).toBe(2000)
})

test('a payment without an event is found by the reconciler', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { intentId, orderId } = await shop.checkout(ann)
  await shop.loseEvents()
  await payOutside(shop, intentId)
  await reconcileOrders(shop.deps)
  const rows = await shop.sql`select 1 from orders where id = ${orderId} and state = 'pending'`
  expect(rows).toHaveLength(1)

  shop.advance(31_000)
  await Promise.all([reconcileOrders(shop.deps), reconcileOrders(shop.deps)])

  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'paid' })
  expect(shop.proxy.seen.filter(({ method }) => method === 'GET')).toHaveLength(1)
})

test('the timeline has every transition with actor and reason', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  await shop.loseEvents()
  await shop.pay(ann, checkout, CARDS.noFunds)
  await shop.pay(ann, checkout, CARDS.good)

  expect(await timeline(shop, checkout.orderId)).toEqual([
    { to: 'pending', actor: 'user', reason: null },
    { to: 'processing', actor: 'user', reason: null },
    { to: 'pending', actor: 'provider', reason: 'insufficient_funds' },
    { to: 'processing', actor: 'user', reason: null },
    { to: 'paid', actor: 'provider', reason: null },
  ])
})

test('ledger entries cannot be changed or deleted', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  await shop.pay(ann, await shop.checkout(ann), CARDS.good)

  await expect(shop.sql`update credit_ledger set delta = 9`).rejects.toThrow('append-only')
  await expect(shop.sql`delete from credit_ledger`).rejects.toThrow('append-only')
  await expect(shop.sql`truncate credit_ledger`).rejects.toThrow('append-only')
  await expect(
    shop.sql`
      insert into credit_ledger (id, user_id, position, type, delta, balance_after, idempotency_key, actor, created_at)
      select gen_random_uuid(), user_id, 99, type, delta, balance_after, idempotency_key, actor, created_at
      from credit_ledger`,
  ).rejects.toThrow('credit_ledger_key_unique')
  expect(await shop.entries(ann)).toHaveLength(1)
})

test('credit entries are paged, filtered by type, and the buyer’s own', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const eve = await shop.newUser()
  await shop.pay(ann, await shop.checkout(ann, { id: LARGE.id }), CARDS.good)
  await shop.pay(ann, await shop.checkout(ann, { id: SMALL.id }), CARDS.good)

  const newest = await ann.call(creditEntries, { pageSize: 1 })
  const bonus = await ann.call(creditEntries, { type: 'bonus' })
  const none = await eve.call(creditEntries, {})
  const noBonus = await eve.call(creditEntries, { type: 'bonus' })

  expect(newest.body.data).toMatchObject({
    total: 3,
    list: [{ delta: 2000, balanceAfter: 7500, planName: SMALL.name }],
  })
  expect(newest.body.data.list[0]?.orderNo).toMatch(/^\d{18}$/)
  expect(bonus.body.data).toMatchObject({ total: 1, list: [{ type: 'bonus', delta: 500 }] })
  for (const { body } of [none, noBonus]) {
    expect(body.data).toEqual({ list: [], total: 0, page: 1, pageSize: 20 })
  }
})
