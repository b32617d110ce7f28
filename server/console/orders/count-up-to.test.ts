import { expect, test } from 'vitest'
import { administer } from '#harness/administer.ts'
import type { Query } from '../../db/sql.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { countUpTo } from './count-up-to.ts'

const MOST = 101
const CERTAIN = 11

test('rows up to a limit: counted where they are few, believed where the planner expects many times more', async () => {
  await using database = await createTestDatabase()
  await administer(
    database.url,
    `create table things as select n, n % 10 as kind from generate_series(1, 20000) n where n % 10 < 5 or n < 200;
     analyze things`,
  )
  const asked: number[] = []
  const counted = (kind: number, last: number) =>
    countUpTo(
      database.sql,
      async (query: Query, most) => {
        if (query === database.sql) asked.push(most)
        const [row] = await query<{ count: number }>`
          select count(*) as count from (
            select from things where kind = ${kind} and n <= ${last} limit ${most}) matching`
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
