import type { AppliedMigration } from '../db/migrate.ts'
import type { Query } from '../db/sql.ts'

/** Empty for a database without a shop. */
export async function appliedMigrations(sql: Query): Promise<AppliedMigration[]> {
  const [row] = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null as exists`
  if (!row!.exists) return []
  return sql<AppliedMigration>`select number, name, hash from schema_migrations order by number`
}
