import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/database/test-database.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import { startInterruptibleProxy } from '../testing/database/interruptible-line.ts'
import {
  CommitUnanswered,
  connect,
  DatabaseUnavailable,
  isUniqueViolation,
  type Query,
} from './sql.ts'

async function counterDatabase() {
  const database = await createEmptyDatabase()
  await database.sql`create table counters (id integer constraint counters_one primary key, value integer not null)`
  const value = async () => {
    const [row] = await database.sql<{ value: number }>`select value from counters where id = 1`
    return row?.value
  }
  const { sql, url } = database
  return { sql, url, value, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

const shared = oncePerFile(counterDatabase)

/** The shared database with one counter at zero. */
async function counters() {
  const database = await shared()
  await database.sql`delete from counters`
  await database.sql`insert into counters values (1, 0)`
  return database
}

const add = (tx: Query) => tx`update counters set value = value + 1 where id = 1`

test('transaction commits and returns the result of its work; an error rolls it back and is thrown unchanged', async () => {
  const database = await counters()
  const result = await database.sql.begin(async (tx) => {
    await add(tx)
    await add(tx)
    return 'done'
  })
  expect([result, await database.value()]).toEqual(['done', 2])
  const failure = new Error('refused')
  const outcome = database.sql.begin(async (tx) => {
    await add(tx)
    throw failure
  })
  await expect(outcome).rejects.toBe(failure)
  expect(await database.value()).toBe(2)
})

test('error that resembles a broken connection is thrown unchanged and keeps the connection', async () => {
  const database = await counters()
  const failure = Object.assign(new Error('provider is away'), { code: 'ECONNREFUSED' })
  const before = await backends(database.sql)
  await expect(database.sql.begin(() => Promise.reject(failure))).rejects.toBe(failure)
  expect(await backends(database.sql)).toEqual(before)
})

const backends = (sql: Query) =>
  sql`select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`

test('commit after a caught failed statement throws', async () => {
  const database = await counters()
  const outcome = database.sql.begin(async (tx) => {
    await add(tx)
    await tx`insert into counters values (1, 0)`.catch((error: unknown) => {
      if (!isUniqueViolation(error, 'counters_one')) throw error
    })
  })
  await expect(outcome).rejects.toThrow('caught')
  expect(await database.value()).toBe(0)
})

test('a statement that runs after its transaction is refused', async () => {
  const database = await counters()
  let kept: Query | undefined
  await database.sql.begin(async (tx) => {
    kept = tx
    await add(tx)
  })
  await expect(kept === undefined ? null : add(kept)).rejects.toThrow('has ended')
  expect(await database.value()).toBe(1)
})

test('transactions that collide run again until each has counted once', async () => {
  const database = await counters()
  let runs = 0
  const increment = () =>
    database.sql.begin(async (tx) => {
      runs += 1
      await tx`set transaction isolation level repeatable read`
      const [row] = await tx<{ value: number }>`select value from counters where id = 1`
      await met()
      await tx`update counters set value = ${(row?.value ?? 0) + 1} where id = 1`
    })
  const met = meetingOf(2)
  await Promise.all([increment(), increment()])
  expect(await database.value()).toBe(2)
  expect(runs).toBe(3)
})

test('transactions that wait for each other run again until each has counted once', async () => {
  const database = await counters()
  await database.sql`insert into counters values (2, 0)`
  let runs = 0
  const incrementBoth = (first: number, second: number) =>
    database.sql.begin(async (tx) => {
      runs += 1
      await tx`update counters set value = value + 1 where id = ${first}`
      await met()
      await tx`update counters set value = value + 1 where id = ${second}`
    })
  const met = meetingOf(2)
  await Promise.all([incrementBoth(1, 2), incrementBoth(2, 1)])
  expect(await database.sql`select value from counters`).toEqual([{ value: 2 }, { value: 2 }])
  expect(runs).toBe(3)
})

test('collision is retried even when the work catches it; endless ones end as DatabaseUnavailable', async () => {
  const database = await counters()
  let runs = 0
  await database.sql.begin(async (tx) => {
    runs += 1
    await add(tx)
    if (runs === 1) await collide(tx).catch(() => {})
  })
  expect([runs, await database.value()]).toEqual([2, 1])
  runs = 0
  const outcome = database.sql.begin(async (tx) => {
    runs += 1
    await add(tx)
    await collide(tx)
  })
  await expect(outcome).rejects.toThrow(DatabaseUnavailable)
  expect([runs, await database.value()]).toEqual([4, 1])
})

const collide = (tx: Query) => tx`do $$ begin raise exception using errcode = '40001'; end $$`

/** A barrier: calls wait until this many have arrived; later calls pass at once. */
function meetingOf(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let arrived = 0
  return async () => {
    arrived += 1
    if (arrived === count) resolve(undefined)
    await promise
  }
}

test('a commit may take longer than a statement', async () => {
  const database = await counters()
  await using pool = new AsyncDisposableStack()
  const limitsMs = { statement: 500, lock: 500, silence: 800 }
  const sql = connect(database.url, { limitsMs })
  pool.defer(() => sql.end())
  await database.sql`
    create function linger() returns trigger language plpgsql as
    $$ begin perform pg_sleep(1); return null; end $$`
  await database.sql`
    create constraint trigger linger after update on counters
    deferrable initially deferred for each row execute function linger()`
  pool.defer(async () => {
    await database.sql`drop function linger cascade`
  })
  await sql.begin(add)
  expect(await database.value()).toBe(1)
})

test('a commit whose answer is lost or late is neither a failure nor tried again', async () => {
  const database = await counters()
  await using line = await startInterruptibleProxy(database.url)
  await using pool = new AsyncDisposableStack()
  const sql = connect(line.url, { commitMs: 200 })
  pool.defer(() => sql.end())
  line.closeInsteadOfAnswering('commit')
  await expect(sql.begin(add)).rejects.toBeInstanceOf(CommitUnanswered)
  expect(await database.value()).toBe(1)
  line.dropAnswerTo('commit')
  await expect(sql.begin(add)).rejects.toBeInstanceOf(CommitUnanswered)
  expect(await database.value()).toBe(2)
})

test('a commit that the database refuses is no commit', async () => {
  const database = await counters()
  await using pool = new AsyncDisposableStack()
  await database.sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`
  pool.defer(async () => {
    await database.sql`drop function refuse cascade`
  })
  await database.sql`
    create constraint trigger refuse after update on counters
    deferrable initially deferred for each row execute function refuse()`
  await expect(database.sql.begin(add)).rejects.not.toBeInstanceOf(DatabaseUnavailable)
  expect(await database.value()).toBe(0)
})
