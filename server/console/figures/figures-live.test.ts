import { expect, test } from 'vitest'
import { readFigures, readSources } from '#contract/console/figures/figures.ts'
import { startConsoleShop } from '../../testing/console/console-shop.ts'
import { adjust, welcome } from '../../testing/credit.ts'
import { figuresOf } from '../../testing/console/figures.ts'
import { refundAsOperator } from '../../testing/refunds.ts'
import { CARDS, LARGE } from '../../testing/shop.ts'
import { claimSnapshot } from './snapshots.store.ts'

test('a real shop: a payment, a refund, a dispute and a declined card move the figures as they happen, and a refund that fails moves them back', async () => {
  await using fixture = await startConsoleShop()
  const { shop, viewer } = fixture
  const empty = await figuresOf(shop, viewer)
  expect(empty.money.today.money).toEqual([
    { currency: 'cny', orders: 0, received: 0, reversed: 0 },
  ])
  expect(empty.money.days.length).toBe(30)
  expect(empty.credit).toMatchObject({ owed: 0, within30: 0, held: 0, debt: 0 })
  expect(empty.waiting).toEqual([])

  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann, { id: LARGE.id })
  const failing = await shop.checkout(ann)
  await shop.pay(ann, failing, CARDS.noFunds)
  await refundAsOperator(shop, orderId, { amount: 990 })
  const after = await figuresOf(shop, viewer)
  expect(after.money.today).toMatchObject({
    money: [{ currency: 'cny', orders: 1, received: 4990, reversed: 990 }],
    newUsers: 1,
    firstBuyers: 1,
  })
  expect(after.money.week).toMatchObject({
    attempts: { succeeded: 1, failed: 1 },
    methods: [{ method: 'card', succeeded: 1, failed: 1 }],
    reasons: [{ code: 'insufficient_funds', label: '余额不足', count: 1 }],
    reversals: [{ refunds: 1, refunded: 990, disputes: 0, disputed: 0, received: 4990 }],
  })
  expect(after.money.days.at(-1)).toMatchObject({ orders: 1, received: 4990, reversed: 990 })
  expect(after.credit.owed).toBe(await shop.balance(ann))
  expect(after.credit.never).toBe(after.credit.owed)
  expect(after.credit).toMatchObject({ welcome: 0, welcomed: 0, welcomes: 0 })

  const eve = await shop.newUser()
  await welcome(shop, eve)
  await adjust(shop, eve, { delta: -50 })
  const gifted = await figuresOf(shop, viewer)
  expect(gifted.credit).toMatchObject({ welcome: 150, welcomed: 200, welcomes: 1, within30: 150 })
  expect(gifted.money.today.money).toEqual(after.money.today.money)

  await shop.buy(ann, { card: CARDS.disputed })
  const disputed = await figuresOf(shop, viewer)
  expect(disputed.money.today.money[0]).toMatchObject({ received: 6980, reversed: 990 + 1990 })
  expect(disputed.money.week.reversals[0]).toMatchObject({ disputes: 1, disputed: 1990 })
  expect(disputed.waiting).toMatchObject([
    { name: 'disputes', urgency: 'bad', count: 1, due: expect.stringMatching(/^\d{4}-.*Z$/) },
  ])
  expect(disputed.health.newestEventAt).not.toBeNull()
  expect(disputed.health.lastProofAt).toBeNull()

  // a refund that fails later comes back
  const { orderId: failed } = await shop.buy(ann, { card: CARDS.refundFails })
  await refundAsOperator(shop, failed, { amount: 500 })
  await shop.receiveEvents()
  await expect
    .poll(async () => {
      const entries = await shop.sql<{ amount: number }>`
          select amount from order_reversals where order_id = ${failed} order by booked_at, id`
      return entries.map(({ amount }) => amount)
    })
    .toEqual([500, -500])
  const { money } = await figuresOf(shop, viewer)
  expect(money.today.money[0]).toMatchObject({ received: 8970, reversed: 990 + 1990 })
  expect(money.week.reversals).toMatchObject([{ refunds: 2, refunded: 990 }])
  const { sources } = (await viewer.call(readSources, { days: '7' })).body.data
  expect(sources).toMatchObject([{ source: '(direct)', registered: 2, ordered: 3, paid: 3 }])
})

test('figures that take long: served as they were, and counted anew once for all who ask', async () => {
  await using fixture = await startConsoleShop()
  const { shop, viewer } = fixture
  await figuresOf(shop, viewer)
  const old = new Date(Date.now() - 3_600_000)
  const renewal = await shop.sql<{ name: string }>`
      update console_snapshots set took_ms = 500, taken_at = ${old}, taking_until = now() + interval '1 hour'
      returning name`
  const { name } = renewal[0]!
  const ann = await shop.newUser()
  await shop.buy(ann)
  const { body: asTheyWere } = await viewer.call(readFigures, {})
  expect(asTheyWere.data.money.takenAt).toBe(old.toISOString())
  expect(asTheyWere.data.money.today.money[0]!.orders).toBe(0)
  expect(asTheyWere.data.isRenewing).toBe(true)

  await shop.sql`update console_snapshots set taking_until = null`
  const claims = await Promise.all(
    [1, 2, 3].map(() => claimSnapshot(shop.sql, { name, takenAt: old })),
  )
  expect(claims.filter(Boolean)).toEqual([true])
  await shop.sql`update console_snapshots set taking_until = null`
  await expect
    .poll(async () => {
      const { body } = await viewer.call(readFigures, {})
      return body.data.money.today.money[0]!.orders
    })
    .toBe(1)
  // fresh: slow figures of a moment ago are not counted again
  await shop.sql`update console_snapshots set took_ms = 500, taken_at = now(), taking_until = null`
  await shop.buy(ann)
  const { body } = await viewer.call(readFigures, {})
  expect(body.data).toMatchObject({ isRenewing: false })
  expect(body.data.money.today.money[0]!.orders).toBe(1)
})
