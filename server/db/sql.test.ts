import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/database/test-database.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import {
  connect,
  DatabaseUnavailable,
  fragment,
  isForeignKeyViolation,
  isUniqueViolation,
  json,
  UnstorableText,
  type Query,
} from './sql.ts'
import type { Fragment } from './values.ts'

const databaseOf = oncePerFile(createEmptyDatabase)

test('values travel as parameters and come back with their types, fragments as part of the statement', async () => {
  const database = await databaseOf()
  const at = new Date('2026-03-01T02:03:04.567Z')
  const [row] = await database.sql<{ back: string; count: number }>`
    select ${`Robert'); drop table users; --`}::text as back, ${2 ** 53 - 1}::bigint as count, ${at}::timestamptz as at,
      ${json({ a: ['b', null] })}::jsonb as json, ${['x,"y"', '中']}::text[] as list, ${true}::boolean as flag,
      ${null}::text as nothing, ${Buffer.from([0, 255])}::bytea as bytes, sum(n)::numeric as sum, '2026-03-01'::date as day
    from generate_series(1, 4) as n`
  expect(row).toEqual({
    back: `Robert'); drop table users; --`,
    count: 2 ** 53 - 1,
    at,
    json: { a: ['b', null] },
    list: ['x,"y"', '中'],
    flag: true,
    nothing: null,
    bytes: Buffer.from([0, 255]),
    sum: 10,
    day: '2026-03-01',
  })
  // a fragment is part of the statement, and parameters around it keep their places
  const around = (middle: Fragment | string) =>
    database.sql`select ${'a'}::text as first, ${middle}, ${'b'}::text as last`
  const columns = fragment`'$1' as text, 2 as number`
  expect(await around(columns)).toEqual([{ first: 'a', text: '$1', number: 2, last: 'b' }])
  expect(await around(fragment`3 as number`)).toEqual([{ first: 'a', number: 3, last: 'b' }])
  expect(await around('c')).toEqual([{ first: 'a', '?column?': 'c', last: 'b' }])
  expect(await around(columns)).toEqual([{ first: 'a', text: '$1', number: 2, last: 'b' }])
})

test('a number that JavaScript would round is refused, and the connection goes on', async () => {
  const database = await databaseOf()
  const { sql } = database
  await expect(sql`select 9007199254740993::bigint`).rejects.toThrow(RangeError)
  await expect(sql`select 0.5::numeric`).rejects.toThrow(RangeError)
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

const UNSTORABLE: [string, (sql: Query) => Promise<unknown>][] = [
  ['text', (sql: Query) => sql`select ${'a\0b'}::text`],
  ['an element of an array', (sql: Query) => sql`select ${['a', '\0']}::text[]`],
  ['half of a surrogate pair', (sql: Query) => sql`select ${'\ud800'}::text`],
  ['JSON', (sql: Query) => sql`select ${json({ deep: ['a\0b'] })}::jsonb`],
  ['half of a surrogate pair in JSON', (sql: Query) => sql`select ${json(['\udfff'])}::jsonb`],
  ['it after a backslash', (sql: Query) => sql`select ${json(['\\\ud800'])}::jsonb`],
]

test('NUL and half of a pair throw UnstorableText; an escape that is written out, and a whole pair, are ordinary JSON', async () => {
  const database = await databaseOf()
  for (const [name, run] of UNSTORABLE) {
    await expect(run(database.sql), name).rejects.toThrow(UnstorableText)
    await expect(
      database.sql.begin((tx) => run(tx)),
      name,
    ).rejects.toThrow(UnstorableText)
  }
  for (const text of [String.raw`\u0000`, String.raw`\\ud800`, '\u{1f600}'])
    expect(await database.sql`select ${json({ text })}::jsonb as json`).toEqual([
      { json: { text } },
    ])
})

test("constraint violations are recognised by the constraint's name", async () => {
  const database = await databaseOf()
  const { sql } = database
  await sql`create table parents (id integer constraint parents_one unique)`
  await sql`create table children (parent integer constraint children_parent references parents (id))`
  await sql`insert into parents values (1)`
  const twice = await sql`insert into parents values (1)`.catch((error: unknown) => error)
  expect(isUniqueViolation(twice, 'parents_one')).toBe(true)
  expect(isUniqueViolation(twice, 'another')).toBe(false)
  const orphan = await sql`insert into children values (2)`.catch((error: unknown) => error)
  expect(isForeignKeyViolation(orphan, 'children_parent')).toBe(true)
  expect(isUniqueViolation(orphan, 'children_parent')).toBe(false)
})

const prepared = (sql: Query) =>
  sql<{
    count: number
  }>`select count(*) from pg_prepared_statements where statement like '%probe%'`

test('a statement is prepared once on a connection, and never behind a pooler', async () => {
  const database = await databaseOf()
  await using direct = disposable(connect(database.url, { max: 1 }))
  await using pooled = disposable(connect(database.url, { max: 1, prepare: false }))
  for (const value of [1, 2, 3]) {
    await direct.sql`select ${value}::int as probe`
    await pooled.sql`select ${value}::int as probe`
  }
  expect(await prepared(direct.sql)).toEqual([{ count: 2 }])
  expect(await prepared(pooled.sql)).toEqual([{ count: 0 }])
})

const limits = (sql: Query) =>
  sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`

test('time-outs come with the connection, behind a pooler with the transaction', async () => {
  const database = await databaseOf()
  const expected = [{ statement: '2500ms', lock: '1500ms', idle: '5s' }]
  await using direct = disposable(connect(database.url, { max: 1 }))
  await using pooled = disposable(connect(database.url, { max: 1, prepare: false }))
  expect(await limits(direct.sql)).toEqual(expected)
  expect(await direct.sql.begin(limits)).toEqual(expected)
  expect(await pooled.sql.begin(limits)).toEqual(expected)
  expect(await limits(pooled.sql)).toEqual([{ statement: '0', lock: '0', idle: '0' }])
})

test('a transaction with a limit of its own gives a statement more time, and the next one has the usual limit', async () => {
  const database = await databaseOf()
  const limitsMs = { statement: 300, lock: 1_500, silence: 900 }
  for (const prepare of [true, false]) {
    await using direct = disposable(connect(database.url, { max: 1, limitsMs, prepare }))
    const sleep = (tx: Query) => tx`select pg_sleep(1.2)`
    await direct.sql.begin(sleep, { statementMs: 10_000 })
    await expect(direct.sql.begin(sleep)).rejects.toBeInstanceOf(DatabaseUnavailable)
  }
})

test('a statement prepared before a migration is prepared anew after it', async () => {
  const database = await databaseOf()
  const { sql } = database
  await sql`create table things (id integer)`
  await sql`insert into things values (1)`
  const read = () => sql`select * from things`
  expect(await read()).toEqual([{ id: 1 }])
  await sql`alter table things alter column id type bigint`
  await sql`alter table things add column name text`
  expect(await read()).toEqual([{ id: 1, name: null }])
})

test('a prepared statement that fails at its first run is right at the next, and one that copies is refused', async () => {
  const database = await databaseOf()
  await using one = disposable(connect(database.url, { max: 1 }))
  const divide = (by: number) => one.sql`select 6 / ${by}::int as half, 'a' as name`
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect(await divide(2)).toEqual([{ half: 3, name: 'a' }])
  expect(await divide(3)).toEqual([{ half: 2, name: 'a' }])
  await one.sql`create temporary table copied (n integer)`
  await expect(one.sql`copy copied from stdin`).rejects.toThrow('there is nothing to copy')
  await one.sql`copy copied to stdout`
  expect(await one.sql``).toEqual([])
  expect(await divide(1)).toEqual([{ half: 6, name: 'a' }])
})

test('a cursor is read by the columns that it has, also after they have changed', async () => {
  const database = await databaseOf()
  await using one = disposable(connect(database.url, { max: 1 }))
  await one.sql`create table dues (id bigint, due integer)`
  await one.sql`insert into dues values (1, 2)`
  const read = () =>
    one.sql.begin(async (tx) => {
      await tx`declare due_rows cursor for select id, due from dues`
      return tx`fetch 10 from due_rows`
    })
  expect(await read()).toEqual([{ id: 1, due: 2 }])
  await one.sql`alter table dues alter column due type text`
  expect(await read()).toEqual([{ id: 1, due: '2' }])
})

function disposable<T extends { end(): Promise<void> }>(sql: T) {
  return { sql, [Symbol.asyncDispose]: () => sql.end() }
}
