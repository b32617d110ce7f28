import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../db/sql.ts'
import { migrate } from '../../db/migrate.ts'
import { createEmptyDatabase } from '../../testing/database/test-database.ts'
import { startFailure } from './start-failure.ts'

test('a database role without the create privilege gives one sentence with the required privilege', async () => {
  await using database = await createEmptyDatabase()
  await database.sql`revoke create on schema public from pg_database_owner, public`

  const failure = await migrate(database.url).catch(startFailure)

  expect(failure).toBe(
    '数据库账号的权限不够：它须拥有 DATABASE_URL 里的库，例如 create database shop owner shop（permission denied for schema public）',
  )
})

test('the answer of a pooler in transaction mode names the setting', () => {
  for (const message of [
    'unsupported startup parameter: statement_timeout',
    'prepared statement "x" does not exist',
  ]) {
    const failure = startFailure(new DatabaseUnavailable(new Error(message)))
    expect(failure).toContain('DATABASE_PREPARE=false')
    expect(failure).toContain(message)
  }
})
