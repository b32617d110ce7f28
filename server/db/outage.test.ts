import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { inspect } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { expect, test, vi } from 'vitest'
import { createEmptyDatabase } from '../testing/database/test-database.ts'
import { startInterruptibleProxy } from '../testing/database/interruptible-line.ts'
import { freePort } from '../testing/free-ports.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import { connect, DatabaseUnavailable, type Query } from './sql.ts'

const databaseOf = oncePerFile(createEmptyDatabase)

test('database that is not running is unavailable at once', async () => {
  await using client = clientOf(urlOf(await freePort()))
  const failure = await client.sql`select 1`.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DatabaseUnavailable)
  expect(failure).toHaveProperty('cause.code', 'ECONNREFUSED')
  await expect(client.sql.begin((tx) => tx`select 1`)).rejects.toThrow(DatabaseUnavailable)
})

test('database that accepts and never answers is unavailable after a second', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  await using client = clientOf(urlOf(portOf(server)))
  const accepted = once(server, 'connection')
  using waiting = onOwnClock(() => client.sql`select 1`)
  await accepted
  await waiting.pass(999)
  expect(waiting.outcome()).toBeUndefined()
  await waiting.pass(1)
  await expect.poll(waiting.outcome).toBeInstanceOf(DatabaseUnavailable)
  server.close()
})

test('a database whose certificate is expired and signed by nobody gets no word', async () => {
  // the library's own certificate, whose key everybody knows
  const { key, cert } = new SMTPServer({ secure: true, logger: false }).options
  const words: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secured = new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext({ key, cert }),
      })
      secured.on('data', (data) => words.push(String(data)))
      secured.on('error', () => {})
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  for (const mode of ['require', 'verify-full']) {
    await using client = clientOf(`${urlOf(portOf(server))}?sslmode=${mode}`)
    const failure = await client.sql`select 1`.catch((error: unknown) => error)
    expect(inspect(failure), mode).toMatch(/CERT_HAS_EXPIRED|SELF_SIGNED_CERT/)
  }
  expect(words).toEqual([])
  server.close()
})

test('a database without a free connection is unavailable after a second', async () => {
  const database = await databaseOf()
  await using client = clientOf(database.url, { max: 1 })
  await client.sql.begin(async () => {
    await expect(client.sql`select 1`).rejects.toThrow(DatabaseUnavailable)
  })
  expect(await client.sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('a statement that takes too long or waits for a lock makes the database unavailable, and the connection goes on', async () => {
  const database = await databaseOf()
  await using client = clientOf(database.url, { max: 1 })
  await database.sql`create table locked (id integer)`
  const works: [string, (tx: Query) => Promise<unknown>][] = [
    ['statement_timeout', (tx) => tx`select pg_sleep(10)`],
    ['lock_timeout', (tx) => tx`lock table locked`],
  ]
  for (const [limit, run] of works) {
    await database.sql.begin(async (holder) => {
      await holder`lock table locked`
      const outcome = client.sql.begin(async (tx) => {
        await tx`select set_config(${limit}, '30ms', true)`
        await run(tx)
      })
      await expect(outcome, limit).rejects.toThrow(DatabaseUnavailable)
    })
    expect(await client.sql`select count(*) as rows from locked`).toEqual([{ rows: 0 }])
  }
})

const pid = async (sql: Query) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`)[0]?.pid ?? 0

test('disk failures of the database make it unavailable', async () => {
  const database = await databaseOf()
  await database.sql`create function fail(code text) returns void language plpgsql as
    $$ begin raise exception 'could not read a file' using errcode = code; end $$`
  for (const code of ['53100', '58030', '58P01'])
    await expect(database.sql`select fail(${code})`, code).rejects.toThrow(DatabaseUnavailable)
  expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('connections that the server ends are replaced, idle or at work', async () => {
  const database = await databaseOf()
  const heard = vi.fn<(error: Error) => void>()
  await using client = clientOf(database.url, { max: 1, onError: heard })
  const end = (id: number) => database.sql`select pg_terminate_backend(${id})`
  await end(await pid(client.sql))
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  const work = client.sql.begin(async (tx) => {
    const mine = await pid(tx)
    await end(mine)
    await expect
      .poll(() => database.sql`select 1 from pg_stat_activity where pid = ${mine}`)
      .toEqual([])
    await tx`select 1`
  })
  await expect(work).rejects.toThrow(DatabaseUnavailable)
  expect(await pid(client.sql)).toBeGreaterThan(0)
})

test('silent connection is destroyed after four seconds', async () => {
  const database = await databaseOf()
  await using line = await startInterruptibleProxy(database.url)
  await using client = clientOf(line.url, { max: 1 })
  await client.sql`create table things (id integer)`
  line.cut()
  {
    using waiting = onOwnClock(() => client.sql.begin((tx) => tx`insert into things values (1)`))
    await line.untilDropped()
    await waiting.pass(3_999)
    expect(waiting.outcome()).toBeUndefined()
    await waiting.pass(1)
    await expect.poll(waiting.outcome).toBeInstanceOf(DatabaseUnavailable)
  }
  line.restore()
  expect(await client.sql`select count(*) as things from things`).toEqual([{ things: 0 }])
})

/** Begins the work on a clock that goes on by `pass` alone. */
function onOwnClock(begin: () => Promise<unknown>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let outcome: unknown
  begin().then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = error),
  )
  return {
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Undefined while there is none. */
    outcome: () => outcome,
    [Symbol.dispose]: () => void vi.useRealTimers(),
  }
}

function clientOf(url: string, options?: Parameters<typeof connect>[1]) {
  const sql = connect(url, options)
  return { sql, [Symbol.asyncDispose]: () => sql.end() }
}

function urlOf(port: number): string {
  return `postgres://nobody:secret@127.0.0.1:${port}/nothing`
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
