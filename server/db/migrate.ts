import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { Client } from 'pg'
import { StartRefusal } from '../start-refusal.ts'

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

/** Any constant will do: everybody who migrates takes the same lock. */
const LOCK = 7_310_518

const OWN_FOLDER = fileURLToPath(new URL('migrations', import.meta.url))

/**
 * Brings the database up to the numbered files of the folder, each in a transaction of its own.
 * Nodes that start together take turns; a changed or missing file ends the start with its name.
 */
export async function migrate(
  url: string,
  directory = OWN_FOLDER,
  /** Number of the last file to apply. */
  last = Infinity,
): Promise<void> {
  const migrations = (await read(directory)).filter(({ number }) => number <= last)
  const client = new Client({
    connectionString: url,
    application_name: 'migrate',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    while (await applyNext(client, migrations));
  } finally {
    await client.end()
  }
}

/** Names of the files that a database still needs; throws when it is of another or a newer version. */
export async function pendingMigrations(applied: readonly AppliedMigration[]): Promise<string[]> {
  const migrations = await read(OWN_FOLDER)
  return migrations.slice(verify(applied, migrations)).map(({ name }) => name)
}

async function read(directory: string): Promise<Migration[]> {
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
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const next = migrations[verify(await readApplied(client), migrations)]
    if (next !== undefined) await apply(client, next)
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

/** How many files the database has already, each of them unchanged. */
function verify(applied: readonly AppliedMigration[], migrations: readonly Migration[]): number {
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

async function apply(client: Client, { number, name, hash, text }: Migration): Promise<void> {
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
