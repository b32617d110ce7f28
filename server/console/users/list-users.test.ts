import { expect, test } from 'vitest'
import { listConsoleUsers, readConsoleUser } from '#contract/console/users.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import { DIRECT_SOURCE } from '#contract/traffic-sources.ts'
import { timeText } from '../../lib/local-time.ts'
import { ask, readPages } from '../../testing/console/console.ts'
import { insertOrders, startConsoleServer } from '../../testing/console/console-shop.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { usersFile } from './users-file.ts'

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

const fixtureOf = oncePerFile(startConsoleServer)

/** The console of this file without the users of the tests before. */
async function start() {
  const fixture = await fixtureOf()
  await fixture.shop.sql`delete from users`
  return fixture
}

type Fixture = Pick<Awaited<ReturnType<typeof startConsoleServer>>, 'viewer'>

type Filter = CallInputOf<typeof listConsoleUsers>

function listed({ viewer }: Fixture, filter: Filter) {
  return ask(viewer, listConsoleUsers, filter)
}

/** The addresses of all pages. */
async function addressesOf(fixture: Fixture, filter: Filter) {
  const pages = await readPages((before) => listed(fixture, { ...filter, before }))
  return pages.flatMap(({ users }) => users.map(({ email }) => email))
}

test('list of users: found by address, id and parts of address or nickname', async () => {
  await using fixture = await startConsoleServer()
  const { shop } = fixture
  const ann = await shop.newUser({ email: 'ann@example.com' })
  const bob = await shop.newUser({ email: 'b_b@example.com' })
  await shop.sql`update users set nickname = '小明' where id = ${bob.user.id}`
  const [orderId] = await insertOrders(shop.sql, ann.user.id, { count: 1 })
  await shop.sql`update orders set state = 'paid', paid_at = now() where id = ${orderId!}`
  await shop.sql`insert into credit_accounts (user_id, balance) values (${ann.user.id}, 2000)`
  const whole = {
    id: ann.user.id,
    email: 'ann@example.com',
    nickname: 'Ann',
    source: null,
    createdAt: isoTime,
    closingAt: null,
    blockedAt: null,
    closedAt: null,
    balance: 2000,
    orders: 1,
    paid: 1990,
    sessions: 1,
    lastSeenAt: isoTime,
  }
  for (const q of [
    'ann@example.com',
    ' ANN@Example.com',
    ann.user.id.toUpperCase(),
    'nn@',
    'ANN',
  ]) {
    expect([q, await listed(fixture, { q })]).toEqual([
      q,
      { users: [whole], count: { count: 1, isMore: false }, isCut: false, next: null },
    ])
  }
  const ids = async (q: string) => (await listed(fixture, { q })).users.map(({ id }) => id)
  expect(await ids('')).toEqual([bob.user.id, ann.user.id])
  expect(await ids('example')).toEqual([bob.user.id, ann.user.id])
  expect(await ids('明')).toEqual([bob.user.id])
  // wildcards of LIKE are matched as plain characters
  expect(await ids('_')).toEqual([bob.user.id])
  expect(await ids('%')).toEqual([])
  const blocked = async (q: string) =>
    (await listed(fixture, { q, blocked: '1' })).users.map(({ id }) => id)
  expect(await blocked('')).toEqual([])
  await shop.sql`update users set blocked_at = now() where id = ${ann.user.id}`
  expect(await blocked('')).toEqual([ann.user.id])
  expect(await blocked('明')).toEqual([])
})

test('list of users is counted, but of a text only while one page has all', async () => {
  const fixture = await start()
  const { shop } = fixture
  await shop.sql`
      insert into users (id, email, password_hash, nickname)
      select uuidv7(n * interval '1 us'), n || '@example.com', 'x', case n % 2 when 0 then 'even' else 'odd' end
      from generate_series(1, 23) n`
  expect((await listed(fixture, { limit: 23 })).next).toBeNull()
  const count = async (filter: Filter) => (await listed(fixture, { limit: '5', ...filter })).count
  expect(await count({})).toEqual({ count: 23, isMore: false })
  const { next } = await listed(fixture, { limit: '5' })
  expect(await count({ before: next! })).toEqual({ count: 23, isMore: false })
  expect(await count({ blocked: '1' })).toEqual({ count: 0, isMore: false })
  expect(await count({ q: '3@' })).toEqual({ count: 3, isMore: false })
  expect(await count({ q: 'example' })).toBeNull()
})

test('a text whose characters many have elsewhere: those who have it are found behind all of them, and one of a hundred as well', async () => {
  const fixture = await start()
  const { sql } = fixture.shop
  await sql`
      insert into users (id, email, password_hash, nickname)
      select uuidv7(n * interval '1 ms'), 'n' || n || '@shop.test', 'x',
        case when n <= 4 then '上海书店' else '书店上海 海书' end
      from generate_series(1, 40) n`
  const first = await listed(fixture, { q: '上海书店', limit: 3 })
  expect(first.users.map(({ email }) => email)).toEqual([4, 3, 2].map((n) => `n${n}@shop.test`))
  const second = await listed(fixture, { q: '上海书店', limit: 3, before: first.next! })
  expect([second.users.map(({ email }) => email), second.next]).toEqual([['n1@shop.test'], null])
  // the same by PostgreSQL's statistics: everybody has these parts
  await sql`analyze users`
  expect((await listed(fixture, { q: '上海书店', limit: 3 })).next).toBe(first.next)
  expect((await listed(fixture, { q: '海书', limit: 50 })).users.length).toBe(40)
  expect((await listed(fixture, { q: '书海' })).users).toEqual([])

  // a text that one of a hundred has: the newest do not fill the page
  await sql`
      insert into users (id, email, password_hash, nickname)
      select uuidv7(n * interval '1 ms'), 'n' || n || '@hundred.test', 'x',
        case when n % 100 = 7 then '云岭茶行' else '客人' end
      from generate_series(1, 1000) n`
  await sql`analyze users`
  const all = Array.from({ length: 10 }, (_, n) => `n${(9 - n) * 100 + 7}@hundred.test`)
  expect(await addressesOf(fixture, { q: '茶行', limit: 3 })).toEqual(all)
  const days = { q: '茶行', limit: 4, source: DIRECT_SOURCE }
  expect((await listed(fixture, days)).users.map(({ email }) => email)).toEqual(all.slice(0, 4))
  expect((await listed(fixture, { ...days, blocked: '1' })).users).toEqual([])
})

test('whose address begins with the text comes first, by address, then the others: everybody once, page by page', async () => {
  const fixture = await start()
  const { sql } = fixture.shop
  await sql`
      insert into users (id, email, password_hash, nickname)
      select uuidv7(n * interval '1 ms'), email, 'x', '客人'
      from unnest(array['lin-c@shop.test', 'merlin@shop.test', 'lin-a@shop.test', 'lin-b@shop.test',
        'wang@lin.test', 'other@shop.test']) with ordinality as given (email, n)`
  await sql`update users set nickname = 'Lin' where email = 'other@shop.test'`
  const read = (filter: Filter) => addressesOf(fixture, { limit: 2, ...filter })
  const others = ['other@shop.test', 'wang@lin.test', 'merlin@shop.test']
  expect(await read({ q: 'LIN' })).toEqual([
    ...['lin-a@shop.test', 'lin-b@shop.test', 'lin-c@shop.test'],
    ...others,
  ])
  // lower case as PostgreSQL has it, in which this one is a plain i
  expect(await read({ q: 'Lİn' })).toHaveLength(6)
  expect(await read({ q: 'lin-' })).toEqual(['a', 'b', 'c'].map((name) => `lin-${name}@shop.test`))
  // days and other filters keep the order of time
  expect(await read({ q: 'lin', source: DIRECT_SOURCE })).toEqual([
    ...['other@shop.test', 'wang@lin.test'],
    ...['lin-b@shop.test', 'lin-a@shop.test', 'merlin@shop.test', 'lin-c@shop.test'],
  ])
})

test('last activity: the last login stays when its session has ended, in the list, on the page and in the file', async () => {
  const fixture = await start()
  const { shop, viewer } = fixture
  const ann = await shop.newUser({ email: 'ann@example.com' })
  const [login] = await shop.sql<{ at: Date }>`select max(created_at) as at from login_events`
  await shop.sql`update sessions set last_seen_at = last_seen_at + interval '1 hour'`
  const seen = async () => {
    const [user] = (await listed(fixture, {})).users
    const one = await ask(viewer, readConsoleUser, { user: ann.user.id })
    expect(one.user.lastSeenAt).toBe(user!.lastSeenAt)
    return { sessions: user!.sessions, lastSeenAt: user!.lastSeenAt }
  }
  const later = new Date(login!.at.getTime() + 3_600_000).toISOString()
  expect(await seen()).toEqual({ sessions: 1, lastSeenAt: later })
  await shop.sql`delete from sessions`
  expect(await seen()).toEqual({ sessions: 0, lastSeenAt: login!.at.toISOString() })
  const file = await usersFile.open(shop.deps, shop.sql, {})
  const parts = await Array.fromAsync(file.parts(), ({ text }) => text)
  expect(parts.join('')).toContain(`,${timeText(login!.at, shop.deps.content.site.timeZone)},`)
  await shop.sql`delete from login_events`
  expect(await seen()).toEqual({ sessions: 0, lastSeenAt: null })
})
