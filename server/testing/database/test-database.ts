import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { inject } from 'vitest'
import { connect, databaseLimits, type Query, type Sql, type SqlOptions } from '../../db/sql.ts'
import { administer, databaseUrl } from './administer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that every test file takes its own database from, and a migrated database to copy. */
    testDatabase: { url: string; template: string }
    /** Removed at the end of the run. */
    testFolder: string
  }
}

export interface TestDatabase extends AsyncDisposable {
  url: string
  sql: Sql
}

/** Tests judge no machine that is slow: production's limits times this, but in a test of a limit. */
export const LIMITS_FACTOR = 4

/** For races that wait until each party waits, however long that takes on a busy machine. */
export const PATIENT = { limitsMs: { statement: 30_000, lock: 30_000, silence: 40_000 } }

/** A migrated database without rows; `await using` gives it back, or drops it when it cannot be emptied. */
export async function createTestDatabase(options?: SqlOptions): Promise<TestDatabase> {
  const database = spare.pop() ?? (await copyDatabase(inject('testDatabase').template))
  schemaAsMade ??= await readSchema(database.sql)
  const sql = options === undefined ? database.sql : connectPatiently(database.url, options)
  return {
    url: database.url,
    sql,
    async [Symbol.asyncDispose]() {
      if (sql !== database.sql) await sql.end()
      if (spare.length < MOST_SPARE && (await isEmptied(database.sql))) spare.push(database)
      else await database[Symbol.asyncDispose]()
    },
  }
}

/** Creates a database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyDatabase('template1')
}

/**
 * What tests of this worker gave back, with its connections: a new connection costs 20 ms of processor time and knows
 * no table yet, a new database 90 ms.
 */
const spare: TestDatabase[] = []
const MOST_SPARE = 2

async function copyDatabase(template: string): Promise<TestDatabase> {
  const server = inject('testDatabase').url
  const name = `${inject('testDatabase').template}_${randomUUID().replaceAll('-', '')}`
  // copying files takes a third of the processor time of writing all pages to the log
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = databaseUrl(server, name)
  const sql = connectPatiently(url)
  return {
    url,
    sql,
    async [Symbol.asyncDispose]() {
      await sql.end()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

/** On a busy machine a test that sends fifty statements at once waits longer than the product should. */
function connectPatiently(url: string, options: SqlOptions = {}): Sql {
  return connect(url, { ...databaseLimits(LIMITS_FACTOR), connectMs: 10_000, ...options })
}

/** That of the migrated template, which a database shares until its schema is changed. */
let schemaAsMade: string | undefined

/** Empties the database as it was made; false when a test changed its schema, filled it or has not left it. */
async function isEmptied(sql: Sql): Promise<boolean> {
  try {
    return await sql.begin(async (tx) => {
      const [found] = await tx<{ isFree: boolean }>`
        select not exists (
          select from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle')
        and not exists (
          select from pg_locks l join pg_database d on d.oid = l.database
          where l.locktype = 'advisory' and d.datname = current_database())
        and (
          select sum(pg_relation_size(oid)) < 8e6 from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace) as "isFree"`
      if (found?.isFree !== true || (await readSchema(tx)) !== schemaAsMade) return false
      await tx`set local session_replication_role = replica`
      await tx`
        do $$ declare filled regclass; has_rows boolean; begin
          for filled in
            select oid from pg_class
            where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'
              and pg_relation_size(oid) > 0
          loop
            execute format('select exists (select from %s)', filled) into has_rows;
            if has_rows then execute format('delete from %s', filled); end if;
          end loop;
        end $$`
      return true
    })
  } catch {
    // its connections are ended, or the server that was given does not let us leave out foreign keys
    return false
  }
}

/** The migrations, how many rows the catalogs have for our schema, and the newest. */
async function readSchema(query: Query): Promise<string> {
  const [schema] = await query<{ text: string }>`
    select concat(
      (select string_agg(made::text, ',' order by made::text) from schema_migrations made),
      count(*), ' ', max(xmin::text::bigint)) as text
    from (
      select xmin from pg_class where relnamespace = 'public'::regnamespace
      union all select xmin from pg_proc where pronamespace = 'public'::regnamespace
      union all select xmin from pg_constraint where connamespace = 'public'::regnamespace
      union all select xmin from pg_trigger
      union all select xmin from pg_attribute where attrelid >= 16384
      union all
      select s.xmin from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
      where d.datname = current_database())`
  return schema!.text
}

/** Resolves once a statement in the database waits for a lock. */
export async function untilWaiting(sql: Sql): Promise<void> {
  for (;;) {
    const waiting = await sql`
      select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`
    if (waiting.length > 0) return
    await delay(5)
  }
}
