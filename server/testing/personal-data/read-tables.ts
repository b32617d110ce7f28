import { Client } from 'pg'
import type { Query } from '../../db/sql.ts'

/** How PostgreSQL begins bytes as text. */
const BYTES = String.raw`\x`

/** Column types without a text in them; every other one needs a declared fate. */
const TEXTLESS = new Set([
  ...['uuid', 'bigint', 'integer', 'smallint', 'numeric', 'boolean'],
  ...['date', 'timestamp with time zone'],
])

/** The tables of the database with the columns that can hold a text. */
export async function listTextColumns(sql: Query): Promise<Map<string, string[]>> {
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

export interface StoredText {
  table: string
  column: string
  text: string
}

/** All values of all columns as text, whatever their type; bytes as the text that they are in UTF-8. */
export async function readAllTexts(url: string, tables: Iterable<string>): Promise<StoredText[]> {
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
