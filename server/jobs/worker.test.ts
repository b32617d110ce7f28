import { expect, test, vi } from 'vitest'
import type { Sql } from '../db/sql.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { enqueueJob, wakeWorkers } from './enqueue.ts'
import * as store from './jobs.store.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import { GiveUp, startJobs, type JobContext, type JobsOptions } from './worker.ts'

const databaseOf = oncePerFile(() => createTestDatabase())

/** The file's database without jobs. */
async function idleDatabase() {
  const database = await databaseOf()
  await database.sql`delete from jobs`
  return database
}

type Handler = (payload: unknown, context: JobContext) => Promise<void>

/** A worker of its own; what it logs is kept out of the test's output. */
function worker(sql: Sql, handler: Handler, options: Partial<JobsOptions> = {}) {
  const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() }
  const jobs = startJobs({ sql, handlers: { greet: handler }, log, pollMs: 30, ...options })
  return { log, stop: jobs.stop, [Symbol.asyncDispose]: jobs.stop }
}

/** Busy machines take their time. */
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000 })

interface Row {
  state: string
  attempts: number
  payload: unknown
  error: string | null
  /** Of the next attempt. */
  runAt: Date
  isHeld: boolean
}

const rows = (sql: Sql) =>
  sql<Row>`
    select state, attempts, payload, last_error as error, run_at as "runAt",
      locked_until is not null as "isHeld"
    from jobs order by id`

const doneCount = async (sql: Sql) =>
  (await rows(sql)).filter(({ state }) => state === 'done').length

test('job runs with its payload at once after its transaction has committed', async () => {
  const { sql } = await idleDatabase()
  const handler = vi.fn<Handler>(async () => {})
  await using _ = worker(sql, handler, { pollMs: 60_000 })
  await sql.begin(async (tx) => {
    await enqueueJob(tx, { kind: 'greet', payload: { name: '林晚' } })
    expect(await rows(sql)).toEqual([])
  })
  await soon(async () => expect(await doneCount(sql)).toBe(1))
  expect(handler).toHaveBeenCalledExactlyOnceWith(
    { name: '林晚' },
    expect.objectContaining({ attempt: 1 }),
  )
  expect(await rows(sql)).toMatchObject([{ state: 'done', payload: {}, error: null }])
})

test('job of a rolled-back transaction, before its time or of an unknown kind does not run', async () => {
  const { sql } = await idleDatabase()
  const handler = vi.fn<Handler>(async () => {})
  const refused = sql.begin(async (tx) => {
    await enqueueJob(tx, { kind: 'greet', payload: {} })
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  const runAt = new Date(Date.now() + 3_600_000)
  await enqueueJob(sql, { kind: 'greet', payload: { later: true }, runAt })
  await enqueueJob(sql, { kind: 'from.a.newer.version', payload: {} })
  await enqueueJob(sql, { kind: 'greet', payload: { later: false } })
  await using _ = worker(sql, handler)
  await soon(async () => expect(await doneCount(sql)).toBe(1))
  expect(handler.mock.calls.map(([payload]) => payload)).toEqual([{ later: false }])
  expect(await rows(sql)).toMatchObject([
    { state: 'waiting', attempts: 0, payload: { later: true } },
    { state: 'waiting', attempts: 0, payload: {} },
    { state: 'done' },
  ])
})

test('same dedupe key creates one job, also after it is done', async () => {
  const { sql } = await idleDatabase()
  const handler = vi.fn<Handler>(async () => {})
  const ask = () => enqueueJob(sql, { kind: 'greet', payload: {}, dedupeKey: 'order:1' })
  await Promise.all([ask(), ask(), ask()])
  await using _ = worker(sql, handler)
  await soon(async () => expect(await doneCount(sql)).toBe(1))
  await ask()
  expect(await rows(sql)).toHaveLength(1)
})

test('failed job is retried after growing pauses and stores its error', async () => {
  const { sql } = await idleDatabase()
  let fails = 2
  let failedAt = 0
  // looks for work when it is woken alone
  await using busy = worker(
    sql,
    async () => {
      fails -= 1
      failedAt = Date.now()
      if (fails >= 0) throw new Error('no \0 line')
    },
    { pollMs: 60_000 },
  )
  await enqueueJob(sql, { kind: 'greet', payload: { name: 'a' } })
  for (const [attempts, least, most] of [
    [1, 800, 1_200],
    [2, 3_200, 4_800],
  ] as const) {
    await soon(async () =>
      expect(await rows(sql)).toMatchObject([
        { attempts, isHeld: false, state: 'waiting', error: 'Error: no  line' },
      ]),
    )
    const [row] = await rows(sql)
    const next = row?.runAt.getTime()
    expect(next).toBeGreaterThanOrEqual(failedAt + least)
    expect(next).toBeLessThanOrEqual(Date.now() + most)
    await sql`update jobs set run_at = now()`
    wakeWorkers()
  }
  await soon(async () =>
    expect(await rows(sql)).toMatchObject([{ state: 'done', attempts: 3, error: null }]),
  )
  expect(busy.log.warn).toHaveBeenCalledTimes(2)
})

test('job is dead after ten attempts, at once when its handler throws GiveUp, and without another run when its workers always died', async () => {
  const { sql } = await idleDatabase()
  const handler = vi.fn<Handler>(async (payload) => {
    throw JSON.stringify(payload) === '{"hopeless":true}'
      ? new GiveUp('no such address')
      : new Error('down')
  })
  await enqueueJob(sql, { kind: 'greet', payload: { hopeless: true } })
  await enqueueJob(sql, { kind: 'greet', payload: {} })
  await sql`update jobs set attempts = 9 where payload = '{}'`
  // its workers always died
  await enqueueJob(sql, { kind: 'greet', payload: { deadly: true } })
  await sql`
    update jobs set attempts = 10, locked_until = now() - interval '1 s'
    where payload = '{"deadly": true}'`
  await using busy = worker(sql, handler)
  await soon(async () =>
    expect(await rows(sql)).toMatchObject([
      { state: 'dead', attempts: 1, error: 'GiveUp: no such address', payload: { hopeless: true } },
      { state: 'dead', attempts: 10, error: 'Error: down' },
      { state: 'dead', attempts: 11, payload: { deadly: true } },
    ]),
  )
  expect(handler).toHaveBeenCalledTimes(2)
  await soon(() => expect(busy.log.error).toHaveBeenCalledTimes(3))
})

test('two hundred jobs on three nodes each run once', async () => {
  const { sql } = await idleDatabase()
  const seen: unknown[] = []
  const note: Handler = async (payload) => {
    seen.push(payload)
  }
  const numbers = Array.from({ length: 200 }, (_, number) => number)
  await sql.begin(async (tx) => {
    for (const number of numbers) await enqueueJob(tx, { kind: 'greet', payload: { number } })
  })
  await using nodes = new AsyncDisposableStack()
  for (let count = 0; count < 3; count += 1) nodes.use(worker(sql, note))
  await soon(async () => expect(await doneCount(sql)).toBe(200))
  expect(seen).toHaveLength(200)
  expect(new Set(seen.map((payload) => JSON.stringify(payload))).size).toBe(200)
})

test('job of a dead node is claimed when its lease ends, not before', async () => {
  const { sql } = await idleDatabase()
  await enqueueJob(sql, { kind: 'greet', payload: {} })
  const claimedAt = performance.now()
  const [lost] = await store.claimJobs(sql, { kinds: ['greet'], limit: 1, leaseMs: 600 })
  let takenAfter = 0
  await using _ = worker(sql, async () => {
    takenAfter = performance.now() - claimedAt
  })
  await soon(async () => expect(await doneCount(sql)).toBe(1))
  expect(takenAfter).toBeGreaterThan(550)
  // a worker that has lost its lease cannot change the job any more
  if (lost !== undefined) await store.moveJobToDead(sql, lost, 'late')
  expect(await rows(sql)).toMatchObject([{ state: 'done', attempts: 2 }])
})

test('job longer than its lease keeps it by renewing it', async () => {
  const { sql } = await idleDatabase()
  const handler = vi.fn<Handler>(() => new Promise((resolve) => setTimeout(resolve, 3_000)))
  await enqueueJob(sql, { kind: 'greet', payload: {} })
  await using nodes = new AsyncDisposableStack()
  for (let count = 0; count < 2; count += 1) nodes.use(worker(sql, handler, { leaseMs: 2_000 }))
  await soon(async () => expect(await doneCount(sql)).toBe(1))
  expect(handler).toHaveBeenCalledOnce()
})

test('handler of a job taken over is aborted, and its result does not count', async () => {
  const { sql } = await idleDatabase()
  let reason: unknown
  await enqueueJob(sql, { kind: 'greet', payload: {} })
  await using busy = worker(
    sql,
    async (_payload, { signal }) => {
      await sql`update jobs set attempts = attempts + 1, locked_until = now() + interval '1 minute'`
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      reason = signal.reason
    },
    { leaseMs: 300 },
  )
  await soon(() => expect(reason).toMatchObject({ name: 'LeaseLost' }))
  await soon(() => expect(busy.log.warn).toHaveBeenCalledOnce())
  expect(await rows(sql)).toMatchObject([{ state: 'waiting', attempts: 2, error: null }])
})

test('stop waits for running jobs and releases those that do not end in time', async () => {
  const { sql } = await idleDatabase()
  const started = vi.fn<() => void>()
  await enqueueJob(sql, { kind: 'greet', payload: { slow: false } })
  await enqueueJob(sql, { kind: 'greet', payload: { slow: true } })
  const busy = worker(
    sql,
    async (payload) => {
      started()
      const isSlow = JSON.stringify(payload) === '{"slow":true}'
      await new Promise((resolve) => setTimeout(resolve, isSlow ? 60_000 : 150).unref())
    },
    { graceMs: 1_000 },
  )
  await soon(() => expect(started).toHaveBeenCalledTimes(2))
  await busy.stop()
  expect(await rows(sql)).toMatchObject([
    { state: 'done' },
    { state: 'waiting', attempts: 1, error: 'Error: the process is stopping' },
  ])
})

test('workers survive an outage of the database and log it once', async () => {
  const { sql } = await idleDatabase()
  await using busy = worker(sql, async () => {})
  await sql`alter table jobs rename to hidden`
  await soon(() => expect(busy.log.warn).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(busy.log.warn).toHaveBeenCalledOnce()
  await sql`alter table hidden rename to jobs`
  await enqueueJob(sql, { kind: 'greet', payload: {} })
  await soon(async () => expect(await doneCount(sql)).toBe(1))
  expect(busy.log.info).toHaveBeenCalledOnce()
})
