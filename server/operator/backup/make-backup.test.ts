import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withClient } from '../../db/backup/session.ts'
import { startOperatorServer } from '../../testing/operator-shop.ts'

/** A backup that waits for a table, while something else happens. */
async function whileWaiting(
  { server, operator }: Awaited<ReturnType<typeof startOperatorServer>>,
  words: readonly string[],
  work: () => unknown,
) {
  const [running] = await withClient(server.database.url, async (client) => {
    await client.query('begin; lock table users in access exclusive mode')
    const waiting = operator.run('backup', ...words)
    await expect
      .poll(
        () => server.sql`
          select 1 from pg_stat_activity
          where datname = current_database() and application_name = 'backup'
            and wait_event_type = 'Lock'`,
        { timeout: 30_000, interval: 20 },
      )
      .toHaveLength(1)
    await work()
    return [waiting]
  })
  return running
}

test('unfinished backup is not at its final path; a file created there meanwhile is not overwritten', async () => {
  await using desk = await startOperatorServer()
  const file = join(desk.operator.folder, 'shop.gz')
  const made = await whileWaiting(desk, [file], () => expect(existsSync(file)).toBe(false))
  expect(made.code).toBe(0)
  expect((await desk.operator.run('verify', file)).output).toContain('完整')

  const taken = join(desk.operator.folder, 'taken.gz')
  const refused = await whileWaiting(desk, [taken], () => writeFile(taken, 'of somebody else'))
  expect(refused).toMatchObject({ code: 1, errors: `文件已存在：${taken}\n` })
  expect(await readFile(taken, 'utf8')).toBe('of somebody else')
  expect((await readdir(desk.operator.folder)).toSorted()).toEqual(['shop.gz', 'taken.gz'])
})
