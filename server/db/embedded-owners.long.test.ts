import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  createDataFolder,
  query,
  startDatabase,
  startOwner,
} from '../testing/database/embedded-database.ts'
import { findRunning, isAlive } from './embedded/postmaster.ts'

// each makes a cluster of its own, which takes many seconds on a busy machine
vi.setConfig({ testTimeout: 60_000 })

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'])
  await once(child, 'exit')
  return child.pid ?? 0
}

test.runIf(existsSync('/usr/bin/setpriv'))(
  'the server ends with its owner, even when the owner is killed',
  async () => {
    await using folder = await createDataFolder()
    const owner = await startOwner(folder.path)
    expect(await findRunning(join(folder.path, 'postgres'))).toMatchObject({ owner: owner.pid })
    owner.kill('SIGKILL')
    await vi.waitFor(
      async () => expect(await findRunning(join(folder.path, 'postgres'))).toBeNull(),
      { timeout: 10_000 },
    )
  },
)

test('server without an owner process is replaced', async () => {
  await using folder = await createDataFolder()
  const owner = await startOwner(folder.path)
  const pid = await folder.pid()
  // a stopped process keeps its server running but cannot start another
  owner.kill('SIGSTOP')
  using _ = { [Symbol.dispose]: () => owner.kill('SIGKILL') }
  const optionsFile = join(folder.path, 'postgres/postmaster.opts')
  const options = await readFile(optionsFile, 'utf8')
  await writeFile(optionsFile, options.replace(`shop-${owner.pid}`, `shop-${await deadPid()}`))
  await using next = await startDatabase(folder.path)
  expect(await query(next, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  expect(await folder.pid()).not.toBe(pid)
})

test('a second process joins the running server and leaves it to its owner', async () => {
  await using folder = await createDataFolder()
  const owner = await startOwner(folder.path)
  const pid = await folder.pid()
  const guest = await startDatabase(folder.path)
  expect(await query(guest, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  await guest.stop()
  expect([await folder.pid(), isAlive(pid)]).toEqual([pid, true])
  owner.send('stop')
  await once(owner, 'exit')
  expect(await findRunning(join(folder.path, 'postgres'))).toBeNull()
})

test('process that joined a server restarts it at the same address when its owner ends', async () => {
  await using folder = await createDataFolder()
  const owner = await startOwner(folder.path)
  const heard = vi.fn<(reason: string) => void>()
  await using guest = await startDatabase(folder.path, heard)
  await query(guest, (sql) => sql`create table things as select 7 as id`)
  owner.send('stop')
  await once(owner, 'exit')
  await vi.waitFor(
    async () =>
      expect(await query(guest, (sql) => sql`select id from things`)).toEqual([{ id: 7 }]),
    { timeout: 10_000, interval: 50 },
  )
  expect(heard).toHaveBeenCalledOnce()
  expect(await findRunning(join(folder.path, 'postgres'))).toMatchObject({ owner: process.pid })
})

test('stale pid file of another process does not prevent the start', async () => {
  await using folder = await createDataFolder()
  const first = await startDatabase(folder.path)
  const file = join(folder.path, 'postgres/postmaster.pid')
  const lines = (await readFile(file, 'utf8')).split('\n')
  await first.stop()
  await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'))
  await using second = await startDatabase(folder.path)
  expect(await query(second, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
})

test('data folder below a closed folder such as /root works', async () => {
  await using folder = await createDataFolder()
  await chmod(folder.path, 0o700)
  const dataDir = join(folder.path, 'data')
  await mkdir(dataDir)
  await using database = await startDatabase(dataDir)
  expect(await query(database, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
})

test('killed server is restarted at the same address', async () => {
  await using folder = await createDataFolder()
  const heard = vi.fn<(reason: string) => void>()
  await using database = await startDatabase(folder.path, heard)
  await query(database, (sql) => sql`create table things as select 7 as id`)
  process.kill(await folder.pid(), 'SIGKILL')
  await vi.waitFor(
    async () =>
      expect(await query(database, (sql) => sql`select id from things`)).toEqual([{ id: 7 }]),
    { timeout: 10_000, interval: 50 },
  )
  expect(heard).toHaveBeenCalledWith(expect.stringContaining('SIGKILL'))
})
