import type { Config } from '../../../config/config.ts'
import type { Query } from '../../../db/sql.ts'
import { isMarkOfKeys, secretMark } from '../../../config/secret-mark.ts'
import { StartRefusal } from '../../../config/start-refusal.ts'
import { claimSecretMark, replaceSecretMark } from './secret-key-mark.store.ts'
import { readDatabaseFacts } from '../../../operator/doctor/doctor.store.ts'

/**
 * Throws StartRefusal when no key of SECRET_KEY is the one that the database knows. A new database stores the key in
 * force; where the known one is an older one, the key in force takes its place.
 */
export async function checkSecretKey(sql: Query, { secretKey }: Config): Promise<void> {
  const mark = secretMark(secretKey)
  const known = await claimSecretMark(sql, mark)
  if (!isMarkOfKeys(secretKey, known)) {
    throw new StartRefusal(
      'SECRET_KEY 与这个数据库一直使用的不同，启动后所有人的密码都会失效：请换回原来的 SECRET_KEY（没有设置时它在 DATA_DIR/secrets/secret-key）；要换一个，写成“新的,旧的”；旧的丢了，先运行 npm run operator -- secret-key accept',
    )
  }
  if (known !== mark) await replaceSecretMark(sql, mark)
}

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
