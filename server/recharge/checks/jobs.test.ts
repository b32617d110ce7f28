import { expect, test } from 'vitest'
import { CARDS, proveLedger, startShop } from '../../testing/shop.ts'
import { creditJobs } from '../../credit/jobs.ts'
import { rechargeJobs } from '../jobs.ts'
import { listDueGrants } from '../orders/due-grants.store.ts'
import { startTestServer } from '../../testing/harness.ts'
import { ALERTS_KEPT_DAYS, EVENTS_KEPT_DAYS, sweepRecords } from './sweep-records.ts'
import { reconcileOrders } from './reconcile-orders.ts'

const DAY_MS = 86_400_000

test('the timed jobs settle and expire orders, expire credit and prove, and change nothing in good books', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  await shop.buy(ann)
  await shop.loseEvents()
  const unreported = await shop.checkout(ann, { num: 2 })
  await shop.provider('POST', `/v1/payment_intents/${unreported.intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })
  const abandoned = await shop.checkout(ann, { num: 3 })
  const jobs = [...creditJobs(shop.deps, listDueGrants), ...rechargeJobs(shop.deps)]
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)
  const runAll = async () => {
    for (const { run } of jobs) await run(new AbortController().signal)
  }

  shop.advance(45 * 60_000)
  await runAll()
  const states =
    await shop.sql`select id, state from orders where id = any(${[unreported.orderId, abandoned.orderId]}::uuid[]) order by id`
  expect(states).toEqual([
    { id: unreported.orderId, state: 'paid' },
    { id: abandoned.orderId, state: 'expired' },
  ])
  shop.advance(91 * DAY_MS)
  await runAll()

  expect(await shop.sql`select balance from credit_accounts`).toEqual([{ balance: 0 }])
  expect(shop.alerts()).toEqual([])
  await proveLedger(shop)
})

test('jobs that run every minute do not fail while the provider is unreachable', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  await shop.checkout(ann)
  shop.proxy.fault = () => 'reset before'
  shop.advance(45 * 60_000)

  for (const job of [...creditJobs(shop.deps, listDueGrants), ...rechargeJobs(shop.deps)]) {
    if ('everyMs' in job) await job.run(new AbortController().signal)
  }

  expect(await shop.sql`select state from orders`).toEqual([{ state: 'pending' }])
})

test('an order with a time in the future is settled at the next run', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  await shop.loseEvents()
  shop.advance(10 * 60_000)
  const paid = await shop.checkout(ann)
  const forgotten = await shop.checkout(ann, { num: 2 })
  await shop.pay(ann, paid, CARDS.slow)
  // the row of a node that claimed the attempt and died
  await shop.sql`
    update orders set state = 'processing', attempted_at = ${shop.deps.now()},
      provider_asked_at = ${shop.deps.now()}
    where id = ${forgotten.orderId}`
  shop.advance(-10 * 60_000)
  await expect
    .poll(() => shop.provider('GET', `/v1/payment_intents/${paid.intentId}`))
    .toMatchObject({ status: 'succeeded' })

  await reconcileOrders(shop.deps)

  expect(await shop.sql`select num, state from orders order by num`).toEqual([
    { num: 1, state: 'paid' },
    { num: 2, state: 'pending' },
  ])
})

test('old events and alerts are deleted; the newest event stays', async () => {
  await using server = await startTestServer()
  const { deps, sql } = server
  const ago = (days: number) => new Date(deps.now().getTime() - days * DAY_MS)
  const sweep = () => sweepRecords(deps, new AbortController().signal)
  for (const days of [EVENTS_KEPT_DAYS + 2, EVENTS_KEPT_DAYS + 1]) {
    await sql`
      insert into provider_events (id, type, created_at, applied_at)
      values (${`evt_${days}`}, 'refund.updated', ${ago(days)}, ${ago(days)})`
  }
  for (const days of [ALERTS_KEPT_DAYS + 1, ALERTS_KEPT_DAYS - 1]) {
    await sql`
      insert into alerts (kind, subject, facts, first_at, last_at)
      values ('dispute_opened', ${`dp_${days}`}, '{}', ${ago(500)}, ${ago(days)})`
  }
  const events = () => sql<{ id: string }>`select id from provider_events order by id`

  await sweep()

  expect(await events()).toEqual([{ id: `evt_${EVENTS_KEPT_DAYS + 1}` }])
  expect(await sql`select subject from alerts`).toEqual([{ subject: `dp_${ALERTS_KEPT_DAYS - 1}` }])

  await sql`
    insert into provider_events (id, type, created_at, applied_at)
    values ('evt_new', 'refund.updated', ${ago(1)}, ${ago(1)})`
  await sweep()

  expect(await events()).toEqual([{ id: 'evt_new' }])
})
