import type { Query } from '../../db/sql.ts'

/** Rejects when the database does not answer. */
export async function pingDatabase(sql: Query): Promise<void> {
  await sql`select 1`
}
