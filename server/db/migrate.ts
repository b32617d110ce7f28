import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { withClient } from './backup/session.ts'
import { StartRefusal } from '../config/start-refusal.ts'

interface Migration {
  number: number
  name: string
  hash: string
  text: string
}

export interface AppliedMigration {
  number: number
  name: string
  hash: string
}

/** Any constant: all nodes that migrate take the same advisory lock. */
const MIGRATION_LOCK = 7_310_518

/**
 * A statement that waits for a lock also blocks every later statement on that table. So a migration that
 * does not get its lock gives up soon, lets the shop go on, and tries again.
 */
const LOCK_TIMEOUT_MS = 200
const RETRY_PAUSE_MS = 1_000
/** How often the start reports which connections the migration waits for. */
const REPORT_EVERY_MS = 30_000
const GIVE_UP_AFTER_MS = 60 * 60 * 1000

const APPLICATION_NAME = 'migrate'

const OWN_FOLDER = fileURLToPath(new URL('migrations', import.meta.url))

export interface MigrateOptions {
  directory?: string
  /** Number of the last file to apply. */
  last?: number
  /** Called every 30 s with the connections that a migration waits for. */
  onWait?: (holders: string) => void
}

/**
 * Applies the numbered files of the folder that the database does not have, each in its own transaction. Nodes
 * that start together take turns, and a running backup ends first. Throws for a changed or missing file.
 */
export async function migrate(
  url: string,
  { directory = OWN_FOLDER, last = Infinity, onWait = () => {} }: MigrateOptions = {},
): Promise<void> {
  const migrations = (await readMigrations(directory)).filter(({ number }) => number <= last)
  const client = new Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const waiting = { holders: () => lockHolders(url, rows[0]!.pid), onWait }
    while (await retryUntilLocked(() => applyNext(client, migrations), waiting));
  } finally {
    await client.end()
  }
}

/** Repeats `work` until it gets its locks. */
async function retryUntilLocked<T>(
  work: () => Promise<T>,
  { holders, onWait }: { holders: () => Promise<string>; onWait: (holders: string) => void },
): Promise<T> {
  const begunAt = performance.now()
  let reportAt = begunAt
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const now = performance.now()
      if (!isLockRefused(error) || now - begunAt > GIVE_UP_AFTER_MS) throw error
      if (now >= reportAt) {
        onWait(await holders().catch(() => ''))
        reportAt = now + REPORT_EVERY_MS
      }
      // oxlint-disable-next-line house/random-from-crypto -- spreads pauses, no secret
      await delay(RETRY_PAUSE_MS * (0.5 + Math.random()))
    }
  }
}

/** Lock timeout or deadlock. */
function isLockRefused(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof DatabaseError && (cause.code === '55P03' || cause.code === '40P01')
}

/**
 * Connections with a transaction open for more than a second, the longest first, as text; with them other nodes that
 * migrate, each step of which may be shorter.
 */
function lockHolders(url: string, own: number): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; pid: number; seconds: number }>(
      `select coalesce(nullif(application_name, ''), usename::text, '?') as name, pid,
         extract(epoch from now() - coalesce(xact_start, backend_start))::int as seconds
       from pg_stat_activity
       where datname = current_database() and pid not in (pg_backend_pid(), $1)
         and (xact_start < now() - interval '1 second' or application_name = '${APPLICATION_NAME}')
       order by coalesce(xact_start, backend_start) limit 5`,
      [own],
    )
    return rows.map(({ name, pid, seconds }) => `${name}（pid ${pid}，${seconds} 秒）`).join('、')
  })
}

/** Names of the files that a database does not have; throws when the database is of another or a newer version. */
export async function listPendingMigrations(
  applied: readonly AppliedMigration[],
): Promise<string[]> {
  const migrations = await readMigrations(OWN_FOLDER)
  return migrations.slice(countApplied(applied, migrations)).map(({ name }) => name)
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{3})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
      if (number !== index + 1) {
        throw new Error(
          `migration ${name}: expected ${String(index + 1).padStart(3, '0')}_<name>.sql here, without gaps or doubles`,
        )
      }
      // A checkout on Windows may bring other line ends; the statement is the same.
      const text = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      return { number, name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Returns false when nothing was left to apply. */
async function applyNext(client: Client, migrations: Migration[]): Promise<boolean> {
  // instead of the limits that the role has for the shop's statements
  await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`)
  try {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const next = migrations[countApplied(await readApplied(client), migrations)]
    if (next !== undefined) {
      // a backup holds this lock in share mode while it reads: wait for it before locking a table
      await client.query('lock table schema_migrations in exclusive mode')
      await applyMigration(client, next)
    }
    await client.query('commit')
    return next !== undefined
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function readApplied(client: Client): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  )
  if (found[0]?.exists !== true) {
    await client.query(`create table schema_migrations (
      number integer primary key, name text not null, hash text not null,
      applied_at timestamptz not null default now())`)
  }
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, hash from schema_migrations order by number',
  )
  return rows
}

/** Returns the number of applied files; throws when one of them has changed. */
function countApplied(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): number {
  for (const [index, { name, hash }] of applied.entries()) {
    const file = migrations[index]
    if (file === undefined) {
      throw new StartRefusal(
        `数据库已经由更新的版本升级过（${name}），这个版本的程序太旧：请运行那个版本或更新的版本；要回到旧版本，只能恢复升级前的备份`,
      )
    }
    if (file.name !== name || file.hash !== hash) {
      throw new StartRefusal(
        `server/db/migrations/${file.name} 与数据库执行过的 ${name} 不同：请放回原来的文件，改动写进新的文件`,
      )
    }
  }
  return applied.length
}

async function applyMigration(
  client: Client,
  { number, name, hash, text }: Migration,
): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    throw new Error(
      `migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
  await client.query('insert into schema_migrations (number, name, hash) values ($1, $2, $3)', [
    number,
    name,
    hash,
  ])
}
