import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDataFolder, query, startDatabase } from '../testing/database/embedded-database.ts'
import { findRunning } from './embedded/postmaster.ts'

test("data survive a stop; the folder is private and the shop's role is no superuser", async () => {
  await using folder = await createDataFolder()
  const first = await startDatabase(folder.path)
  await query(first, (sql) => sql`create table things as select 7 as id`)
  await first.stop()
  expect(await findRunning(join(folder.path, 'postgres'))).toBeNull()
  await using second = await startDatabase(folder.path)
  expect(await query(second, (sql) => sql`select id from things`)).toEqual([{ id: 7 }])
  expect(
    await query(
      second,
      (sql) => sql`select rolsuper as super, current_setting('server_encoding') as encoding
        from pg_roles where rolname = current_user`,
    ),
  ).toEqual([{ super: false, encoding: 'UTF8' }])
  const cluster = await stat(join(folder.path, 'postgres'))
  expect(cluster.mode & 0o777).toBe(0o700)
  expect(cluster.uid).not.toBe(0)
  expect((await stat(join(folder.path, 'postgres/client-password'))).mode & 0o777).toBe(0o600)
  const stranger = new URL(second.url)
  stranger.password = 'guess'
  await expect(query({ url: stranger.href }, (sql) => sql`select 1`)).rejects.toThrow(
    'authentication failed',
  )
})
