import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withClient } from '../../db/backup/session.ts'
import { readSnapshot } from '../../db/backup/snapshot.ts'
import { migrate } from '../../db/migrate.ts'
import { startBusyShop } from '../../testing/busy-shop.ts'
import type { TestDatabase } from '../../testing/database/test-database.ts'
import { CARDS } from '../../testing/shop.ts'
import { readHeader } from './archive-lines.ts'
import { writeArchive } from './archive.ts'
import { secretMark } from '../../config/secret-mark.ts'

const LONG = 120_000

test(
  'backup during purchases has the state of one time',
  async () => {
    await using here = await startBusyShop()
    const { shop, operator, file } = here
    // so much that reading takes a while
    await withClient(shop.database.url, (client) =>
      client.query(`
        insert into login_events (id, user_id, ip, user_agent, created_at)
        select gen_random_uuid(), (select id from users limit 1), '127.0.0.1', repeat('x', 400), now()
        from generate_series(1, 50000)`),
    )
    let isOver = false
    const buying = (async () => {
      for (let round = 0; !isOver; round++) {
        const buyer = await shop.newUser()
        await shop.pay(buyer, await shop.checkout(buyer), CARDS.good)
      }
    })()
    const made = await operator.run('backup', file)
    isOver = true
    await buying
    expect(made.code).toBe(0)
    expect(made.output).toMatch(/内容：\d+ 张表，5\d,\d{3} 行/)

    const there = await here.elsewhere()
    expect((await there.operator.run('restore', file)).code).toBe(0)
    expect((await there.operator.run('ledger', 'prove')).code).toBe(0)
    const [odd] = await there.database.sql<{ count: number }>`
      select count(*) as count from orders where (state = 'paid') is distinct from exists (
        select from credit_ledger where order_id = orders.id and type = 'purchase')`
    expect(odd!.count).toBe(0)
  },
  LONG,
)

/** Damages that are found when rows have gone into the database already. */
const SHOWN_LATE = new Set(['cut.gz', 'forged.gz', 'endless.gz', 'longer.gz'])

test(
  'damaged file restores nothing; the intact file can be restored afterwards',
  async () => {
    await using here = await startBusyShop()
    const { operator, file } = here
    await operator.run('backup', file)
    const good = await readFile(file)
    const text = gunzipSync(good)
    const at = text.indexOf('buyer@example.com')
    expect(at).toBeGreaterThan(0)
    const forged = Buffer.concat([
      text.subarray(0, at),
      Buffer.from('other@example.com'),
      text.subarray(at + 17),
    ])
    const lastLine = text.lastIndexOf('\n', text.length - 2) + 1
    const retold = Buffer.from(
      text.toString('latin1').replace('"server":"', '"server":"1'),
      'latin1',
    )
    const body = forged.subarray(0, lastLine)
    const sealed = JSON.stringify({ sha256: createHash('sha256').update(body).digest('hex') })
    const damages: [string, Buffer][] = [
      ['retold.gz', gzipSync(retold)],
      ['sealed.gz', gzipSync(Buffer.concat([body, Buffer.from(`${sealed}\n`)]))],
      ['cut.gz', good.subarray(0, good.length - 40)],
      ['flipped.gz', Buffer.from(good).fill(good[900]! ^ 0xff, 900, 901)],
      ['forged.gz', gzipSync(forged)],
      ['headless.gz', gzipSync(text.subarray(200))],
      ['endless.gz', gzipSync(text.subarray(0, lastLine))],
      ['longer.gz', gzipSync(Buffer.concat([text, Buffer.from('more\n')]))],
      ['none.gz', Buffer.from('no archive at all')],
    ]
    const there = await here.elsewhere()
    for (const [name, content] of damages) {
      const place = join(operator.folder, name)
      await writeFile(place, content)
      expect([name, (await operator.refusal('verify', place)).code]).toEqual([name, 'DAMAGED'])
      if (!SHOWN_LATE.has(name)) continue
      expect([name, (await there.operator.refusal('restore', place)).code]).toEqual([
        name,
        'DAMAGED',
      ])
    }
    expect((await there.operator.run('verify', file)).code).toBe(0)
    expect((await there.operator.run('restore', file)).code).toBe(0)
    expect(await operator.refusal('verify', 'nowhere.gz')).toMatchObject({ code: 'NOT_FOUND' })
  },
  LONG,
)

/** A backup as an earlier version of the program made it: with the first migrations alone. */
async function olderBackup(database: TestDatabase, file: string, secretKey: string, last: number) {
  await migrate(database.url, { last })
  await database.sql`
    insert into users (id, email, password_hash, nickname, created_at)
    values (gen_random_uuid(), 'old@example.com', 'x', '老用户', now())`
  const parts: Buffer[] = []
  await readSnapshot(database.url, async (snapshot) => {
    const header = {
      format: 'shop-backup' as const,
      version: 1 as const,
      at: snapshot.at.toISOString(),
      server: snapshot.server,
      program: '0.0.1',
      secretKey: secretMark(secretKey),
      migrations: [...snapshot.migrations],
      tables: snapshot.tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    }
    for await (const part of writeArchive(
      header,
      (one) => snapshot.rowsOf(one),
      () => {},
    )) {
      parts.push(part)
    }
  })
  await writeFile(file, gzipSync(Buffer.concat(parts)))
}

test(
  'backup of an older version is migrated; one of a newer version is refused',
  async () => {
    await using here = await startBusyShop()
    const { shop, operator } = here
    const older = join(operator.folder, 'older.gz')
    const old = await here.elsewhere()
    await olderBackup(old.database, older, shop.config.secretKey, 5)
    const there = await here.elsewhere()
    expect((await there.operator.run('restore', older)).code).toBe(0)
    expect(await there.database.sql`select nickname from users`).toEqual([{ nickname: '老用户' }])

    // an operator of this version does not touch a database of an older one
    expect(await old.operator.refusal('alerts')).toMatchObject({ code: 'SCHEMA' })

    await operator.run('backup', here.file)
    const text = gunzipSync(await readFile(here.file))
    const end = text.indexOf('\n')
    const header = readHeader(text.toString('utf8', 0, end))
    header.migrations.push({ number: 999, name: '999_future.sql', hash: 'f' })
    const newer = join(operator.folder, 'newer.gz')
    await writeFile(
      newer,
      gzipSync(Buffer.concat([Buffer.from(JSON.stringify(header)), text.subarray(end)])),
    )
    const fresh = await here.elsewhere()
    expect(await fresh.operator.refusal('restore', newer)).toMatchObject({ code: 'SCHEMA' })
    expect(await fresh.database.sql`select to_regclass('users') is null as clean`).toEqual([
      { clean: true },
    ])
  },
  LONG,
)
