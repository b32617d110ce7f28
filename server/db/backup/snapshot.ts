import type { AppliedMigration } from '../migrate.ts'
import { copyOut, type CopiedRows } from './copy.ts'
import { COPY_SETTINGS, withClient } from './session.ts'
import { listTables, quoteTable, quoteName, type Table } from './tables.ts'

/** The whole database at one time. */
export interface Snapshot {
  at: Date
  /** Version of PostgreSQL. */
  server: string
  migrations: readonly AppliedMigration[]
  tables: readonly Table[]
  rowsOf(table: Table): CopiedRows
}

/**
 * Reads the database in one transaction that blocks nobody. A migration waits for its end without a lock on
 * any table, and it waits for the end of a migration, so that tables and version fit each other.
 */
export async function readSnapshot<T>(
  url: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return withClient(url, async (client) => {
    await client.query(`begin isolation level repeatable read read only; ${COPY_SETTINGS}`)
    // the snapshot is taken by the first statement that reads, after this lock
    await client.query('lock table schema_migrations in share mode')
    const { rows: migrations } = await client.query<AppliedMigration>(
      'select number, name, hash from schema_migrations order by number',
    )
    const { rows: facts } = await client.query<{ at: Date; server: string }>(
      `select now() as at, current_setting('server_version') as server`,
    )
    const tables = await listTables(client)
    await client.query(
      `lock table ${tables.map(({ name }) => quoteName(name)).join(', ')} in access share mode`,
    )
    const result = await work({
      ...facts[0]!,
      migrations,
      tables,
      rowsOf: (table) => copyOut(client, `copy ${quoteTable(table)} to stdout`),
    })
    await client.query('commit')
    return result
  })
}
