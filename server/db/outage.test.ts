import { once } from 'node:events'
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createEmptyDatabase } from '../testing/database.ts'
import { connect, DatabaseUnavailable, type Query } from './sql.ts'

test('a database that nobody runs is unavailable at once', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = urlOf(server.address())
  await new Promise((resolve) => server.close(resolve))
  await using client = clientOf(url)
  const failure = await client.sql`select 1`.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DatabaseUnavailable)
  expect(failure).toHaveProperty('cause.code', 'ECONNREFUSED')
  await expect(client.sql.begin((tx) => tx`select 1`)).rejects.toThrow(DatabaseUnavailable)
})

test('a database that accepts and says nothing is unavailable after a second', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  await using client = clientOf(urlOf(server.address()))
  const start = performance.now()
  await expect(client.sql`select 1`).rejects.toThrow(DatabaseUnavailable)
  expect(performance.now() - start).toBeLessThan(2_000)
  server.close()
})

test('a database without a free connection is unavailable after a second', async () => {
  await using database = await createEmptyDatabase()
  await using client = clientOf(database.url, { max: 1 })
  await client.sql.begin(async () => {
    await expect(client.sql`select 1`).rejects.toThrow(DatabaseUnavailable)
  })
  expect(await client.sql`select 1 as one`).toEqual([{ one: 1 }])
})

test.for([
  ['a statement that takes too long', 'statement_timeout', (tx: Query) => tx`select pg_sleep(10)`],
  ['a lock that is held', 'lock_timeout', (tx: Query) => tx`lock table things`],
] as const)(
  '%s makes the database unavailable, and the connection goes on',
  async ([, limit, run]) => {
    await using database = await createEmptyDatabase()
    await using client = clientOf(database.url, { max: 1 })
    await database.sql`create table things (id integer)`
    await database.sql.begin(async (holder) => {
      await holder`lock table things`
      const outcome = client.sql.begin(async (tx) => {
        await tx`select set_config(${limit}, '30ms', true)`
        await run(tx)
      })
      await expect(outcome).rejects.toThrow(DatabaseUnavailable)
    })
    expect(await client.sql`select count(*) as things from things`).toEqual([{ things: 0 }])
  },
)

const pid = async (sql: Query) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`)[0]?.pid ?? 0

test('connections that the server ends are replaced, idle or at work', async () => {
  await using database = await createEmptyDatabase()
  const heard = vi.fn<(error: Error) => void>()
  await using client = clientOf(database.url, { max: 1, onError: heard })
  const end = (id: number) => database.sql`select pg_terminate_backend(${id})`
  await end(await pid(client.sql))
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
  const work = client.sql.begin(async (tx) => {
    const mine = await pid(tx)
    await end(mine)
    await vi.waitFor(async () =>
      expect(await database.sql`select 1 from pg_stat_activity where pid = ${mine}`).toEqual([]),
    )
    await tx`select 1`
  })
  await expect(work).rejects.toThrow(DatabaseUnavailable)
  expect(await pid(client.sql)).toBeGreaterThan(0)
})

test('a connection that falls silent is destroyed after four seconds, not used again', async () => {
  await using database = await createEmptyDatabase()
  await using line = await interruptibleLine(database.url)
  await using client = clientOf(line.url, { max: 1 })
  await client.sql`create table things (id integer)`
  line.cut()
  const start = performance.now()
  const outcome = client.sql.begin((tx) => tx`insert into things values (1)`)
  await expect(outcome).rejects.toThrow(DatabaseUnavailable)
  expect(performance.now() - start).toBeGreaterThan(3_900)
  expect(performance.now() - start).toBeLessThan(5_500)
  line.restore()
  expect(await client.sql`select count(*) as things from things`).toEqual([{ things: 0 }])
}, 10_000)

function clientOf(url: string, options?: Parameters<typeof connect>[1]) {
  const sql = connect(url, options)
  return { sql, [Symbol.asyncDispose]: () => sql.end() }
}

function urlOf(address: AddressInfo | string | null): string {
  const port = typeof address === 'object' ? address?.port : undefined
  return `postgres://nobody:secret@127.0.0.1:${port}/nothing`
}

/** A way to the database that can swallow everything without closing, as a broken network does. */
async function interruptibleLine(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = dial(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => isCut || to.write(chunk))
      from.on('close', () => to.destroy())
      from.on('error', () => {})
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  const address = server.address()
  url.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: url.href,
    cut: () => (isCut = true),
    restore: () => (isCut = false),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
