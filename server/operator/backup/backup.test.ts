import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listTables, type Table } from '../../db/backup/tables.ts'
import { withClient } from '../../db/backup/session.ts'
import { readSnapshot } from '../../db/backup/snapshot.ts'
import { migrate } from '../../db/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '../../testing/database.ts'
import { operatorOf } from '../../testing/operator.ts'
import { CARDS, LARGE, startShop } from '../../testing/shop.ts'
import { readHeader } from './archive-lines.ts'
import { writeArchive } from './archive.ts'
import { claimSecretMark } from '../../process/start/secret-key-mark.store.ts'
import { secretMark } from '../../secret-mark.ts'

const LONG = 120_000

/** A shop with buyers, paid and open orders, and the operator's terminal beside it. */
async function busyShop() {
  const stack = new AsyncDisposableStack()
  const shop = stack.use(await startShop())
  const operator = stack.use(await operatorOf(shop))
  const buyer = await shop.newUser({ email: 'buyer@example.com' })
  await shop.buy(buyer, { id: LARGE.id, num: 2 })
  const other = await shop.newUser()
  await shop.checkout(other)
  return {
    shop,
    operator,
    file: join(operator.folder, 'shop.gz'),
    /** A database without a table, and the terminal of the machine that is to get the shop. */
    async elsewhere(settings: Record<string, string> = {}) {
      const database = stack.use(await createEmptyDatabase())
      const there = stack.use(await operatorOf({ config: shop.config, database, settings }))
      return { database, operator: there }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Every row of every table as text. What the operator does is noted while it is done. */
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

const isKept = ({ name }: Table) => name !== 'operator_actions'

test(
  'what was backed up beside the running shop is restored row by row, and works',
  async () => {
    await using here = await busyShop()
    const { shop, operator, file } = here
    const nickname = '反斜杠 \\ 制表\t换行\n引号"\'\\N {,} 🌉 NULL'
    await shop.sql`update users set nickname = ${nickname} where email = 'buyer@example.com'`
    const before = await contentOf(shop.database.url)
    const made = await operator.json<{ tables: { table: string; rows: number }[] }>([
      'backup',
      file,
    ])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(made.tables.find(({ table }) => table === 'credit_ledger')).toMatchObject({ rows: 2 })

    const there = await here.elsewhere()
    const restored = await there.operator.json<{ tables: unknown }>(['restore', file])
    expect(restored.tables).toEqual(made.tables)
    expect(await contentOf(there.database.url)).toEqual(before)
    expect(Object.keys(before)).toContain('credit_ledger')
    const [found] = await there.operator.json<{ nickname: string }[]>([
      'users',
      'find',
      'buyer@example.com',
    ])
    expect(found!.nickname).toBe(nickname)
    expect((await there.operator.run('ledger', 'prove')).code).toBe(0)
    // the journal still begins with the backup's own beginning, then comes the restore
    expect(await there.operator.json(['audit'])).toMatchObject([
      { command: 'restore', outcome: 'done', given: { file } },
      { command: 'backup', outcome: null },
    ])
    // what the database enforces came back with it
    await expect(there.database.sql`delete from credit_ledger`).rejects.toThrow('append-only')
    await using again = await startShop({ database: there.database })
    expect((await again.login('buyer@example.com')).user.nickname).toBe(nickname)
  },
  LONG,
)

test(
  'a backup holds one moment, however much is bought meanwhile',
  async () => {
    await using here = await busyShop()
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
    expect(made.output).toMatch(/login_events +50,\d{3}/)

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

test(
  'a shop is never restored over another one, nor under another secret',
  async () => {
    await using here = await busyShop()
    const { shop, operator, file } = here
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
  },
  LONG,
)

/** Damages that are found when rows have gone into the database already. */
const SHOWN_LATE = new Set(['cut.gz', 'forged.gz', 'endless.gz', 'longer.gz'])

test(
  'a damaged file restores nothing, and the whole one still fits into the same database afterwards',
  async () => {
    await using here = await busyShop()
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

test(
  'a file that is there is not overwritten; without a name it lies in the data folder',
  async () => {
    await using here = await busyShop()
    const { operator, file } = here
    await writeFile(file, 'precious')
    expect(await operator.refusal('backup', file)).toMatchObject({ exit: 1, code: 'EXISTS' })
    expect(await readFile(file, 'utf8')).toBe('precious')
    const made = await operator.json<{ file: string }>(['backup'])
    expect(made.file).toMatch(/\/backups\/shop-\d{8}T\d{6}Z\.gz$/)
    expect((await operator.run('verify', made.file)).output).toContain('完整')
    expect(await operator.json(['audit'])).toMatchObject([
      { command: 'backup', outcome: 'done', result: { file: made.file } },
      { command: 'backup', outcome: 'refused', result: { code: 'EXISTS' } },
    ])
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
  'a backup of an older version becomes a shop of this one; that of a newer version is refused',
  async () => {
    await using here = await busyShop()
    const { shop, operator } = here
    const older = join(operator.folder, 'older.gz')
    const old = await here.elsewhere()
    await olderBackup(old.database, older, shop.config.secretKey, 5)
    const there = await here.elsewhere()
    expect((await there.operator.run('restore', older)).code).toBe(0)
    expect(await there.operator.json(['users', 'find', 'old@'])).toMatchObject([
      { nickname: '老用户' },
    ])

    // an operator of this version does not touch a database of an older one
    expect(await old.operator.refusal('users', 'find', 'old@')).toMatchObject({ code: 'SCHEMA' })

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
