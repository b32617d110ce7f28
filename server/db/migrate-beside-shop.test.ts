import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../testing/database/test-database.ts'
import { withClient } from './backup/session.ts'
import { readSnapshot } from './backup/snapshot.ts'
import { migrate } from './migrate.ts'

const POLL = { timeout: 20_000, interval: 10 }

/** A shop's database, whose next version changes a table that is in use. */
async function openShelves() {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createEmptyDatabase())
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'))
  stack.defer(() => rm(directory, { recursive: true }))
  const write = (name: string, text: string) => writeFile(join(directory, name), text)
  await write(
    '001_shelves.sql',
    'create table shelves (id integer); create table books (id integer);',
  )
  await migrate(database.url, { directory })
  await write('002_width.sql', 'alter table shelves add column width integer default 1;')
  return { database, directory, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** What migrations wait for: names of tables, or 'advisory'. */
function waitedFor({ sql }: TestDatabase) {
  return sql<{ what: string }>`
    select coalesce(relation::regclass::text, locktype) as what
    from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database() and application_name = 'migrate'`
}

/** The shop's own statements: one that has to wait for longer than its time fails. */
async function serve({ sql }: TestDatabase): Promise<void> {
  await sql`insert into shelves (id) values (1)`
  await sql`select id from shelves`
}

test('locked table: a migration does not block the shop, reports the lock holder and succeeds later', async () => {
  await using shop = await openShelves()
  const { database, directory } = shop
  const heard: string[] = []
  let migrating: Promise<void> | undefined
  await withClient(database.url, async (holder) => {
    await holder.query('begin; select id from shelves')
    migrating = migrate(database.url, { directory, onWait: (holders) => heard.push(holders) })
    for (const _ of [1, 2]) {
      await expect.poll(() => waitedFor(database), POLL).toEqual([{ what: 'shelves' }])
      await serve(database)
    }
  })
  await migrating
  expect(heard).toEqual([expect.any(String)])
  expect(await database.sql`select max(width) as width from shelves`).toEqual([{ width: 1 }])
})

test('nodes that start together: who waits names the other one, however short its steps are', async () => {
  await using shop = await openShelves()
  const { database, directory } = shop
  const other = new Client({ connectionString: database.url, application_name: 'migrate' })
  await other.connect()
  // its step has just begun
  await other.query('begin; select pg_advisory_xact_lock(7310518)')
  const heard = Promise.withResolvers<string>()
  const migrating = migrate(database.url, { directory, onWait: heard.resolve })
  expect(await heard.promise).toMatch(/^migrate（pid \d+，\d+ 秒）$/)
  await other.query('commit')
  await migrating
  await other.end()
})

test('migration during a backup waits without table locks, and the backup has one version', async () => {
  await using shop = await openShelves()
  const { database, directory } = shop
  let migrating: Promise<void> | undefined
  await readSnapshot(database.url, async ({ migrations, tables }) => {
    migrating = migrate(database.url, { directory })
    for (const _ of [1, 2]) {
      await expect.poll(() => waitedFor(database), POLL).toEqual([{ what: 'schema_migrations' }])
      await serve(database)
    }
    expect(migrations).toHaveLength(1)
    expect(tables.find(({ name }) => name === 'shelves')?.columns).toEqual(['id'])
  })
  await migrating
  expect(await database.sql`select max(width) as width from shelves`).toEqual([{ width: 1 }])
})

test('backup started during a migration waits for it and contains it', async () => {
  await using shop = await openShelves()
  const { database, directory } = shop
  await database.sql`create table signs (id integer)`
  await writeFile(
    join(directory, '003_slow.sql'),
    `alter table books add column pages integer;
     do $$ begin
       loop
         exit when exists (select from signs);
         perform pg_sleep(0.01);
       end loop;
     end $$;`,
  )
  const backupWaits = () => database.sql`
    select from pg_locks join pg_stat_activity using (pid)
    where not granted and relation = 'schema_migrations'::regclass and application_name = 'backup'`

  const migrating = migrate(database.url, { directory })
  await expect.poll(() => changing(database), POLL).toHaveLength(1)
  const reading = readSnapshot(database.url, async ({ migrations, tables }) => ({
    migrations,
    tables,
  }))
  await expect.poll(backupWaits, POLL).toHaveLength(1)
  await database.sql`insert into signs values (1)`
  await migrating

  const { migrations, tables } = await reading
  expect(migrations).toHaveLength(3)
  expect(tables.find(({ name }) => name === 'books')?.columns).toEqual(['id', 'pages'])
})

/** The table that a migration is changing. */
function changing({ sql }: TestDatabase) {
  return sql`
    select from pg_locks join pg_stat_activity using (pid)
    where granted and relation = 'books'::regclass and mode = 'AccessExclusiveLock'
      and application_name = 'migrate'`
}

test('node without pending migrations starts at once during a backup', async () => {
  await using database = await createEmptyDatabase()
  await migrate(database.url)
  await readSnapshot(database.url, () => migrate(database.url))
  expect(await database.sql`select 1 from schema_migrations limit 1`).toHaveLength(1)
})
