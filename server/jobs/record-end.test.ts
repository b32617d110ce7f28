import { expect, test, vi } from 'vitest'
import { DatabaseUnavailable, type Query, type Sql } from '../db/sql.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { enqueueJob } from './enqueue.ts'
import { recordEnd } from './record-end.ts'
import { startJobs } from './worker.ts'

/** As if the primary had died just before the first statements with this text. */
function failingAt(sql: Sql, text: string, times: number): Sql {
  let left = times
  const failing: Query = async (strings, ...values) => {
    if (strings.join('').includes(text) && left > 0) {
      left -= 1
      throw new DatabaseUnavailable(new Error('no primary'))
    }
    return sql(strings, ...values)
  }
  return Object.assign(failing, { begin: sql.begin, end: sql.end })
}

test('a job whose end the database cannot store at first is done and runs once', async () => {
  await using database = await createTestDatabase()
  const { sql } = database
  await enqueueJob(sql, { kind: 'greet', payload: {} })
  const greet = vi.fn<() => Promise<void>>(async () => {})
  const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() }
  const failing = failingAt(sql, `set state = 'done'`, 2)
  const jobs = startJobs({ sql: failing, handlers: { greet }, log, pollMs: 30 })
  await expect
    .poll(() => sql`select state, attempts from jobs`)
    .toEqual([{ state: 'done', attempts: 1 }])
  await jobs.stop()
  expect(greet).toHaveBeenCalledOnce()
  expect(log.error).not.toHaveBeenCalled()
})

test('an end is given up after its time, at a stop and for other failures', async () => {
  const down = new DatabaseUnavailable(new Error('no primary'))
  const store = vi.fn<() => Promise<void>>(() => Promise.reject(down))
  const running = new AbortController()
  await expect(recordEnd(store, { forMs: 0, stop: running.signal })).rejects.toBe(down)
  expect(store).toHaveBeenCalledTimes(1)

  const stopped = recordEnd(store, { forMs: 60_000, stop: running.signal })
  await expect.poll(() => store.mock.calls.length).toBe(2)
  running.abort()
  await expect(stopped).rejects.toBe(down)
  expect(store).toHaveBeenCalledTimes(3)

  const bug = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('bug')))
  const { signal } = new AbortController()
  await expect(recordEnd(bug, { forMs: 60_000, stop: signal })).rejects.toThrow('bug')
  expect(bug).toHaveBeenCalledOnce()
})
