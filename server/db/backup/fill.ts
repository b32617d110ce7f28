import type { Client } from 'pg'
import { copyIn } from './copy.ts'
import { PLAIN, withClient } from './session.ts'
import { listTables, named, quoted, type Table } from './tables.ts'

/** The database holds something already; nothing was changed. */
export class NotEmpty extends Error {
  override name = 'NotEmpty'
  readonly tables: readonly string[]

  constructor(tables: readonly string[]) {
    super(`there are rows in ${tables.join(', ')}`)
    this.tables = tables
  }
}

export interface Filling {
  /** Puts rows in PostgreSQL's text format into the table and returns how many there were. */
  fill(table: Table, rows: AsyncIterable<Buffer>): Promise<number>
}

/** The tables that hold something; none for a database in which there are no tables yet. */
export function filledTables(url: string): Promise<string[]> {
  return withClient(url, async (client) => filledOf(client, await listTables(client)))
}

async function filledOf(client: Client, tables: readonly Table[]): Promise<string[]> {
  if (tables.length === 0) return []
  const questions = tables.map(
    ({ name }) => `(select ${client.escapeLiteral(name)} as name from ${quoted(name)} limit 1)`,
  )
  const { rows } = await client.query<{ name: string }>(questions.join(' union all '))
  return rows.map(({ name }) => name)
}

/** Fills a database whose tables are all empty, in one transaction: all of it or nothing. Throws NotEmpty. */
export async function fillEmpty(
  url: string,
  work: (filling: Filling) => Promise<void>,
): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`begin; ${PLAIN}; set local lock_timeout = '5s'`)
    const tables = await listTables(client)
    const names = tables.map(({ name }) => quoted(name))
    await client.query(`lock table ${names.join(', ')} in exclusive mode`)
    const filled = await filledOf(client, tables)
    if (filled.length > 0) throw new NotEmpty(filled)
    await work({
      fill: (table, parts) => copyIn(client, `copy ${named(table)} from stdin`, parts),
    })
    await client.query('commit')
    // a fresh copy has no statistics yet
    await client.query('analyze')
  })
}
