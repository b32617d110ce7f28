import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { creditEntries } from '#contract/credit/ledger.ts'
import { usageCsv, usageRecords, usageSummary } from '#contract/credit/usage.ts'
import { uuidv7 } from '../db/ids.ts'
import { migrate } from '../db/migrate.ts'
import type { Sql } from '../db/sql.ts'
import { seedPlans } from '../recharge/plans/plans.store.ts'
import { chargeCredit } from '../credit/spending/spend-credit.ts'
import { newApplication, spendRequest } from '../testing/applications/applications.ts'
import { adjust } from '../testing/credit.ts'
import { PATIENT } from '../testing/database/test-database.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/harness.ts'
import { startInterruptibleProxy } from '../testing/database/interruptible-line.ts'
import { SMALL } from '../testing/shop.ts'
import { startPrimary } from '../testing/database/streaming.ts'
import { type ListSource, replicaLists } from './lists.ts'

/** A busy machine is no failure here; and no probe comes unless a test asks for it. */
const CALM = { connectMs: 20_000, ...PATIENT, answerMs: 30_000, pauseMs: 600_000 }

let primary: Awaited<ReturnType<typeof startPrimary>>
beforeAll(async () => {
  primary = await startPrimary()
  await migrate(primary.url)
  await seedPlans(primary.sql, [SMALL])
}, 120_000)
afterAll(() => primary[Symbol.asyncDispose]())

interface Options {
  url: string
  /** Another primary. */
  at?: Sql
  limits?: Partial<typeof CALM>
}

/** The shop on the primary, or another server of its database, with lists from a replica that was looked at. */
async function startShop({ url, at: sql = primary.sql, limits = {} }: Options) {
  const stack = new AsyncDisposableStack()
  const sources: ListSource[] = []
  const problems: (string | null)[] = []
  const lists = replicaLists(sql, url, {
    ...{ ...CALM, ...limits },
    applicationName: 'lists',
    onRead: (source) => sources.push(source),
    onChange: (problem) => problems.push(problem),
  })
  stack.defer(() => lists.stop())
  const database = { url: primary.url, sql, [Symbol.asyncDispose]: async () => {} }
  const server = stack.use(await startTestServer({ database, deps: { lists } }))
  await lists.looked
  return {
    ...server,
    lists,
    problems,
    /** Who answered since the last look. */
    sources: () => sources.splice(0),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const place = async (user: TestUser, num = 1) => {
  const { status, body } = await user.call(api.recharge.placeOrder, { id: SMALL.id, num })
  expect(status).toBe(200)
  return body.data.order.id
}
const ordersOf = async (user: TestUser) => {
  const { status, body } = await user.call(api.recharge.orderList, {})
  expect(status).toBe(200)
  return body.data.list.map(({ id, state }) => [id, state])
}
const usageOf = async (user: TestUser) =>
  (await user.call(usageRecords, {})).body.data.list.map(({ reason }) => reason)

async function charge(shop: TestServer, user: TestUser, reason: string): Promise<void> {
  const application = await newApplication(shop)
  await chargeCredit(shop.deps, spendRequest(application, user), { amount: 1, reason })
}

test('lists of orders, credit and usage come from a replica that has caught up', async () => {
  await using standby = await primary.addStandby()
  await using shop = await startShop(standby)
  const ann = await shop.newUser()
  const order = await place(ann)
  await adjust(shop, ann, { delta: 100 })
  await charge(shop, ann, '翻译')
  await standby.caughtUp()

  expect(await ordersOf(ann)).toEqual([[order, 'pending']])
  expect((await ann.call(creditEntries, {})).body.data.list.map(({ delta }) => delta)).toEqual([
    -1, 100,
  ])
  expect(await usageOf(ann)).toEqual(['翻译'])
  expect((await ann.call(usageSummary, {})).body.data).toMatchObject({
    credit: { balance: 99 },
    days: [{ charged: 1 }],
  })
  expect((await ann.call(usageCsv, {})).body.message).toContain('翻译')
  expect(shop.sources()).toEqual(Array.from({ length: 5 }, () => 'replica'))
  expect(shop.problems).toEqual([null])
  // its own list of sessions knows us
  const sessions = await standby.sql`select from pg_stat_activity where application_name = 'lists'`
  expect(sessions.length).toBeGreaterThan(0)
})

test('while replay is paused a customer’s own changes are seen at once, others’ lists still come from the replica', async () => {
  await using standby = await primary.addStandby()
  await using shop = await startShop(standby)
  const [ann, ben] = [await shop.newUser(), await shop.newUser()]
  for (const user of [ann, ben]) {
    await place(user)
    await adjust(shop, user, { delta: 100 })
  }
  await standby.caughtUp()
  await standby.pause()

  const order = await place(ann, 2)
  expect((await ordersOf(ann))[0]).toEqual([order, 'pending'])
  await ann.call(api.recharge.cancelOrder, { id: order })
  expect((await ordersOf(ann))[0]).toEqual([order, 'cancelled'])
  await charge(shop, ann, '刚才的')
  expect(await usageOf(ann)).toEqual(['刚才的'])
  expect(shop.sources()).toEqual(['primary', 'primary', 'primary'])
  expect(await ordersOf(ben)).toHaveLength(1)
  expect(await usageOf(ben)).toEqual([])
  expect(shop.sources()).toEqual(['replica', 'replica'])
  // behind is no failure
  expect(shop.problems).toEqual([null])

  await standby.resume()
  await standby.caughtUp()
  expect(await usageOf(ann)).toEqual(['刚才的'])
  expect((await ordersOf(ann))[0]).toEqual([order, 'cancelled'])
  expect(shop.sources()).toEqual(['replica', 'replica'])
})

test('each list has what was answered before it, while the replica follows at its own pace', async () => {
  await using standby = await primary.addStandby()
  await using shop = await startShop(standby)
  const ann = await shop.newUser()
  await adjust(shop, ann, { delta: 1_000 })
  const application = await newApplication(shop)
  for (let turn = 0; turn < 100; turn += 1) {
    const reason = `第 ${turn} 次`
    await chargeCredit(shop.deps, spendRequest(application, ann), { amount: 1, reason })
    // now and then the replica gets there first
    if (turn % 10 === 9) await standby.caughtUp()
    expect((await usageOf(ann))[0]).toBe(reason)
  }
  const sources = shop.sources()
  expect(sources.filter((source) => source === 'replica').length).toBeGreaterThanOrEqual(10)
  expect(sources).not.toContain('fallback')
})

test('a replica that is stopped: the primary answers, one line says so, and later it serves again', async () => {
  await using standby = await primary.addStandby()
  await using shop = await startShop(standby)
  const ann = await shop.newUser()
  const order = await place(ann)
  await standby.caughtUp()
  await standby.stop()
  for (let time = 0; time < 5; time += 1) expect(await ordersOf(ann)).toEqual([[order, 'pending']])
  expect(shop.sources()).toEqual(Array.from({ length: 5 }, () => 'fallback'))
  expect(shop.problems).toEqual([null, expect.any(String)])
  await shop.lists.look()
  await standby.start()
  await standby.caughtUp()
  await shop.lists.look()
  expect(await ordersOf(ann)).toEqual([[order, 'pending']])
  expect(shop.sources()).toEqual(['replica'])
  expect(shop.problems.at(-1)).toBeNull()
})

test('a replica that falls silent delays those who were asking it, once, and nobody later', async () => {
  await using standby = await primary.addStandby()
  await using line = await startInterruptibleProxy(standby.url)
  await using shop = await startShop({ url: line.url, limits: { answerMs: 100 } })
  const ann = await shop.newUser()
  const order = await place(ann)
  await standby.caughtUp()
  line.cut()
  expect(await ordersOf(ann)).toEqual([[order, 'pending']])
  expect(shop.problems).toEqual([null, 'database unavailable: no answer in 100 ms'])
  expect(await ordersOf(ann)).toEqual([[order, 'pending']])
  expect(shop.sources()).toEqual(['fallback', 'fallback'])
  line.restore()
  await line[Symbol.asyncDispose]()
})

test('a replica that was promoted is not asked any more', async () => {
  await using standby = await primary.addStandby()
  await using shop = await startShop(standby)
  const ann = await shop.newUser()
  const order = await place(ann)
  await standby.caughtUp()
  await standby.promote()
  expect(await ordersOf(ann)).toEqual([[order, 'pending']])
  expect(shop.sources()).toEqual(['fallback'])
  expect(shop.problems.at(-1)).toContain('not a replica')
  await shop.lists.look()
  expect(shop.problems.at(-1)).toContain('not a replica')
})

test('after a failover a replica that still follows the old primary never answers with what was lost', async () => {
  await using next = await primary.addStandby()
  await using old = await primary.addStandby()
  await using before = await startShop(old)
  const [ann, ben] = [await before.newUser(), await before.newUser()]
  for (const user of [ann, ben]) await place(user)
  await next.caughtUp()
  await next.promote()
  // the old primary takes a change that the new one never had
  const lost = await place(ann, 2)
  await old.caughtUp()

  await using shop = await startShop({ url: old.url, at: next.sql })
  const [ann2, ben2] = [await shop.login(ann.user.email), await shop.login(ben.user.email)]
  const kept = await place(ann2, 3)
  const list = await ordersOf(ann2)
  expect(list[0]).toEqual([kept, 'pending'])
  expect(list.flat()).not.toContain(lost)
  expect(shop.sources()).toEqual(['primary'])
  expect(await ordersOf(ben2)).toHaveLength(1)
  expect(shop.sources()).toEqual(['replica'])
})

test('a replica that lacks a table of this version: the primary answers', async () => {
  await primary.sql`alter table order_versions rename to order_versions_of_old`
  await using standby = await primary.addStandby()
  await standby.pause()
  await primary.sql`alter table order_versions_of_old rename to order_versions`
  await using shop = await startShop(standby)
  const ann = await shop.newUser()
  const order = await place(ann)
  expect(await ordersOf(ann)).toEqual([[order, 'pending']])
  expect(await ordersOf(ann)).toEqual([[order, 'pending']])
  expect(shop.sources()).toEqual(['fallback', 'fallback'])
  expect(shop.problems).toEqual([null, expect.stringContaining('order_versions')])
  await standby.resume()
})

test('another shop’s server, or a primary, is not a replica of this one', async () => {
  await using shop = await startShop({ url: primary.url })
  expect(shop.problems).toEqual(['not a replica'])
  const ann = await shop.newUser()
  expect(await ordersOf(ann)).toEqual([])
  expect(shop.sources()).toEqual(['fallback'])
  await using standby = await primary.addStandby()
  await using twin = await startShop(standby)
  await standby.caughtUp()
  await standby.pause()
  const shops = await primary.sql<{ id: string }>`select id from shop`
  await primary.sql`update shop set id = ${uuidv7()}`
  await twin.lists.look()
  expect(twin.problems).toEqual([null, 'of another shop'])
  await primary.sql`update shop set id = ${shops[0]!.id}`
  await standby.resume()
})
