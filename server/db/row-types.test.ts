import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { describeStatement } from '../testing/database/describe-statement.ts'
import { type TypedStatement, typedStatements } from '../testing/database/typed-statements.ts'

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
  await using database = await createTestDatabase()
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
