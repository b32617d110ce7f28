import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embedded.ts'
import { findRunning, isAlive } from './embedded/postmaster.ts'
import { connect } from './sql.ts'

async function dataFolder() {
  const path = await mkdtemp(join(tmpdir(), 'shop-embedded-'))
  // As a user's folder is: mkdtemp makes it private, which the last test tries on its own.
  await chmod(path, 0o755)
  const pid = async () =>
    Number((await readFile(join(path, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  return { path, pid, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

async function start(dataDir: string, onRestart?: (reason: string) => void) {
  const database = await startEmbeddedDatabase({
    dataDir,
    isDurable: false,
    ...(onRestart && { onRestart }),
  })
  return { url: database.url, stop: database.stop, [Symbol.asyncDispose]: database.stop }
}

async function ask(
  { url }: Pick<EmbeddedDatabase, 'url'>,
  run: (sql: ReturnType<typeof connect>) => Promise<object[]>,
) {
  const sql = connect(url)
  try {
    return await run(sql)
  } finally {
    await sql.end()
  }
}

/** A process of its own that started the database and holds it. */
async function startOwner(dataDir: string): Promise<ChildProcess> {
  const owner = fork(new URL('../testing/embedded-owner.ts', import.meta.url), [dataDir])
  await once(owner, 'message')
  return owner
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'])
  await once(child, 'exit')
  return child.pid ?? 0
}

test('data outlive a stop, the folder is private and the shop no superuser', async () => {
  await using folder = await dataFolder()
  const first = await start(folder.path)
  await ask(first, (sql) => sql`create table things as select 7 as id`)
  await first.stop()
  expect(await findRunning(join(folder.path, 'postgres'))).toBeNull()
  await using second = await start(folder.path)
  expect(await ask(second, (sql) => sql`select id from things`)).toEqual([{ id: 7 }])
  expect(
    await ask(
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
  await expect(ask({ url: stranger.href }, (sql) => sql`select 1`)).rejects.toThrow(
    'authentication failed',
  )
}, 20_000)

test('a server that is killed comes back under the same address', async () => {
  await using folder = await dataFolder()
  const heard = vi.fn<(reason: string) => void>()
  await using database = await start(folder.path, heard)
  await ask(database, (sql) => sql`create table things as select 7 as id`)
  process.kill(await folder.pid(), 'SIGKILL')
  await vi.waitFor(
    async () =>
      expect(await ask(database, (sql) => sql`select id from things`)).toEqual([{ id: 7 }]),
    { timeout: 10_000, interval: 50 },
  )
  expect(heard).toHaveBeenCalledWith(expect.stringContaining('SIGKILL'))
}, 20_000)

test.runIf(existsSync('/usr/bin/setpriv'))(
  'the server ends with its owner, even when the owner is killed',
  async () => {
    await using folder = await dataFolder()
    const owner = await startOwner(folder.path)
    expect(await findRunning(join(folder.path, 'postgres'))).toMatchObject({ owner: owner.pid })
    owner.kill('SIGKILL')
    await vi.waitFor(
      async () => expect(await findRunning(join(folder.path, 'postgres'))).toBeNull(),
      { timeout: 10_000 },
    )
  },
  20_000,
)

test('a server without an owner is not joined but replaced', async () => {
  await using folder = await dataFolder()
  const owner = await startOwner(folder.path)
  const pid = await folder.pid()
  // Alive, so that its server lives on, and too numb to start another.
  owner.kill('SIGSTOP')
  using _ = { [Symbol.dispose]: () => owner.kill('SIGKILL') }
  const optionsFile = join(folder.path, 'postgres/postmaster.opts')
  const options = await readFile(optionsFile, 'utf8')
  await writeFile(optionsFile, options.replace(`shop-${owner.pid}`, `shop-${await deadPid()}`))
  await using next = await start(folder.path)
  expect(await ask(next, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  expect(await folder.pid()).not.toBe(pid)
}, 20_000)

test('a second process joins the running server and leaves it to its owner', async () => {
  await using folder = await dataFolder()
  const owner = await startOwner(folder.path)
  const pid = await folder.pid()
  const guest = await start(folder.path)
  expect(await ask(guest, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  await guest.stop()
  expect([await folder.pid(), isAlive(pid)]).toEqual([pid, true])
  owner.send('stop')
  await once(owner, 'exit')
  expect(await findRunning(join(folder.path, 'postgres'))).toBeNull()
}, 20_000)

test('a process that joined another one’s server keeps it going under the same address', async () => {
  await using folder = await dataFolder()
  const owner = await startOwner(folder.path)
  const heard = vi.fn<(reason: string) => void>()
  await using guest = await start(folder.path, heard)
  await ask(guest, (sql) => sql`create table things as select 7 as id`)
  owner.send('stop')
  await once(owner, 'exit')
  await vi.waitFor(
    async () => expect(await ask(guest, (sql) => sql`select id from things`)).toEqual([{ id: 7 }]),
    { timeout: 10_000, interval: 50 },
  )
  expect(heard).toHaveBeenCalledOnce()
  expect(await findRunning(join(folder.path, 'postgres'))).toMatchObject({ owner: process.pid })
}, 20_000)

test('a left-over pid file that names another process does not keep the server down', async () => {
  await using folder = await dataFolder()
  const first = await start(folder.path)
  const file = join(folder.path, 'postgres/postmaster.pid')
  const lines = (await readFile(file, 'utf8')).split('\n')
  await first.stop()
  await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'))
  await using second = await start(folder.path)
  expect(await ask(second, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
}, 20_000)

test('a data folder below a closed one works, as it is for root in /root', async () => {
  await using folder = await dataFolder()
  await chmod(folder.path, 0o700)
  const dataDir = join(folder.path, 'data')
  await mkdir(dataDir)
  await using database = await start(dataDir)
  expect(await ask(database, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
}, 20_000)
