import { expect, test } from 'vitest'
import { administer } from '#harness/administer.ts'
import type { Query } from '../db/sql.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import { countAmong, countUpTo, type Looked } from './count-up-to.ts'

const databaseOf = oncePerFile(createTestDatabase)
const MOST = 101
const CERTAIN = 11

test('rows up to a limit: counted where they are few, believed where the planner expects many times more', async () => {
  const database = await databaseOf()
  await administer(
    database.url,
    `create table kinds as select n, n % 10 as kind from generate_series(1, 20000) n where n % 10 < 5 or n < 200;
     analyze kinds`,
  )
  const asked: number[] = []
  const counted = (kind: number, last: number) =>
    countUpTo(
      database.sql,
      async (query: Query, most) => {
        if (query === database.sql) asked.push(most)
        const [row] = await query<{ count: number }>`
          select count(*) as count from (
            select from kinds where kind = ${kind} and n <= ${last} limit ${most}) matching`
        return row!.count
      },
      MOST,
      CERTAIN,
    )
  expect([await counted(1, 20_000), asked]).toEqual([MOST, [CERTAIN]])
  expect([await counted(1, 500), asked]).toEqual([50, [CERTAIN, CERTAIN, MOST]])
  expect([await counted(1, 1500), asked.slice(3)]).toEqual([MOST, [CERTAIN, MOST]])
  expect([await counted(7, 20_000), asked.slice(5)]).toEqual([20, [CERTAIN, MOST]])
  expect([await counted(7, 60), asked.slice(7)]).toEqual([6, [CERTAIN]])
})

test('matches among the rows of a range: counted where these are few, else at least those of the first rows', async () => {
  const database = await databaseOf()
  await administer(
    database.url,
    `create table numbers as select n, n % 10 as kind from generate_series(1, 20000) n;
     create index on numbers (n);
     analyze numbers`,
  )
  const asked: number[] = []
  const counted = (last: number) =>
    countAmong(
      database.sql,
      async (query: Query, most) => {
        if (query === database.sql) asked.push(most)
        const [row] = await query<Looked>`
          select count(*) as looked, count(*) filter (where kind = 1) as matching
          from (select * from numbers where n <= ${last} order by n limit ${most}) first`
        return row!
      },
      MOST,
      { certain: CERTAIN },
    )
  expect([await counted(10), asked]).toEqual([{ count: 1, isMore: false }, [CERTAIN]])
  expect(await counted(95)).toEqual({ count: 10, isMore: false })
  expect(asked.slice(1)).toEqual([CERTAIN, MOST + 1])
  expect(await counted(20_000)).toEqual({ count: 2, isMore: true })
  expect(asked.slice(3)).toEqual([CERTAIN])
  // the planner does not know of new rows
  await administer(database.url, 'insert into numbers select -n, 1 from generate_series(1, 200) n')
  expect(await counted(0)).toEqual({ count: MOST, isMore: true })
  expect(asked.slice(4)).toEqual([CERTAIN, MOST + 1])
})

test('matches among the rows of a range: another statement tells the planner how many they are', async () => {
  const database = await databaseOf()
  // nothing is known of where a uuid lies between two others
  await administer(
    database.url,
    `create table named (id uuid primary key, n integer);
     insert into named
       select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, n from generate_series(1, 20000) n;
     analyze named`,
  )
  const idOf = (n: number) => `${n.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`
  const asked: number[] = []
  const counted = (first: number, last: number) =>
    countAmong(
      database.sql,
      async (query: Query, most) => {
        if (query === database.sql) asked.push(most)
        const [row] = await query<Looked>`
          select count(*) as looked, count(*) as matching from (
            select from named where id >= ${idOf(first)}::uuid and id <= ${idOf(last)}::uuid limit ${most}) first`
        return row!
      },
      MOST,
      {
        certain: CERTAIN,
        estimate: (query, most) =>
          query`select from named where n >= ${first} and n <= ${last} limit ${most}`,
      },
    )
  expect([await counted(9001, 9090), asked]).toEqual([
    { count: 90, isMore: false },
    [CERTAIN, MOST + 1],
  ])
  expect([await counted(9001, 9300), asked.slice(2)]).toEqual([
    { count: CERTAIN, isMore: true },
    [CERTAIN],
  ])
})
