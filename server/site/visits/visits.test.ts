import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { pino } from 'pino'
import { startTestServer, type TestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { createVisitCounter } from './visit-counter.ts'
import { addVisits } from './visits.store.ts'

const { csrfToken } = api.site
const shared = oncePerFile(() => startTestServer())

/** The file's server without visits. */
async function serverOf() {
  const server = await shared()
  await server.sql`truncate traffic_visits`
  return server
}

async function visitsOf({ sql }: Pick<TestServer, 'sql'>): Promise<Record<string, number>> {
  const rows = await sql<{ source: string; visits: number }>`
    select source, sum(visits)::bigint as visits from traffic_visits group by source`
  return Object.fromEntries(rows.map(({ source, visits }) => [source, visits]))
}

test('a browser counts once, with the source it came with, however many pages it opens', async () => {
  await using server = await startTestServer()
  const ann = server.visitor()
  ann.cookies.set('user_source', 'zhihu')
  for (let page = 0; page < 3; page += 1) await ann.call(csrfToken, {})
  // a page whose token was lost, and the browser still open
  ann.cookies.delete('_csrf')
  await ann.call(csrfToken, {})
  await server.visitor().call(csrfToken, {})
  await server
    .visitor({ userAgent: 'Mozilla/5.0 (compatible; Examplebot/2.1)' })
    .call(csrfToken, {})
  await expect.poll(() => visitsOf(server)).toEqual({ zhihu: 1, '': 1 })
  const [row] = await server.sql`select * from traffic_visits where source = 'zhihu'`
  expect(Object.keys(row!).toSorted()).toEqual(['day', 'source', 'visits'])
})

test('one network counts 300 visits a minute, an invented source shares the row of the others after the 200th of a day', async () => {
  const server = await serverOf()
  let now = new Date('2026-11-20T10:00:00Z')
  const counter = createVisitCounter({ ...server.deps, now: () => now })
  for (let n = 0; n < 310; n += 1)
    counter.count({ source: `made-up-${n}`, address: '2001:db8::1', userAgent: 'Firefox' })
  counter.count({ source: 'zhihu', address: '2001:db8:0:1::1', userAgent: 'Firefox' })
  counter.count({ source: 'zhihu', address: '2001:db9::1', userAgent: 'Firefox' })
  now = new Date('2026-11-20T10:01:00Z')
  counter.count({ source: 'zhihu', address: '2001:db8::1', userAgent: 'Firefox' })
  await counter.close()
  const visits = await visitsOf(server)
  expect(visits['zhihu']).toBe(2)
  expect(Object.keys(visits).length).toBe(201)
  expect(visits['(other)']).toBe(300 + 2 - 2 - 199)
})

test('known sources keep their rows on a day that is full of invented ones; batches add up', async () => {
  const server = await serverOf()
  const { sql } = server
  const add = (day: string, sources: string[], mostNew = 2) =>
    addVisits(sql, { day, sources, visits: sources.map(() => 5), mostNew })
  await add('2026-11-01', ['zhihu', ''])
  await add('2026-11-20', ['x1', 'x2', 'x3'])
  await add('2026-11-20', ['x4', 'zhihu', '', 'x1'])
  await Promise.all([add('2026-11-20', ['x5', 'zhihu']), add('2026-11-20', ['x6', 'zhihu'])])
  const rows = await sql<{ source: string; visits: number }>`
    select source, visits from traffic_visits where day = '2026-11-20' order by source`
  expect(rows).toEqual([
    { source: '', visits: 5 },
    { source: '(other)', visits: 20 },
    { source: 'x1', visits: 10 },
    { source: 'x2', visits: 5 },
    { source: 'zhihu', visits: 15 },
  ])
})

test('visits that could not be written are written later', async () => {
  const server = await serverOf()
  const { sql } = server
  const counter = createVisitCounter({ ...server.deps, log: pino({ level: 'silent' }) })
  await sql`alter table traffic_visits rename to traffic_visits_away`
  counter.count({ source: 'zhihu', address: '203.0.113.1', userAgent: 'Firefox' })
  await counter.close()
  await sql`alter table traffic_visits_away rename to traffic_visits`
  counter.count({ source: 'zhihu', address: '203.0.113.1', userAgent: 'Firefox' })
  await counter.close()
  expect(await visitsOf(server)).toEqual({ zhihu: 2 })
})
