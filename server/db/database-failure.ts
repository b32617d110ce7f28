const HINT = '请检查 DATABASE_URL'

/** Sentences for failed connections, by the code of PostgreSQL, the driver or Node. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: `数据库拒绝连接，它没有运行，或不在这个端口：请先启动 PostgreSQL，再检查 DATABASE_URL 里的主机和端口`,
  ENOTFOUND: `找不到数据库的主机：${HINT} 里的主机名`,
  EAI_AGAIN: `现在查不到数据库的主机名：请检查网络和 DNS，以及 DATABASE_URL 里的主机名`,
  EHOSTUNREACH: `到不了数据库的主机：请检查网络，以及 DATABASE_URL 里的主机`,
  ENETUNREACH: `到不了数据库的主机：请检查网络，以及 DATABASE_URL 里的主机`,
  ECONNRESET: `数据库中断了连接：${HINT} 里的端口是不是 PostgreSQL 的，再看数据库的日志`,
  ENOENT: `没有这个数据库的本机套接字：${HINT} 里的主机`,
  '28P01': `数据库不认这个用户名和密码：${HINT}，密码里的特殊字符要写成 %xx`,
  '28000': `数据库不让这个用户从这里登录：${HINT} 里的用户名，以及数据库的 pg_hba.conf`,
  '3D000': `数据库里没有这个名称的库：请先建好，例如 create database shop owner shop，或改正 DATABASE_URL`,
  '53300': `数据库的连接已经用完：请调小 DATABASE_POOL，或调大数据库的 max_connections`,
  '57P03': `数据库还没有准备好：请等它启动完再启动网站`,
  '53100': `数据库的磁盘已经满了：请先在数据库的机器上腾出空间`,
  '25006': `数据库是只读的（可能是备库）：请在 DATABASE_URL 里写主库`,
  '42501': `数据库账号的权限不够：它须拥有 DATABASE_URL 里的库，例如 create database shop owner shop`,
}
const SILENT = `数据库没有答复：请检查 DATABASE_URL 里的主机和端口，以及中间的防火墙；那里可能不是 PostgreSQL`
const NO_TLS = `不能以 TLS 连接数据库：请检查 DATABASE_URL 里的 sslmode 和数据库的证书`

const POOLER = `DATABASE_URL 后面是事务模式的连接池（PgBouncer）：请设 DATABASE_PREPARE=false，并按 docs/production.md 给数据库账号设时限`

/** What PgBouncer says to settings of a connection, and PostgreSQL to statements that another connection has prepared. */
const POOLED = /^unsupported startup parameter|^prepared statement /

/** Says in one sentence what to do; null for an error that is not the database's. */
export function databaseFailureText(error: Error): string | null {
  const sentence = reasonOf(error)
  if (sentence === null)
    return error.cause instanceof Error ? databaseFailureText(error.cause) : null
  const words = messageOf(error)
  return words === '' ? sentence : `${sentence}（${words}）`
}

function reasonOf(error: Error): string | null {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ETIMEDOUT' || /^(timeout expired|Connection terminated)/.test(error.message))
    return SILENT
  if (/CERT|SSL|TLS/.test(code) || /SSL/.test(error.message)) return NO_TLS
  if (POOLED.test(error.message)) return POOLER
  return REASONS[code] ?? null
}

/** An AggregateError (several addresses of one host name) has no message of its own. */
function messageOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : []
  return error.message || (first instanceof Error ? first.message : '')
}
