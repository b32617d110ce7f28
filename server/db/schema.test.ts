import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import { describeStatement } from '../testing/database/describe-statement.ts'
import { type TypedStatement, typedStatements } from '../testing/database/typed-statements.ts'
import { withCustomPlans } from './reads.ts'

const databaseOf = oncePerFile(createTestDatabase)

/** `fetch` returns the columns of its cursor's query, which stands in the same file. */
function queryOf({ text, place }: TypedStatement, all: readonly TypedStatement[]): string {
  const cursor = /^\s*fetch \d+ from (\w+)/.exec(text)?.[1]
  if (cursor === undefined) return text
  const [file = ''] = place.split(':')
  const declaration = new RegExp(String.raw`^\s*declare ${cursor} .*cursor for`)
  const declared = all.find((each) => each.place.startsWith(file) && declaration.test(each.text))
  return declared!.text.replace(declaration, '')
}

function differences(
  { row }: TypedStatement,
  columns: Awaited<ReturnType<typeof describeStatement>>,
) {
  return [...row].flatMap(([name, kind]) => {
    const column = columns.get(name)
    if (column === undefined) return `no column "${name}"`
    const isSame = kind === column || kind === null || column === null
    return isSame ? [] : `"${name}" is a ${column} and not a ${kind}`
  })
}

test('PostgreSQL returns the columns that each statement’s row type names, in its types', async () => {
  const database = await databaseOf()
  await using stack = new AsyncDisposableStack()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  stack.defer(() => client.end())
  const statements = typedStatements()

  const wrong = []
  for (const statement of statements) {
    if (statement.row.size === 0) continue
    const columns = await describeStatement(client, queryOf(statement, statements))
    wrong.push(...differences(statement, columns).map((each) => `${statement.place}: ${each}`))
  }

  expect(wrong).toEqual([])
  expect(statements.length).toBeGreaterThan(100)
})

test('statement that runs ten times: planned for its own values each time', async () => {
  const database = await databaseOf()
  const plans = await withCustomPlans(database.sql, async (tx) => {
    for (let run = 0; run < 10; run += 1) {
      await tx`select id from users where (${null}::text is null or email = ${'a'})`
    }
    return tx<{ custom: number; generic: number }>`
      select custom_plans as custom, generic_plans as generic
      from pg_prepared_statements where starts_with(statement, 'select id from users')`
  })
  expect(plans).toEqual([{ custom: 10, generic: 0 }])
})

test('docs/operator.md names the retention of every table', async () => {
  const database = await databaseOf()
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

test('new shop: statements read sessions and users by their keys, and no table is taken for empty', async () => {
  const { sql } = await databaseOf()
  const plan = await sql<{ 'QUERY PLAN': string }>`
    explain (generic_plan) select u.email from sessions s join users u on u.id = s.user_id
    where s.token_hash = decode('00', 'hex')`
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan|Hash Join/)
  expect(
    await sql`select relname from pg_class where relkind = 'r' and reltuples = 0
      and relnamespace = current_schema()::regnamespace`,
  ).toEqual([])
})
