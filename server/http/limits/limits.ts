import type { Sql } from '../../db/sql.ts'
import { AppError } from '../app-error.ts'
import type { Bucket, Limit } from './limit.ts'
import { addToCounters, type Counter, readCounters, subtractFromCounters } from './limits.store.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Counters in the database: they survive a restart and hold across nodes. A refused call counts
 * nowhere, so asking often locks nobody out for longer. With the database down every call fails (503).
 */
export interface Limits {
  /** Counts one and returns the new count; throws RATE_LIMITED beyond the limit. */
  consume(limit: Limit, key: string): Promise<number>
  /** Counts one in each bucket and returns the new counts; beyond one of the limits none counts. */
  consumeAll(buckets: readonly Bucket[]): Promise<number[]>
  /** Counts one and returns the new count; never refuses. */
  count(limit: Limit, key: string): Promise<number>
  countAll(buckets: readonly Bucket[]): Promise<void>
  /** Throws RATE_LIMITED when the limit is used up; counts nothing. */
  check(limit: Limit, key: string): Promise<void>
  checkAll(buckets: readonly Bucket[]): Promise<void>
  /** The present count. */
  used(limit: Limit, key: string): Promise<number>
  /** Subtracts one that turned out not to count. */
  release(limit: Limit, key: string): Promise<void>
  /** Sets the count to zero. */
  reset(limit: Limit, key: string): Promise<void>
  /** Subtracts one from each bucket of `release` and sets those of `reset` to zero. */
  update(change: { release?: readonly Bucket[]; reset?: readonly Bucket[] }): Promise<void>
}

const UNLIMITED = 2 ** 31 - 1

export function createLimits(sql: Sql): Limits {
  const refusals = createRefusals()

  function additionTo(bucket: Bucket, atMost: number = allowedBy(bucket)) {
    return { key: rowKey(bucket), lastsMs: bucket.limit.seconds * 1_000, atMost }
  }
  async function firstFull(buckets: readonly Bucket[]) {
    const counters = await readCounters(sql, buckets.map(rowKey), Date.now())
    for (const bucket of buckets) {
      const counter = counters.find(({ key }) => key === rowKey(bucket))
      if (counter && counter.points >= allowedBy(bucket)) return { ...counter, limit: bucket.limit }
    }
    return null
  }
  async function refuse(buckets: readonly Bucket[]): Promise<never> {
    const full = await firstFull(buckets)
    // another call may have released it meanwhile
    if (full === null) throw rateLimited(Date.now())
    if (!full.limit.canStrangersExhaust) refusals.remember(full.key, full.expire)
    throw rateLimited(full.expire)
  }
  async function checkAll(buckets: readonly Bucket[]): Promise<void> {
    const full = await firstFull(buckets)
    if (full !== null) throw rateLimited(full.expire)
  }
  function countAll(buckets: readonly Bucket[]): Promise<Counter[]> {
    const additions = buckets.map((bucket) => additionTo(bucket, UNLIMITED))
    return addToCounters(sql, additions, Date.now())
  }

  const update: Limits['update'] = async ({ release = [], reset = [] }) => {
    const keys = { release: release.map(rowKey), reset: reset.map(rowKey) }
    await subtractFromCounters(sql, keys)
    for (const key of [...keys.release, ...keys.reset]) refusals.forget(key)
  }
  async function consumeAll(buckets: readonly Bucket[]): Promise<number[]> {
    for (const bucket of buckets) {
      const until = refusals.until(rowKey(bucket))
      if (until !== null) throw rateLimited(until)
    }
    const additions = buckets.map((bucket) => additionTo(bucket))
    const counters = await addToCounters(sql, additions, Date.now())
    const points = new Map(counters.map((counter) => [counter.key, counter.points]))
    if (points.size === buckets.length) return buckets.map((bucket) => points.get(rowKey(bucket))!)
    const counted = buckets.filter((bucket) => points.has(rowKey(bucket)))
    if (counted.length > 0) await update({ release: counted })
    return refuse(buckets)
  }

  return {
    consumeAll,
    checkAll,
    update,
    async consume(limit, key) {
      const [points] = await consumeAll([{ limit, key }])
      return points!
    },
    async count(limit, key) {
      const [counter] = await countAll([{ limit, key }])
      return counter!.points
    },
    async countAll(buckets) {
      await countAll(buckets)
    },
    check: (limit, key) => checkAll([{ limit, key }]),
    async used(limit, key) {
      const [counter] = await readCounters(sql, [rowKey({ limit, key })], Date.now())
      return counter?.points ?? 0
    },
    release: (limit, key) => update({ release: [{ limit, key }] }),
    reset: (limit, key) => update({ reset: [{ limit, key }] }),
  }
}

function allowedBy({ limit, factor = 1 }: Bucket): number {
  return limit.times * factor
}

function rowKey({ limit, key }: Bucket): string {
  return `${limit.name}:${key}`
}

function rateLimited(until: number): AppError {
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000))
  return new AppError('RATE_LIMITED', {
    retryAfter: seconds,
    message: `操作过于频繁，请在 ${waitingTime(seconds)}后再试`,
  })
}

function waitingTime(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${seconds} 秒`
  if (seconds < 2 * HOUR) return `${Math.ceil(seconds / MINUTE)} 分钟`
  return `${Math.ceil(seconds / HOUR)} 小时`
}

const REFUSALS_MAX = 10_000

/** Keys over their limit, kept in memory so that a flood of one visitor's calls does not reach the database. */
export function createRefusals() {
  const ends = new Map<string, number>()
  return {
    /** The end of the key's refusal, in milliseconds since 1970; null when it is not refused. */
    until(key: string): number | null {
      const end = ends.get(key)
      return end !== undefined && end > Date.now() ? end : null
    },
    /** Forgets the oldest beyond the maximum: the database still refuses it. */
    remember(key: string, end: number): void {
      ends.delete(key)
      ends.set(key, end)
      if (ends.size <= REFUSALS_MAX) return
      const [oldest] = ends.keys()
      ends.delete(oldest!)
    },
    forget(key: string): void {
      ends.delete(key)
    },
  }
}
