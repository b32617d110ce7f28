import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Sql } from '../db/sql.ts'
import { administer, databaseUrl } from './database-server.ts'

export interface TestDatabase extends AsyncDisposable {
  url: string
  sql: Sql
}

/** A migrated database of one's own; `await using` drops it at the end. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testDatabase')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(server.url, `create database ${name} template ${server.template}`)
  const url = databaseUrl(server.url, name)
  const sql = connect(url)
  return {
    url,
    sql,
    async [Symbol.asyncDispose]() {
      await sql.end()
      await administer(server.url, `drop database ${name} with (force)`)
    },
  }
}
