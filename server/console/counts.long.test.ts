import { expect, test } from 'vitest'
import { listConsoleUsers } from '#contract/console/users.ts'
import { DIRECT_SOURCE } from '#contract/traffic-sources.ts'
import { ask, readPages } from '../testing/console/console.ts'
import { startConsoleServer } from '../testing/console/console-shop.ts'

/** Users of one statement, which has to keep the shop's limit of time. */
const PORTION = 500

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
