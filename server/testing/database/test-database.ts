import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { inject } from 'vitest'
import { connect, databaseLimits, type Sql, type SqlOptions } from '../../db/sql.ts'
import { administer, databaseUrl } from '#harness/administer.ts'

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

/** Creates a migrated database; `await using` drops it at the end. */
export function createTestDatabase(options: SqlOptions = {}): Promise<TestDatabase> {
  return copyDatabase(inject('testDatabase').template, options)
}

/** Creates a database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyDatabase('template1')
}

async function copyDatabase(template: string, options: SqlOptions = {}): Promise<TestDatabase> {
  const server = inject('testDatabase').url
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // copying files takes a third of the processor time of writing all pages to the log
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = databaseUrl(server, name)
  // on a busy machine a test that sends fifty statements at once waits longer than the product should
  const sql = connect(url, { ...databaseLimits(LIMITS_FACTOR), connectMs: 10_000, ...options })
  return {
    url,
    sql,
    async [Symbol.asyncDispose]() {
      await sql.end()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
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
