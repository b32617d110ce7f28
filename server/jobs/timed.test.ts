import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Sql } from '../db/sql.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import { uuidv7 } from '../db/ids.ts'
import * as store from './timed.store.ts'
import { type FailingJob, msUntil, type TimedJob } from './timed.ts'
import { startJobs } from './worker.ts'

const databaseOf = oncePerFile(() => createTestDatabase())

/** The file's database without jobs and turns. */
async function idleDatabase() {
  const database = await databaseOf()
  await database.sql`delete from jobs`
  await database.sql`delete from timed_jobs`
  return database
}

function node(sql: Sql, timed: TimedJob[]) {
  const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() }
  const reported: FailingJob[] = []
  const onFailing = async (job: FailingJob) => void reported.push(job)
  const jobs = startJobs({ sql, handlers: {}, timed, log, onFailing, pollMs: 20, graceMs: 0 })
  return { log, reported, [Symbol.asyncDispose]: jobs.stop }
}

/** Busy machines take their time. */
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000 })

test('of many due turns a node runs some at a time, and all in the end', async () => {
  const database = await idleDatabase()
  let running = 0
  let most = 0
  const ended: string[] = []
  const jobs = Array.from({ length: 15 }, (_, at) => {
    const name = `job-${at}`
    const run = async () => {
      most = Math.max(most, (running += 1))
      await delay(30)
      running -= 1
      ended.push(name)
    }
    return { name, everyMs: 3_600_000, run }
  })
  await using _node = node(database.sql, jobs)
  await soon(() => expect(ended).toHaveLength(15))
  expect(new Set(ended).size).toBe(15)
  expect(most).toBe(6)
})

test('each turn of a timed job runs on one node', async () => {
  const database = await idleDatabase()
  const run = vi.fn<() => Promise<void>>(() => delay(10))
  const hourly = { name: 'hourly', everyMs: 3_600_000, run }
  {
    await using nodes = new AsyncDisposableStack()
    for (let count = 0; count < 3; count += 1) nodes.use(node(database.sql, [hourly]))
    await soon(() => expect(run).toHaveBeenCalledOnce())
    const bringForward = () => database.sql`
      update timed_jobs set run_at = now()
      where name = 'hourly' and finished_at is not null returning 1`
    await soon(async () => expect(await bringForward()).toHaveLength(1))
    await soon(() => expect(run).toHaveBeenCalledTimes(2))
    await delay(200)
  }
  expect(run).toHaveBeenCalledTimes(2)
  expect(await database.sql`select runs from timed_jobs where name = 'hourly'`).toEqual([
    { runs: 2 },
  ])
})

test('turn runs again after its interval, also after a failed turn', async () => {
  const database = await idleDatabase()
  const run = vi.fn<() => Promise<void>>(async () => {})
  run.mockRejectedValueOnce(new Error('provider is down'))
  await using busy = node(database.sql, [{ name: 'often', everyMs: 40, run }])
  await soon(() => expect(run.mock.calls.length).toBeGreaterThanOrEqual(3))
  expect(busy.log.error).toHaveBeenCalledOnce()
})

test('daily job runs at once and then at its hour in its time zone, after a failed turn in ten minutes', async () => {
  const database = await idleDatabase()
  const run = vi.fn<() => Promise<void>>(async () => {})
  const dailyAt = { hour: 3, timeZone: 'Asia/Shanghai' }
  const fail = () => Promise.reject(new Error('provider is down'))
  await using _ = node(database.sql, [
    { name: 'nightly', dailyAt, run },
    { name: 'daily', everyMs: 86_400_000, run: fail },
  ])
  const nextTurn = () => database.sql<{ at: string }>`
    select to_char(run_at at time zone 'Asia/Shanghai', 'HH24:MI') as at from timed_jobs
    where name = 'nightly' and finished_at is not null and run_at > now()`
  await soon(async () => expect(await nextTurn()).toEqual([{ at: expect.any(String) }]))
  expect(run).toHaveBeenCalledOnce()
  expect(['02:59', '03:00']).toContain((await nextTurn())[0]?.at)
  const afterFailure = () => database.sql<{ minutes: number }>`
    select round(extract(epoch from run_at - now()) / 60) as minutes from timed_jobs
    where name = 'daily' and finished_at is not null`
  await soon(async () => expect(await afterFailure()).toEqual([{ minutes: 10 }]))
})

test('second failed turn in a row is reported; a successful turn resets the count', async () => {
  const database = await idleDatabase()
  const { sql } = database
  let turns = 0
  let isGood = false
  const run = async () => {
    turns += 1
    if (!isGood) throw new Error('no such column')
  }
  await using busy = node(sql, [{ name: 'nightly', everyMs: 86_400_000, run }])
  const counted = () => sql<{ failures: number; isFailing: boolean; hasSucceeded: boolean }>`
    select failures, failing_since is not null as "isFailing", succeeded_at is not null as "hasSucceeded"
    from timed_jobs where name = 'nightly' and locked_until is null and runs = ${turns}`
  const nextTurn = () => sql`update timed_jobs set run_at = now() where name = 'nightly'`

  await soon(async () => expect(await counted()).toMatchObject([{ failures: 1 }]))
  expect(busy.reported).toEqual([])
  await nextTurn()
  await soon(async () => expect(await counted()).toMatchObject([{ failures: 2, isFailing: true }]))
  const error = 'Error: no such column'
  await soon(() => expect(busy.reported).toMatchObject([{ name: 'nightly', failures: 2, error }]))
  await nextTurn()
  await soon(() => expect(busy.reported).toMatchObject([{ failures: 2 }, { failures: 3 }]))
  expect(busy.reported[1]!.since).toEqual(busy.reported[0]!.since)
  isGood = true
  await nextTurn()
  await soon(async () =>
    expect(await counted()).toEqual([{ failures: 0, isFailing: false, hasSucceeded: true }]),
  )
  expect(busy.reported).toHaveLength(2)
})

test('turn aborted by the stop of its node is no failure and is due for another node', async () => {
  const database = await idleDatabase()
  const { sql } = database
  const begun = Promise.withResolvers<undefined>()
  const forEver = () => {
    begun.resolve(undefined)
    return new Promise<void>(() => {})
  }
  {
    await using _ = node(sql, [{ name: 'long', everyMs: 86_400_000, run: forEver }])
    await begun.promise
  }

  expect(
    await sql`
    select runs, failures, last_error as error, run_at <= now() as "isDue", locked_until as "lockedUntil"
    from timed_jobs where name = 'long'`,
  ).toEqual([{ runs: 1, failures: 0, error: null, isDue: true, lockedUntil: null }])
})

test('turn of a dead node is claimed when its lease ends', async () => {
  const database = await idleDatabase()
  await store.registerTimedJobs(database.sql, ['hourly'])
  const claimedAt = performance.now()
  expect(await store.claimTurns(database.sql, ['hourly'], { leaseMs: 400, most: 4 })).toEqual([
    { name: 'hourly', run: 1 },
  ])
  const run = vi.fn<() => Promise<void>>(async () => {})
  await using _ = node(database.sql, [{ name: 'hourly', everyMs: 3_600_000, run }])
  await soon(() => expect(run).toHaveBeenCalledOnce())
  expect(performance.now() - claimedAt).toBeGreaterThan(380)
})

test('finished jobs are deleted after their retention, waiting jobs never', async () => {
  const database = await idleDatabase()
  const { sql } = database
  for (const [state, days] of [
    ['done', 6],
    ['done', 8],
    ['dead', 29],
    ['dead', 31],
    ['waiting', 99],
  ] as const) {
    const at = new Date(Date.now() - days * 86_400_000)
    await sql`insert into jobs (id, kind, payload, state, created_at, finished_at)
      values (${uuidv7()}, ${`${state} ${days}`}, '{}', ${state}, ${at}, ${state === 'waiting' ? null : at})`
  }
  await using _ = node(sql, [])
  await soon(async () =>
    expect(await sql`select kind from jobs order by kind`).toEqual([
      { kind: 'dead 29' },
      { kind: 'done 6' },
      { kind: 'waiting 99' },
    ]),
  )
})

const shanghai = { hour: 3, timeZone: 'Asia/Shanghai' }
const berlin = { hour: 3, timeZone: 'Europe/Berlin' }
const newYork = { hour: 0, timeZone: 'America/New_York' }

const nextAt = (time: typeof shanghai, now: string) =>
  new Date(Date.parse(now) + msUntil(time, new Date(now))).toISOString()

test('next time of an hour in a time zone: today or tomorrow, and by the clock where the clocks change before it', () => {
  const expected = [
    [shanghai, '2026-11-20T18:00:00.000Z', '2026-11-20T19:00:00.000Z'],
    [shanghai, '2026-11-20T18:59:59.999Z', '2026-11-20T19:00:00.000Z'],
    // exactly at the hour the next one is tomorrow
    [shanghai, '2026-11-20T19:00:00.000Z', '2026-11-21T19:00:00.000Z'],
    [shanghai, '2026-11-20T19:00:05.250Z', '2026-11-21T19:00:00.000Z'],
    [shanghai, '2026-11-21T00:30:00.000Z', '2026-11-21T19:00:00.000Z'],
    [newYork, '2026-07-01T12:00:00.000Z', '2026-07-02T04:00:00.000Z'],
    [berlin, '2026-10-24T12:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    [berlin, '2026-03-28T12:00:00.000Z', '2026-03-29T01:00:00.000Z'],
  ] as const
  expect(expected.map(([time, now]) => [time, now, nextAt(time, now)])).toEqual(expected)
})
