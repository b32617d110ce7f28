import type { Client } from 'pg'
import { copyIn } from './copy.ts'
import { COPY_SETTINGS, withClient } from './session.ts'
import { listTables, quoteTable, quoteName, type Table } from './tables.ts'

/** The database already has rows; nothing was changed. */
export class DatabaseNotEmpty extends Error {
  override name = 'DatabaseNotEmpty'
  readonly tables: readonly string[]

  constructor(tables: readonly string[]) {
    super(`there are rows in ${tables.join(', ')}`)
    this.tables = tables
  }
}

export interface TableFiller {
  /** Puts rows in PostgreSQL's text format into the table and returns how many there were. */
  fill(table: Table, rows: AsyncIterable<Buffer>): Promise<number>
}

/** The tables that have rows; none for a database without tables. */
export function listNonEmptyTables(url: string): Promise<string[]> {
  return withClient(url, async (client) => nonEmptyTablesOf(client, await listTables(client)))
}

async function nonEmptyTablesOf(client: Client, tables: readonly Table[]): Promise<string[]> {
  if (tables.length === 0) return []
  const questions = tables.map(
    ({ name }) => `(select ${client.escapeLiteral(name)} as name from ${quoteName(name)} limit 1)`,
  )
  const { rows } = await client.query<{ name: string }>(questions.join(' union all '))
  return rows.map(({ name }) => name)
}

/** Fills a database whose tables are all empty, in one transaction: all of it or nothing. Throws DatabaseNotEmpty. */
export async function fillEmptyDatabase(
  url: string,
  work: (filling: TableFiller) => Promise<void>,
): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`begin; ${COPY_SETTINGS}; set local lock_timeout = '5s'`)
    const tables = await listTables(client)
    const names = tables.map(({ name }) => quoteName(name))
    await client.query(`lock table ${names.join(', ')} in exclusive mode`)
    const filled = await nonEmptyTablesOf(client, tables)
    if (filled.length > 0) throw new DatabaseNotEmpty(filled)
    await work({
      fill: (table, parts) => copyIn(client, `copy ${quoteTable(table)} from stdin`, parts),
    })
    await client.query('commit')
    // the planner has no statistics of the new rows yet
    await client.query('analyze')
  })
}
