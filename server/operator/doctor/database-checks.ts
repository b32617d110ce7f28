import { listPendingMigrations } from '../../db/migrate.ts'
import { messageOf } from '../failure.ts'
import { bad, type Check, type CheckContext, good, note, sizeText } from './check.ts'
import { appliedMigrations, readDatabaseFacts, readDatabaseTime } from './doctor.store.ts'

const OLDEST_VERSION = 15
/** Calls of the shop make several statements each. */
const SLOW_MS = 50
const ROUNDS = 5
/** Of all connections: others soon get none. */
const MANY_CONNECTIONS = 0.8

export const databaseChecks: readonly Check[] = [
  { id: 'database', title: '数据库', run: checkDatabase },
  { id: 'migrations', title: '数据库结构', run: checkMigrations },
  { id: 'connections', title: '数据库连接', run: checkConnections },
  { id: 'durability', title: '数据库的安全', run: checkDurability },
]

async function checkDatabase({ sql }: CheckContext) {
  const { version, isReplica, bytes, timeZone } = await readDatabaseFacts(sql)
  const ms = await measureQuery(sql)
  const found = `PostgreSQL ${version}，一次查询 ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} 毫秒，占用 ${sizeText(bytes)}，时区 ${timeZone}`
  if (isReplica) return bad(`${found}；它是只读的备库`, '请在 DATABASE_URL 里写主库')
  if (Number.parseInt(version, 10) < OLDEST_VERSION) {
    return bad(`${found}；版本太旧`, `请升级到 PostgreSQL ${OLDEST_VERSION} 或更新`)
  }
  if (ms > SLOW_MS) return note(`${found}；太慢`, '请把数据库放到离网站近的机器上，或看它是否太忙')
  return good(found)
}

/** The shortest of some: the others may have waited for the other checks. */
async function measureQuery(sql: CheckContext['sql']): Promise<number> {
  let best = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    await readDatabaseTime(sql)
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

async function checkMigrations({ sql }: CheckContext) {
  const applied = await appliedMigrations(sql)
  if (applied.length === 0) return bad('数据库还是空的', '请启动一次网站，它会建好所有的表')
  try {
    const pending = await listPendingMigrations(applied)
    if (pending.length === 0) return good(`已是这个版本的结构（${applied.length} 步）`)
    return bad(`还缺 ${pending.join('、')}`, '请启动一次新版本的网站，它会自己升级')
  } catch (error) {
    return bad(`与这个版本的程序不一致：${messageOf(error)}`, '请用与数据库相同或更新的版本')
  }
}

async function checkConnections({ sql, config }: CheckContext) {
  const { connections, mostConnections } = await readDatabaseFacts(sql)
  const found = `用了 ${connections} 个，最多 ${mostConnections} 个，这个进程最多 ${config.databasePool} 个`
  if (config.databasePool > mostConnections) {
    return bad(found, '请调小 DATABASE_POOL，或调大数据库的 max_connections')
  }
  if (connections > mostConnections * MANY_CONNECTIONS) {
    return note(
      `${found}；快用完了`,
      '请调小 DATABASE_POOL，调大 max_connections，或在前面放 PgBouncer',
    )
  }
  return good(found)
}

async function checkDurability({ sql, config }: CheckContext) {
  const { hasFsync, hasFullPageWrites, isSuperuser } = await readDatabaseFacts(sql)
  if (!hasFsync || !hasFullPageWrites) {
    const off = [hasFsync ? null : 'fsync', hasFullPageWrites ? null : 'full_page_writes']
    const found = `关掉了 ${off.filter(Boolean).join('、')}，停电时会丢数据`
    return config.isProduction ? bad(found, '请在数据库里打开') : note(found, '只能用于测试')
  }
  // the embedded database has one role
  if (isSuperuser && config.databaseUrl !== null) {
    return note(
      '用的是超级用户，网站的漏洞会连累整个数据库',
      '请给网站单独建一个用户，只拥有自己的库',
    )
  }
  return good('写入会落盘，账号没有多余的权限')
}
