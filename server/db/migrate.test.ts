import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/database/test-database.ts'
import { migrate } from './migrate.ts'

async function folderOf(files: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'))
  const write = (name: string, text: string) => writeFile(join(path, name), text)
  for (const [name, text] of Object.entries(files)) await write(name, text)
  return { path, write, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

const FIRST = 'create table shelves (id integer);\ncreate index on shelves (id);\n'
const SECOND = 'create table books (id integer); insert into books values (1);'

test('files are applied in order, each once, and new ones follow later', async () => {
  await using database = await createEmptyDatabase()
  await using folder = await folderOf({ '001_shelves.sql': FIRST })
  await migrate(database.url, { directory: folder.path })
  await folder.write('002_books.sql', SECOND)
  await migrate(database.url, { directory: folder.path })
  await migrate(database.url, { directory: folder.path })
  expect(await database.sql`select number, name from schema_migrations order by number`).toEqual([
    { number: 1, name: '001_shelves.sql' },
    { number: 2, name: '002_books.sql' },
  ])
  expect(await database.sql`select id from books`).toEqual([{ id: 1 }])
})

test('nodes that start together apply each file once', async () => {
  await using database = await createEmptyDatabase()
  await using folder = await folderOf({ '001_shelves.sql': FIRST, '002_books.sql': SECOND })
  await Promise.all(
    Array.from({ length: 6 }, () => migrate(database.url, { directory: folder.path })),
  )
  expect(await database.sql`select id from books`).toEqual([{ id: 1 }])
})

test('failed file leaves no changes and is named', async () => {
  await using database = await createEmptyDatabase()
  await using folder = await folderOf({
    '001_shelves.sql': FIRST,
    '002_books.sql': 'create table books (id integer); select nonsense;',
  })
  await expect(migrate(database.url, { directory: folder.path })).rejects.toThrow(
    '002_books.sql failed: column "nonsense"',
  )
  expect(
    await database.sql`select to_regclass('books') is null as clean, count(*) as applied from schema_migrations`,
  ).toEqual([{ clean: true, applied: 1 }])
})

test('changed file and database of a newer version are refused; other line ends are no change', async () => {
  await using database = await createEmptyDatabase()
  await using folder = await folderOf({ '001_shelves.sql': FIRST })
  await migrate(database.url, { directory: folder.path })
  await folder.write('001_shelves.sql', FIRST.replaceAll('\n', '\r\n'))
  await migrate(database.url, { directory: folder.path })
  await folder.write('001_shelves.sql', `${FIRST} `)
  await expect(migrate(database.url, { directory: folder.path })).rejects.toThrow(
    '001_shelves.sql 与数据库执行过的 001_shelves.sql 不同',
  )
  await using newer = await folderOf({ '001_shelves.sql': FIRST, '002_books.sql': SECOND })
  await using older = await folderOf({ '001_shelves.sql': FIRST })
  await migrate(database.url, { directory: newer.path })
  await expect(migrate(database.url, { directory: older.path })).rejects.toThrow(
    '数据库已经由更新的版本升级过（002_books.sql），这个版本的程序太旧',
  )
})

test('a gap, a double or a name without a number is refused before anything runs', async () => {
  await using database = await createEmptyDatabase()
  for (const [names, message] of [
    [['001_a.sql', '003_c.sql'], '003_c.sql: expected 002_'],
    [['001_a.sql', '001_b.sql'], '001_b.sql: expected 002_'],
    [['books.sql'], 'books.sql: expected 001_'],
  ] as const) {
    await using folder = await folderOf(Object.fromEntries(names.map((name) => [name, FIRST])))
    await expect(migrate(database.url, { directory: folder.path })).rejects.toThrow(message)
  }
  expect(await database.sql`select to_regclass('shelves') is null as clean`).toEqual([
    { clean: true },
  ])
})
