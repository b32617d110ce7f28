import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database/test-database.ts'

test('docs/operator.md names the retention of every table', async () => {
  await using database = await createTestDatabase()
  const page = await readFile('docs/operator.md', 'utf8')
  const table = page.slice(page.indexOf('<!-- kept -->')).split('\n\n')[1] ?? ''
  const named = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)])
    .map(([, name = '']) => name)

  const tables = await database.sql<{ name: string }>`
    select relname::text as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`
  expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})
