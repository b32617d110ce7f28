import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { listTables, type Table } from '../../db/backup/tables.ts'
import { withClient } from '../../db/backup/session.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { startBusyShop } from '../../testing/busy-shop.ts'
import { adjust } from '../../testing/credit.ts'
import { limitPlan, readStock } from '../../testing/limited-plans.ts'
import { SMALL, startShop } from '../../testing/shop.ts'
import { fallIntoDebt, openHold } from '../../testing/applications/spending.ts'
import { claimSecretMark } from '../../process/start/checks/secret-key-mark.store.ts'
import { secretMark } from '../../config/secret-mark.ts'

const shopOf = oncePerFile(startBusyShop)

/** Every row of every table but the audit log and visits, which are written seconds later, as text. */
async function contentOf(url: string): Promise<Record<string, string[]>> {
  return withClient(url, async (client) => {
    const content: Record<string, string[]> = {}
    for (const { name } of (await listTables(client)).filter(isKept)) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from "${name}" t order by 1`,
      )
      content[name] = rows.map(({ row }) => row)
    }
    return content
  })
}

const isKept = ({ name }: Table) => name !== 'operator_actions' && name !== 'traffic_visits'

test('backup beside a running shop with an open hold and a debt is restored row by row, and the restored shop works', async () => {
  const here = await shopOf()
  const { shop, operator } = here
  const file = join(operator.folder, 'whole.gz')
  const nickname = '反斜杠 \\ 制表\t换行\n引号"\'\\N {,} 🌉 NULL'
  await shop.sql`update users set nickname = ${nickname} where email = 'buyer@example.com'`
  await openHold(shop, await shop.login('buyer@example.com'), 40)
  const debtor = await shop.newUser()
  await adjust(shop, debtor, { delta: 100 })
  await fallIntoDebt(shop, debtor, 50)
  await limitPlan(shop, { stock: 5, limitPerUser: 3 })
  await debtor.call(api.recharge.placeOrder, { id: SMALL.id, num: 2 })
  await shop.buy(debtor)
  expect(await readStock(shop)).toMatchObject({ held: 2, sold: 1, left: 2 })
  const before = await contentOf(shop.database.url)
  const made = await operator.json<{ tables: { table: string; rows: number }[] }>(['backup', file])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(made.tables.find(({ table }) => table === 'credit_ledger')).toMatchObject({ rows: 7 })

  const there = await here.elsewhere()
  const restored = await there.operator.json<{ tables: unknown }>(['restore', file])
  expect(restored.tables).toEqual(made.tables)
  expect(await contentOf(there.database.url)).toEqual(before)
  expect(Object.keys(before)).toContain('credit_ledger')
  expect((await there.operator.run('ledger', 'prove')).code).toBe(0)
  // the journal still begins with the backup's own beginning, then comes the restore
  const journal = await there.operator.audit()
  expect(journal.slice(0, 2)).toMatchObject([
    { command: 'restore', outcome: 'done', given: { file } },
    { command: 'backup', outcome: null },
  ])
  // what the database enforces came back with it
  await expect(there.database.sql`delete from credit_ledger`).rejects.toThrow('append-only')
  await using again = await startShop({ database: there.database })
  expect((await again.login('buyer@example.com')).user.nickname).toBe(nickname)
})

test('restore into a non-empty database or with another SECRET_KEY is refused', async () => {
  const here = await shopOf()
  const { shop, operator } = here
  const file = join(operator.folder, 'other.gz')
  await claimSecretMark(shop.sql, secretMark(shop.config.secretKey))
  await operator.run('backup', file)
  const before = await contentOf(shop.database.url)
  expect(await operator.refusal('restore', file)).toMatchObject({ exit: 1, code: 'NOT_EMPTY' })
  expect(await contentOf(shop.database.url)).toEqual(before)

  const key = 'another-0123456789-abcdefghijklmnopqrstuvwxyz'
  const there = await here.elsewhere({ SECRET_KEY: key })
  expect(await there.operator.refusal('restore', file)).toMatchObject({ code: 'SECRET_KEY' })
  expect((await there.operator.run('verify', file)).output).toContain('与现在的不同')
  expect((await there.operator.run('restore', file, '--other-key')).code).toBe(0)
  const { secret_key_mark: _, ...restored } = await contentOf(there.database.url)
  expect(before).toMatchObject(restored)
  // or the restored shop would not start
  expect(await there.database.sql`select mark from secret_key_mark`).toEqual([
    { mark: secretMark(key) },
  ])
})

test('existing file is not overwritten; without a name the backup is in the data folder', async () => {
  const { operator } = await shopOf()
  const file = join(operator.folder, 'taken.gz')
  await writeFile(file, 'precious')
  expect(await operator.refusal('backup', file)).toMatchObject({ exit: 1, code: 'EXISTS' })
  expect(await readFile(file, 'utf8')).toBe('precious')
  const made = await operator.json<{ file: string }>(['backup'])
  expect(made.file).toMatch(/\/backups\/shop-\d{8}T\d{6}Z\.gz$/)
  expect((await operator.run('verify', made.file)).output).toContain('完整')
  const journal = await operator.audit()
  expect(journal.slice(0, 2)).toMatchObject([
    { command: 'backup', outcome: 'done', result: { file: made.file } },
    { command: 'backup', outcome: 'refused', result: { code: 'EXISTS' } },
  ])
})
