import type { Config } from '../../../config/config.ts'
import type { Query } from '../../../db/sql.ts'
import { readDatabaseFacts } from '../../../operator/doctor/doctor.store.ts'
import { StartRefusal } from '../../../config/start-refusal.ts'

/** Throws StartRefusal when the pool alone is larger than what the database accepts; behind a pooler it may be. */
export async function checkPool(
  sql: Query,
  { databasePool, databasePrepare, isProduction }: Config,
): Promise<void> {
  if (!isProduction || !databasePrepare) return
  const { mostConnections } = await readDatabaseFacts(sql)
  if (databasePool <= mostConnections) return
  throw new StartRefusal(
    `DATABASE_POOL=${databasePool} 超过数据库的 max_connections（${mostConnections}）：请调小 DATABASE_POOL；前面有 PgBouncer 时请设 DATABASE_PREPARE=false`,
  )
}
