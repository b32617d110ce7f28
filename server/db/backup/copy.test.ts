import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import type { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { copyIn, copyOut } from './copy.ts'
import { withClient } from './session.ts'

const { url } = inject('testDatabase')

/** More than is kept in wait at once, in one row: its end comes while all of it waits to be taken. */
const LARGE = `select repeat('x', 1500000)`
const MANY = `select repeat('x', 1000) from generate_series(1, 100000)`

test('unread rows of a finished table do not block the next table; an empty one has no bytes and no rows', async () => {
  await withClient(url, async (client) => {
    for (let round = 0; round < 5; round++) {
      const large = copyOut(client, `copy (${LARGE}) to stdout`)
      expect(await buffer(large.rows)).toHaveLength(1_500_001)
      const small = copyOut(client, `copy (select 'next') to stdout`)
      expect(String(await buffer(small.rows))).toBe('next\n')
      expect([await large.countRows(), await small.countRows()]).toEqual([1, 1])
    }
    const none = copyOut(client, 'copy (select 1 where false) to stdout')
    expect(await buffer(none.rows)).toHaveLength(0)
    expect(await none.countRows()).toBe(0)
  })
})

test('a reader that fails ends the copy, and the connection closes', async () => {
  const copying = withClient(url, (client) =>
    pipeline(copyOut(client, `copy (${MANY}) to stdout`).rows, async (rows) => {
      for await (const _ of rows) throw new Error('disk full')
    }),
  )
  await expect(copying).rejects.toThrow('disk full')
})

test('failed statement rejects and the connection stays usable', async () => {
  await withClient(url, async (client) => {
    const refused = copyOut(client, 'copy (select 1 / 0) to stdout')
    await expect(buffer(refused.rows)).rejects.toThrow('division by zero')
    const { rows } = await client.query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
  })
})

/** A table of this connection alone, in a transaction. */
async function withTable<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('create temporary table numbers (number int)')
    return work(client)
  })
}

const INTO = 'copy numbers from stdin'

test('rows are stored from chunks of any size', async () => {
  await withTable(async (client) => {
    const parts = ['1\n2', '\n', '3\n4\n'].map((text) => Buffer.from(text))
    expect(await copyIn(client, INTO, Readable.from(parts))).toBe(4)
    expect(await copyIn(client, INTO, Readable.from([]))).toBe(0)
    const { rows } = await client.query('select sum(number)::int from numbers')
    expect(rows).toEqual([{ sum: 10 }])
  })
})

test('a row that PostgreSQL refuses rejects with its reason', async () => {
  await withTable(async (client) => {
    async function* rows() {
      yield Buffer.from('one\n')
      for (let number = 0; number < 200_000; number++) {
        yield Buffer.from(`${number}\n`)
        if (number % 1_000 === 0) await turn()
      }
    }
    await expect(copyIn(client, INTO, rows())).rejects.toThrow('invalid input syntax')
  })
})

test('unreadable chunks reject with their own error and store nothing', async () => {
  await withTable(async (client) => {
    async function* rows() {
      yield Buffer.from('1\n')
      throw new Error('damaged')
    }
    await expect(copyIn(client, INTO, rows())).rejects.toThrow('damaged')
    const { rows: stored } = await client.query('select * from numbers')
    expect(stored).toEqual([])
  })
})

test('a connection that breaks while rows are read or sent rejects', async () => {
  const reading = withClient(url, async (client) => {
    const terminate = await terminatorOf(client)
    const { rows } = copyOut(client, `copy (${MANY}) to stdout`)
    for await (const _ of rows) await terminate()
  })
  await expect(reading).rejects.toThrow(/terminat/)
  const copying = withTable(async (client) => {
    const terminate = await terminatorOf(client)
    async function* rows() {
      yield Buffer.from('1\n')
      await terminate()
      for (;;) {
        yield Buffer.from('2\n')
        await turn()
      }
    }
    return copyIn(client, INTO, rows())
  })
  await expect(copying).rejects.toThrow(/terminat|EPIPE|ECONNRESET/)
})

/** Returns what ends the connection from the side of the database, also while it is copying. */
async function terminatorOf(client: Client): Promise<() => Promise<unknown>> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return () =>
    withClient(url, (other) => other.query('select pg_terminate_backend($1)', [rows[0]?.pid]))
}
