import { expect, test } from 'vitest'
import { administer } from '#harness/administer.ts'
import { withCustomPlans } from '../db/custom-plans.ts'
import { uuidv7 } from '../db/ids.ts'
import type { Query, Sql } from '../db/sql.ts'
import { findNamedOrder } from '../operator/orders/find-order.ts'
import { findUser } from '../operator/users/users-search.store.ts'
import { seedPlans } from '../recharge/plans/plans.store.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { SMALL } from '../testing/shop.ts'
import { listMoneyMovements } from '../operator/books/day.store.ts'
import { listEvents } from './events/events.store.ts'
import { listMailPage, listMailsBySubject } from './mails/mails.store.ts'
import { listEventsOf, listMailsByKeys } from './orders/order-records.store.ts'
import { countOrders, listOrders, listOrdersByCard } from './orders/orders.store.ts'
import { findReversedOrder, listUsersByAddress } from './search/search.store.ts'

const LONG = 120_000
/** Rows that one statement may look at: a page and little more. */
const MOST_ROWS = 200

const page = { before: null, limit: 51 }
const anyOrder = {
  ...{ state: null, userId: null, method: null, source: null, isUnusual: false },
  ...{ fromId: null, untilId: null },
}
const aDay = { from: new Date('2026-08-01T00:00:00Z'), until: new Date('2026-08-02T00:00:00Z') }
const emptyDay = { from: aDay.until, until: new Date('2026-08-03T00:00:00Z') }
const midDay = { micros: String(Date.parse('2026-08-01T12:00:00Z') * 1000), rank: 1 }
const anyMail = { id: null, state: null, to: null }
const anyEvent = { id: null, type: null, orderId: null }

/** Tables with a few of each kind among many others. */
async function fill({ sql, url }: TestDatabase): Promise<{ orderId: string; userId: string }> {
  // without the time limits of the shop's own statements
  const run = (statement: string) => administer(url, statement)
  await seedPlans(sql, [SMALL])
  await run(`
    insert into users (id, email, password_hash, nickname)
    select uuidv7(), n || '@example.com', 'x', 'x' from generate_series(1, 4000) n`)
  for (let round = 0; round < 5; round += 1) {
    await run(`
    insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount, currency,
      credit, bonus_credit, source, payment_method, paid_late, payment_intent_id, paid_at, created_at, expires_at)
    select uuidv7(n * interval '1 us'), u.id, lpad(n::text, 18, '0'),
      case when n % 5000 = 0 then 'exception' when n % 3 = 0 then 'paid' else 'expired' end,
      '${SMALL.id}', 1, '{"name":"x"}', 1, 1990, 'cny', 2000, 0, case when n % 4000 = 0 then 'zhihu' else 'direct' end,
      case when n % 3000 = 0 then '{"type":"alipay","last4":""}'::jsonb
        when n % 3 = 0 then jsonb_build_object('type', 'card', 'last4', lpad((n % 10000)::text, 4, '0')) end,
      n % 6000 = 0, 'pi_' || n, case when n % 3 = 0 then timestamptz '2026-07-01Z' + n * interval '15 min' end,
      now(), now()
    from (select id, row_number() over () + 4000 * ${round} as n from users) u`)
  }
  await run(`
    insert into refunds (id, order_id, provider_id, amount, status, actor, created_at, updated_at)
    select uuidv7(), id, 're_' || order_no, 1, 'succeeded', 'user', now(), now() from orders limit 3000`)
  await run(`
    insert into disputes (id, order_id, amount, status, created_at, updated_at)
    select 'dp_' || order_no, id, 1, 'won', now(), now() from orders limit 3000`)
  await run(`
    insert into jobs (id, kind, payload, state, dedupe_key, finished_at)
    select uuidv7(n * interval '1 us'), case when n % 10 = 0 then 'mail' else 'message' end, '{}', 'done', 'k' || n, now()
    from generate_series(1, 10000) n`)
  await run(`
    insert into jobs (id, kind, payload, state)
    select uuidv7(n * interval '1 us'), 'mail', jsonb_build_object('to', n || '@example.com', 'subject', 'mail ' || n),
      case when n % 300 = 0 then 'dead' else 'waiting' end
    from generate_series(1, 3000) n`)
  await run(`
    insert into provider_events (id, type, created_at, applied_at, order_id)
    select 'evt_' || order_no, case when order_no::bigint % 2000 = 0 then 'charge.dispute.created' else 'x' end, now(),
      now() - order_no::bigint * interval '1 s', id from orders`)
  await run('analyze')
  const [row] = await sql<{ orderId: string; userId: string }>`
    select id as "orderId", user_id as "userId" from orders where order_no = ${'7'.padStart(18, '0')}`
  return row!
}

/** Runs a store's statements, each as if it found nothing, and returns what PostgreSQL did for each. */
async function plansOf(sql: Sql, run: (query: Query) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  await withCustomPlans(sql, async (tx) => {
    const explain: Query = async (strings, ...values) => {
      const [head = '', ...rest] = strings
      const parts = [`explain (analyze, timing off, costs off, buffers off) ${head}`, ...rest]
      const lines = await tx<{ 'QUERY PLAN': string }>(
        Object.assign(parts, { raw: parts }),
        ...values,
      )
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
      return []
    }
    await run(explain).catch(() => {})
  })
  return plans
}

test(
  'filled tables: every list, every filter and every search reads a page of rows by an index',
  async () => {
    await using database = await createTestDatabase()
    const { sql } = database
    const { orderId, userId } = await fill(database)
    const orders = (filter: Partial<Parameters<typeof listOrders>[1]>) => (query: Query) =>
      listOrders(query, { ...anyOrder, ...filter }, page)
    const reads: Record<string, (query: Query) => Promise<unknown>> = {
      orders: orders({}),
      'orders, next page': (query) => listOrders(query, anyOrder, { ...page, before: orderId }),
      'orders by state': orders({ state: 'exception' }),
      'orders of no one': orders({ state: 'refunded' }),
      'orders of a user': orders({ userId }),
      'orders of a user by state': orders({ userId, state: 'refunded' }),
      'orders by method': orders({ method: 'alipay' }),
      'orders by unused method': orders({ method: 'wechat_pay' }),
      'expired orders by method': orders({ state: 'expired', method: 'card' }),
      'orders by source': orders({ source: 'zhihu' }),
      'unusual orders': orders({ isUnusual: true }),
      'orders of no day': orders({ fromId: uuidv7(Date.now() + 1e9) }),
      'count by state': (query) => countOrders(query, { ...anyOrder, state: 'exception' }, 101),
      'bounded count': (query) => countOrders(query, anyOrder, 101),
      'orders by card': (query) => listOrdersByCard(query, '0042', 8),
      'order by number': (query) => findNamedOrder(query, '7'.padStart(18, '0')),
      'order by intent': (query) => findNamedOrder(query, 'pi_7'),
      'order by refund': (query) => findReversedOrder(query, 're_7'),
      'user by address': (query) => findUser(query, '7@example.com'),
      'user by id': (query) => findUser(query, userId),
      'users by address': (query) => listUsersByAddress(query, '77', 8),
      mails: (query) => listMailPage(query, anyMail, page),
      'mail by id': (query) => listMailPage(query, { ...anyMail, id: orderId }, page),
      'dead mails': (query) => listMailPage(query, { ...anyMail, state: 'dead' }, page),
      'waiting mails': (query) => listMailPage(query, { ...anyMail, state: 'waiting' }, page),
      'mails to somebody': (query) =>
        listMailPage(query, { ...anyMail, to: '7@example.com' }, page),
      'mails by subject': (query) => listMailsBySubject(query, 'mail 77', 8),
      'mails by key': (query) => listMailsByKeys(query, ['k1', 'k2']),
      events: (query) => listEvents(query, anyEvent, page),
      'events, next page': (query) =>
        listEvents(query, anyEvent, { ...page, before: { micros: '1', id: 'evt_1' } }),
      'event by id': (query) => listEvents(query, { ...anyEvent, id: 'evt_1' }, page),
      'events by type': (query) =>
        listEvents(query, { ...anyEvent, type: 'charge.dispute.created' }, page),
      'events by order': (query) => listEvents(query, { ...anyEvent, orderId }, page),
      'movements of a day': (query) => listMoneyMovements(query, aDay, { after: null, limit: 51 }),
      'movements of a day, next page': (query) =>
        listMoneyMovements(query, aDay, { after: { ...midDay, key: '' }, limit: 51 }),
      'movements of an empty day': (query) =>
        listMoneyMovements(query, emptyDay, { after: null, limit: 51 }),
      'events of an order': (query) => listEventsOf(query, orderId),
    }
    for (const [name, run] of Object.entries(reads)) {
      const plans = await plansOf(sql, run)
      expect([name, plans.length > 0]).toEqual([name, true])
      for (const plan of plans) {
        const counts = plan.matchAll(/rows=(\d+)|Rows Removed by \w+: (\d+)/g)
        for (const [, read, removed] of counts) {
          expect(Number(read ?? removed), `${name}\n${plan}`).toBeLessThanOrEqual(MOST_ROWS)
        }
      }
    }
  },
  LONG,
)
