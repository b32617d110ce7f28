import { expect, test } from 'vitest'
import { listConsoleOrders } from '#contract/console/orders/orders.ts'
import { listConsoleUsers } from '#contract/console/users.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import { DIRECT_SOURCE } from '#contract/traffic-sources.ts'
import { ask, readPages } from '../testing/console/console.ts'
import { startConsoleServer } from '../testing/console/console-shop.ts'

/** Users of one statement, which has to keep the shop's limit of time. */
const PORTION = 500

type Fixture = Pick<Awaited<ReturnType<typeof startConsoleServer>>, 'viewer'>

function orders({ viewer }: Fixture, filter: CallInputOf<typeof listConsoleOrders>) {
  return ask(viewer, listConsoleOrders, filter)
}

test('payments of many days: counted among the newest, and said so', async () => {
  await using fixture = await startConsoleServer()
  const { sql } = fixture.shop
  const { user } = await fixture.shop.newUser()
  for (let first = 0; first < 2_000; first += 1_000) {
    await sql`
        insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount, currency, credit,
          bonus_credit, created_at, expires_at, paid_at)
        select uuidv7(), ${user.id}, 'n' || n, 'paid', id, 1, '{"name": "x"}', 1, 1, 'cny', 1, 0, now(), now(),
          '2026-03-01T16:00:00Z'::timestamptz + n * interval '1 s'
        from generate_series(${first}::integer, ${first + 999}::integer) n cross join (select id from plans order by id limit 1) plan`
  }
  await sql`analyze orders`
  const paid = { by: 'paid', from: '2026-03-02', to: '2026-03-02' } as const
  expect((await orders(fixture, paid)).count).toEqual({ count: 1_000, isMore: true })
  expect((await orders(fixture, { ...paid, user: user.id })).count.isMore).toBe(true)
  // the page has the first payment alone, which is not among those that were looked at
  const first = await orders(fixture, { ...paid, first: '1' })
  expect([first.orders.length, first.count]).toEqual([1, { count: 1, isMore: true }])
  expect((await orders(fixture, { ...paid, to: '2026-03-03', source: 'zhihu' })).count).toEqual({
    count: 0,
    isMore: false,
  })
})

test('a text that very many have had long ago: some of them are listed, before them the newest who have it, and the list says so', async () => {
  await using fixture = await startConsoleServer()
  const { sql } = fixture.shop
  // PostgreSQL is not to learn how many have these characters
  await sql`alter table users set (autovacuum_enabled = false)`
  for (let first = 1; first <= 6203; first += PORTION) {
    await sql`
        insert into users (id, email, password_hash, nickname)
        select uuidv7((n - 10000) * interval '1 s'), 'n' || n || '@shop.test', 'x',
          case when n <= 1200 or n > 6200 then '云岭茶行' else '客人' end
        from generate_series(${first}::integer, ${Math.min(first + PORTION - 1, 6203)}::integer) n`
  }
  for (const filter of [{ q: '茶行' }, { q: '茶行', source: DIRECT_SOURCE }]) {
    const pages = await readPages((before) =>
      ask(fixture.viewer, listConsoleUsers, { ...filter, limit: 100, before }),
    )
    expect(pages.every(({ isCut }) => isCut)).toBe(true)
    const seen = pages.flatMap(({ users }) =>
      users.map(({ email }) => Number.parseInt(email!.slice(1))),
    )
    expect(seen.slice(0, 3)).toEqual([6203, 6202, 6201])
    expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => other - one))
    expect(seen.filter((n) => n <= 1200).length).toBe(1000)
  }
  const few = await ask(fixture.viewer, listConsoleUsers, { q: 'n62', limit: 50 })
  expect([few.users.length, few.isCut]).toEqual([15, false])
})
