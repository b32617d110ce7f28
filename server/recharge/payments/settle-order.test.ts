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
import { closeForGood } from '../../testing/console/console-shop.ts'
import type { TestUser } from '../../testing/harness.ts'
import { payAtProvider } from '../../testing/pay-at-provider.ts'
import { createTestDatabase, PATIENT } from '../../testing/database/test-database.ts'
import { expireOrders, reconcileOrders } from '../checks/reconcile-orders.ts'
import {
  buyersOf,
  ahead,
  alertsFromNow,
  quietShopPerFile,
  shopPerFile,
} from '../../testing/shared-shop.ts'

const quietOf = quietShopPerFile()
const newQuietBuyer = buyersOf(quietOf)
const shopOf = shopPerFile()
const newBuyer = buyersOf(shopOf)

const SUCCEEDED = 'payment_intent.succeeded'

async function timeline({ sql }: Shop, orderId: string) {
  return sql<{ to: string; actor: string; reason: string | null; about: string | null }>`
    select to_state as "to", actor, reason, about from order_events
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

test('of two concurrent confirmations one pays, and of three events about a payment one grants the credit', async () => {
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

  await shop.loseEvents()
  const bob = await shop.newUser()
  const { intentId, orderId } = await shop.checkout(bob)
  await payAtProvider(shop, intentId)
  const events = await whileHeld(shop, orderId, () =>
    [1, 2, 3].map(() => shop.deliver(eventOf(SUCCEEDED, { id: intentId }))),
  )
  for (const { status } of await Promise.all(events)) expect(status).toBe(200)
  expect(await shop.balance(bob)).toBe(2000)
  await proveLedger(shop)
})

test('payments at once: two tabs with different cards pay once, three orders of one buyer add up', async () => {
  const shop = await shopOf()
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const checkout = await shop.checkout(ann)
  const checkouts = []
  for (const num of [1, 2, 3]) checkouts.push(await shop.checkout(bob, { id: LARGE.id, num }))

  await Promise.all([
    ...[CARDS.good, CARDS.declined, CARDS.good].map((card) => shop.pay(ann, checkout, card)),
    ...checkouts.map((each) => shop.pay(bob, each, CARDS.good)),
  ])
  const last = await shop.pay(ann, checkout, CARDS.good)

  expect(last.body.data.status).toBe('succeeded')
  expect(await shop.balance(ann)).toBe(2000)
  expect(await shop.balance(bob)).toBe(6 * 5500)
  expect(await shop.entries(bob)).toHaveLength(6)
  await proveLedger(shop)
})

test('confirmation, events, queries, reconciler and expiry together grant credit exactly once', async () => {
  const shop = await shopOf()
  const buyers = await Promise.all([1, 2, 3, 4].map(() => shop.newUser()))
  await Promise.all(
    buyers.map(async (buyer) => {
      const checkout = await shop.checkout(buyer, { id: LARGE.id })
      await payAtProvider(shop, checkout.intentId)
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
  const paid = await shop.sql`
    select 1 from order_events e join orders o on o.id = e.order_id
    where e.to_state = 'paid' and o.user_id = any(${buyers.map(({ user }) => user.id)}::uuid[])`
  expect(paid).toHaveLength(buyers.length)
  await proveLedger(shop)
})

test('money for an order that is cancelled or expired is credited and marked late', async () => {
  const shop = await quietOf()
  for (const state of ['cancelled', 'expired']) {
    const ann = await shop.newUser()
    const { intentId, orderId } = await shop.checkout(ann)
    await shop.sql`update orders set state = ${state}, open_slot = null where id = ${orderId}`
    await payAtProvider(shop, intentId)

    await shop.deliver(eventOf(SUCCEEDED, { id: intentId }))

    expect(await shop.order(ann, orderId)).toMatchObject({ state: 'paid' })
    expect(await shop.sql`select 1 from orders where paid_late and id = ${orderId}`).toHaveLength(1)
    expect((await timeline(shop, orderId)).at(-1)).toMatchObject({
      to: 'paid',
      actor: 'provider',
      reason: 'late',
    })
    expect(await shop.balance(ann)).toBe(2000)
  }
})

test('a payment that succeeds while its account closes, or after it was erased, alerts the operator', async () => {
  const shop = await quietOf()
  const alerts = alertsFromNow(shop)
  for (const leave of [
    ({ user }: TestUser) =>
      shop.sql`update users set closing_at = now() + interval '7 days' where id = ${user.id}`,
    (ann: TestUser) => closeForGood(shop, ann),
  ]) {
    const ann = await shop.newUser()
    const { intentId, orderId } = await shop.checkout(ann)
    await leave(ann)
    await payAtProvider(shop, intentId)

    await shop.deliver(eventOf(SUCCEEDED, { id: intentId }))

    expect(await shop.sql`select kind from alerts where subject = ${orderId}`).toEqual([
      { kind: 'paid_after_closing' },
    ])
  }
  expect(alerts()).toEqual(Array(2).fill('paid_after_closing'))
})

test('an order paid without an event is found by the reconciler, or when it expires', async () => {
  const shop = await quietOf()
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const { intentId, orderId } = await shop.checkout(ann)
  const late = await shop.checkout(bob)
  await payAtProvider(shop, intentId)
  await reconcileOrders(shop.deps)
  const rows = await shop.sql`select 1 from orders where id = ${orderId} and state = 'pending'`
  expect(rows).toHaveLength(1)

  using _later = ahead(shop, 31_000)
  await Promise.all([reconcileOrders(shop.deps), reconcileOrders(shop.deps)])
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'paid' })
  const asked = shop.proxy.seen.filter(
    ({ method, path }) => method === 'GET' && path.endsWith(intentId),
  )
  expect(asked).toHaveLength(1)

  await payAtProvider(shop, late.intentId)
  using _overdue = ahead(shop, 31 * 60_000)
  await expireOrders(shop.deps)
  expect(await shop.order(bob, late.orderId)).toMatchObject({ state: 'paid' })
  expect(await shop.balance(bob)).toBe(2000)
})

test('the timeline has every transition with actor and reason', async () => {
  const { shop, ann } = await newQuietBuyer()
  const checkout = await shop.checkout(ann)
  await shop.pay(ann, checkout, CARDS.noFunds)
  await shop.pay(ann, checkout, CARDS.good)

  expect(await timeline(shop, checkout.orderId)).toMatchObject([
    { to: 'pending', actor: 'user', reason: null },
    { to: 'processing', actor: 'user', reason: null },
    { to: 'pending', actor: 'provider', reason: 'insufficient_funds' },
    { to: 'processing', actor: 'user', reason: null },
    { to: 'paid', actor: 'provider', reason: null },
  ])
})

test('ledger entries cannot be changed or deleted', async () => {
  const { shop, ann } = await newBuyer()
  await shop.pay(ann, await shop.checkout(ann), CARDS.good)

  await expect(shop.sql`update credit_ledger set delta = 9`).rejects.toThrow('append-only')
  await expect(shop.sql`delete from credit_ledger`).rejects.toThrow('append-only')
  await expect(shop.sql`truncate credit_ledger`).rejects.toThrow('append-only')
  await expect(
    shop.sql`
      insert into credit_ledger (id, user_id, position, type, delta, balance_after, idempotency_key, actor, created_at)
      select gen_random_uuid(), user_id, 99, type, delta, balance_after, idempotency_key, actor, created_at
      from credit_ledger where user_id = ${ann.user.id}`,
  ).rejects.toThrow('credit_ledger_key_unique')
  expect(await shop.entries(ann)).toHaveLength(1)
})

test('credit entries are paged, filtered by type, and the buyer’s own', async () => {
  const { shop, ann } = await newBuyer()
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
