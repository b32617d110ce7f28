import { expect, test } from 'vitest'
import { listConsoleOrders } from '#contract/console/orders/orders.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Sql } from '../../db/sql.ts'
import { insertOrders, startConsoleShop } from '../../testing/console/console-shop.ts'

const LONG = 60_000
const BEGIN = Date.parse('2026-03-01T16:00:00Z')
const MINUTE_MS = 60_000
const days = { from: '2026-03-02', to: '2026-03-02' }

type Filter = CallInputOf<typeof listConsoleOrders>
type Fixture = Awaited<ReturnType<typeof startConsoleShop>>

async function listed({ viewer }: Fixture, filter: Filter) {
  const { status, body } = await viewer.call(listConsoleOrders, { ...days, ...filter })
  if (status !== 200) throw new Error(`${status} ${body.code}: ${body.message}`)
  return body.data
}

/** Goes through the pages of two, in each of which something new happens meanwhile. */
async function pagesOf(fixture: Fixture, filter: Filter, meanwhile: () => Promise<unknown>) {
  const pages: string[][] = []
  let before: string | undefined
  do {
    const { orders, next } = await listed(fixture, {
      limit: 2,
      ...filter,
      ...(before && { before }),
    })
    pages.push(orders.map(({ id }) => id))
    await meanwhile()
    before = next ?? undefined
  } while (before !== undefined)
  return pages
}

function addFailure(
  sql: Sql,
  orderId: string,
  { minute, reason = 'do_not_honor' }: { minute: number; reason?: string },
) {
  return sql`
    insert into order_events (id, order_id, from_state, to_state, actor, reason, method, created_at)
    values (${uuidv7()}, ${orderId}, 'processing', 'pending', 'provider', ${reason}, 'card',
      ${new Date(BEGIN + minute * MINUTE_MS)})`
}

function addReversal(sql: Sql, orderId: string, { minute }: { minute: number }) {
  return sql`
    insert into order_reversals (id, order_id, kind, provider_id, amount, currency, booked_at)
    values (${uuidv7()}, ${orderId}, 'refund', 're_1', 1, 'cny', ${new Date(BEGIN + minute * MINUTE_MS)})`
}

test(
  'failed attempts of a day: each order once, at its last attempt, in pages',
  async () => {
    await using fixture = await startConsoleShop()
    const { sql } = fixture.shop
    const { user } = await fixture.shop.newUser()
    const [a = '', b = '', c = '', d = '', e = ''] = await insertOrders(sql, user.id, { count: 5 })
    // backwards: the list goes by attempts, not by orders
    for (const [minute, id] of [e, d, c, b].entries()) await addFailure(sql, id, { minute })
    await addFailure(sql, a, { minute: 4, reason: 'expired_card' })
    await addFailure(sql, e, { minute: 5, reason: 'expired_card' })
    await addFailure(sql, d, { minute: -1 })
    await addFailure(sql, c, { minute: 24 * 60 })
    const failed = { by: 'failed' } as const
    const all = await listed(fixture, failed)
    expect(all.orders.map(({ id }) => id)).toEqual([e, a, b, c, d])
    expect([all.count, all.next]).toEqual([{ count: 5, isMore: false }, null])
    const honor = await listed(fixture, { ...failed, failure: 'do_not_honor' })
    expect(honor.orders.map(({ id }) => id)).toEqual([b, c, d, e])
    expect(honor.count).toEqual({ count: 4, isMore: false })
    expect((await listed(fixture, { ...failed, user: 'nobody@example.com' })).orders).toEqual([])
    expect(
      (await listed(fixture, { ...failed, user: user.id, state: 'expired' })).count.count,
    ).toBe(5)
    expect((await listed(fixture, { ...failed, state: 'paid' })).count.count).toBe(0)
    // what fails anew stands at the top, and moves no page
    let minute = 6
    const pages = await pagesOf(fixture, failed, () => addFailure(sql, e, { minute: minute++ }))
    expect(pages).toEqual([[e, a], [b, c], [d]])
  },
  LONG,
)

test(
  'refunds and disputes of a day: each order once, at its last one, in pages',
  async () => {
    await using fixture = await startConsoleShop()
    const { sql } = fixture.shop
    const { user } = await fixture.shop.newUser()
    const [a = '', b = '', c = ''] = await insertOrders(sql, user.id, { count: 3 })
    for (const [minute, id] of [c, b, a, c].entries()) await addReversal(sql, id, { minute })
    await addReversal(sql, b, { minute: 24 * 60 })
    const reversed = { by: 'reversed' } as const
    const all = await listed(fixture, reversed)
    expect(all.orders.map(({ id }) => id)).toEqual([c, a, b])
    expect([all.count, all.next]).toEqual([{ count: 3, isMore: false }, null])
    let minute = 4
    const pages = await pagesOf(fixture, reversed, () => addReversal(sql, c, { minute: minute++ }))
    expect(pages).toEqual([[c, a], [b]])
  },
  LONG,
)

test(
  'payments of many days: counted among the newest, and said so',
  async () => {
    await using fixture = await startConsoleShop()
    const { sql } = fixture.shop
    const { user } = await fixture.shop.newUser()
    for (let first = 0; first < 12_000; first += 1_000) {
      await sql`
        insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount, currency, credit,
          bonus_credit, created_at, expires_at, paid_at)
        select uuidv7(), ${user.id}, 'n' || n, 'paid', id, 1, '{"name": "x"}', 1, 1, 'cny', 1, 0, now(), now(),
          ${new Date(BEGIN)}::timestamptz + n * interval '1 s'
        from generate_series(${first}::integer, ${first + 999}::integer) n cross join (select id from plans order by id limit 1) plan`
    }
    await sql`analyze orders`
    const paid = { by: 'paid' } as const
    expect((await listed(fixture, paid)).count).toEqual({ count: 1_000, isMore: true })
    expect((await listed(fixture, { ...paid, user: user.id })).count.isMore).toBe(true)
    // the page has the first payment alone, which is not among those that were looked at
    const first = await listed(fixture, { ...paid, first: '1' })
    expect([first.orders.length, first.count]).toEqual([1, { count: 1, isMore: true }])
    expect((await listed(fixture, { ...paid, to: '2026-03-03', source: 'zhihu' })).count).toEqual({
      count: 0,
      isMore: false,
    })
  },
  LONG,
)
