import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { closeAccount, exportData } from '#contract/account/personal-data.ts'
import { startedAccountJobs } from '../../testing/account-jobs.ts'
import type { Query } from '../../db/sql.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { type TestServer } from '../../testing/harness.ts'
import { startOperatorShop } from '../../testing/operator-shop.ts'
import { type ColumnFate, FATES, type RowFate } from '../../testing/personal-data/fates.ts'
import { EMAIL, fillAccount, LAW_MARKS, MARKS } from '../../testing/personal-data/fill-account.ts'
import { proveLedger } from '../../testing/shop.ts'
import { passwordDigest } from '../password/passwords.ts'

vi.setConfig({ testTimeout: 120_000 })
const DAY = 24 * 60 * 60 * 1000
const WHERE = 'server/testing/personal-data/fates.ts'

/** How PostgreSQL begins bytes as text. */
const BYTES = String.raw`\x`

/** Column types without a text in them; every other one needs a declared fate. */
const TEXTLESS = new Set([
  ...['uuid', 'bigint', 'integer', 'smallint', 'numeric', 'boolean'],
  ...['date', 'timestamp with time zone'],
])

interface StoredText {
  table: string
  column: string
  text: string
}

const fateOf = ({ table, column }: Pick<StoredText, 'table' | 'column'>) =>
  FATES[table]?.columns[column]
const placeOf = ({ table, column }: StoredText) => `${table}.${column}`
const marksOf = (text: string) => text.match(MARKS) ?? []
const isLeftOut = (fate: ColumnFate | undefined) =>
  typeof fate === 'object' && fate.leftOut !== undefined
const isPersonal = (fate: ColumnFate | undefined) => fate === 'exported' || typeof fate === 'object'

test('every table and every column that can hold a text has a declared fate', async () => {
  await using database = await createTestDatabase()
  const tables = await listTextColumns(database.sql)
  const undeclared = [...tables].flatMap(([table, columns]) => [
    ...(FATES[table] ? [] : [table]),
    ...columns.filter((column) => !fateOf({ table, column })).map((name) => `${table}.${name}`),
  ])
  const unknown = Object.entries(FATES).flatMap(([table, { columns }]) =>
    Object.keys(columns).flatMap((column) =>
      tables.get(table)?.includes(column) ? [] : [`${table}.${column}`],
    ),
  )

  const advice = `say in ${WHERE} what becomes of it: in the export or why not, and at the erasure`
  expect(undeclared, `${advice}. If it is the customer's, fill it in fill-account.ts`).toEqual([])
  expect(unknown, `declared in ${WHERE} and not in the database`).toEqual([])
})

test("all of a customer's data are exported, and erased with the account, but for what law asks to keep", async () => {
  await using fixture = await startOperatorShop()
  const { shop, operator } = fixture
  const ann = await fillAccount(shop, operator)
  const tables = await listTextColumns(shop.sql)
  const before = await readAllTexts(shop.database.url, tables.keys())
  const orders = () => shop.sql`select state, amount, credit from orders order by id`
  const ordersBefore = await orders()

  expectMarksWhereDeclared(before)
  expectRows(before, 'deleted')
  const { body } = await ann.call(exportData, {})
  const file = JSON.stringify(body.data)
  const missing = before.flatMap((stored) => {
    const fate = fateOf(stored)
    if (!isPersonal(fate) || isLeftOut(fate)) return []
    const lacking = marksOf(stored.text).filter((mark) => !file.includes(mark))
    return lacking.map((mark) => `${placeOf(stored)}: ${mark}`)
  })
  expect(missing, `not in the export, and no reason why in ${WHERE}`).toEqual([])

  const closed = await ann.call(closeAccount, { password: passwordDigest(ann.password) })
  expect(closed.status).toBe(200)
  shop.advance(7 * DAY)
  await runJobs(shop)

  // the last mail, which is on its way
  const mails = await shop.mails(EMAIL)
  expect(mails).toMatchObject([{ subject: expect.stringMatching(/已注销$/) }])
  await shop.sql`delete from jobs where payload ->> 'to' = ${EMAIL}`
  const after = await readAllTexts(shop.database.url, tables.keys())
  const left = after.flatMap((stored) => {
    const fate = fateOf(stored)
    const mayStay = typeof fate === 'object' && 'law' in fate
    const marks = marksOf(stored.text).filter((mark) => !(mayStay && LAW_MARKS.test(mark)))
    return marks.map((mark) => `${placeOf(stored)}: ${mark}`)
  })
  expect(left, 'still there after the erasure').toEqual([])
  const emptied = new Set(after.map(({ table }) => table))
  const undeleted = tablesOf('deleted').filter((table) => table !== 'jobs' && emptied.has(table))
  expect(undeleted, 'has rows of the customer after the erasure').toEqual([])
  expectKeptByLaw(after)
  expect(await orders()).toEqual(ordersBefore)
  expect(await shop.sql`select 1 from api_keys where revoked_at is null`).toEqual([])
  expect(await shop.sql`select 1 from credit_holds where state = 'open'`).toEqual([])
  expect(await shop.sql`select 1 from credit_accounts where held <> 0`).toEqual([])
  await proveLedger(shop)
})

const FATE_OF: Readonly<Record<string, RowFate>> = {
  删除: 'deleted',
  清空: 'emptied',
  保留: 'kept',
  到期: 'ends',
  '—': '—',
}

test('docs/operator.md says what the erasure does to each table', async () => {
  const page = await readFile('docs/operator.md', 'utf8')
  const rows = (page.slice(page.indexOf('<!-- kept -->')).split('\n\n')[1] ?? '').split('\n')
  const said = rows.slice(2).flatMap((row) => {
    const [, names = '', fate = ''] = row.split('|')
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, FATE_OF[fate.trim()]])
  })
  const declared = Object.entries(FATES).map(([table, { rows: fate }]) => [table, fate])

  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(declared))
})

async function runJobs({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  for (const { run } of startedAccountJobs(deps)) await run(new AbortController().signal)
}

function tablesOf(fate: RowFate): string[] {
  return Object.entries(FATES).flatMap(([table, { rows }]) => (rows === fate ? [table] : []))
}

/** Otherwise the rest of the test would prove nothing about a column. */
function expectMarksWhereDeclared(stored: readonly StoredText[]): void {
  const marked = new Set(stored.filter(({ text }) => marksOf(text).length > 0).map(placeOf))
  const places = Object.entries(FATES).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => ({ table, column, text: '' })),
  )
  const unmarked = places.filter((at) => isPersonal(fateOf(at))).map(placeOf)
  expect(
    unmarked.filter((place) => !marked.has(place)),
    'fill-account.ts puts no mark there',
  ).toEqual([])
  const astray = stored.filter((at) => {
    const fate = fateOf(at)
    return marksOf(at.text).length > 0 && !isPersonal(fate) && fate !== 'ends'
  })
  expect([...new Set(astray.map(placeOf))], `personal, and ${WHERE} says otherwise`).toEqual([])
}

function expectRows(stored: readonly StoredText[], fate: RowFate): void {
  const filled = new Set(stored.map(({ table }) => table))
  const empty = tablesOf(fate).filter((table) => !filled.has(table))
  expect(empty, 'fill-account.ts makes no row there').toEqual([])
}

function expectKeptByLaw(stored: readonly StoredText[]): void {
  const kept = new Set(stored.flatMap(({ text }) => marksOf(text)))
  const marks = ['mklawtitlemk', 'mklawfilemk', 'mklawpdfmk', 'mklawreversalmk']
  expect(marks.filter((mark) => !kept.has(mark))).toEqual([])
}

/** The tables of the database with the columns that can hold a text. */
async function listTextColumns(sql: Query): Promise<Map<string, string[]>> {
  const columns = await sql<{ table: string; name: string; type: string }>`
    select c.table_name as "table", c.column_name as name, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
    order by c.table_name, c.ordinal_position`
  const byTable = Map.groupBy(columns, ({ table }) => table)
  return new Map(
    [...byTable].map(([table, all]) => [
      table,
      all.flatMap(({ name, type }) => (TEXTLESS.has(type) ? [] : [name])),
    ]),
  )
}

/** All values of all columns as text, whatever their type; bytes as the text that they are in UTF-8. */
async function readAllTexts(url: string, tables: Iterable<string>): Promise<StoredText[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const found: StoredText[] = []
    for (const table of tables) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${client.escapeIdentifier(table)} t`,
      )
      for (const [column, value] of rows.flatMap(({ row }) => Object.entries(row))) {
        if (value !== null) found.push({ table, column, text: textOf(value) })
      }
    }
    return found
  } finally {
    await client.end()
  }
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.startsWith(BYTES) ? Buffer.from(text.slice(2), 'hex').toString('utf8') : text
}
