import { createHash } from 'node:crypto'
import type { Sql } from '../../db/sql.ts'
import { AppError } from '../app-error.ts'
import { addToCounters, type Counter, readCounters, takeFromCounters } from './limits.store.ts'
import { type Bucket, type Limit, type LimitName, LIMITS } from './limits-table.ts'
import { createRefusals } from './refusals.ts'

export { type Bucket, type LimitName, LIMITS } from './limits-table.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Counters in the database: they survive a restart and hold across nodes. What is refused counts
 * nowhere, so that asking often locks nobody out for longer. A dead database is a 503.
 */
export interface Limits {
  /** Counts one and returns how many that makes; throws RATE_LIMITED beyond the limit. */
  take(name: LimitName, key: string): Promise<number>
  /** The same for several at once, whose counts it returns: beyond one of the limits none counts. */
  takeAll(buckets: readonly Bucket[]): Promise<number[]>
  /** Counts one and returns how many that makes; refuses nothing. */
  count(name: LimitName, key: string): Promise<number>
  /** The same for several at once. */
  countAll(buckets: readonly Bucket[]): Promise<void>
  /** Throws RATE_LIMITED when the limit is used up, and counts nothing. */
  check(name: LimitName, key: string): Promise<void>
  /** The same for several at once. */
  checkAll(buckets: readonly Bucket[]): Promise<void>
  /** How many are counted now. */
  used(name: LimitName, key: string): Promise<number>
  /** Takes one back that turned out not to count. */
  giveBack(name: LimitName, key: string): Promise<void>
  /** Begins anew for this key. */
  clear(name: LimitName, key: string): Promise<void>
  /** Both of these for several at once. */
  settle(outcome: Record<'giveBack' | 'clear', readonly Bucket[]>): Promise<void>
}

const UNLIMITED = 2 ** 31 - 1

export function createLimits(sql: Sql): Limits {
  const refusals = createRefusals()

  function additionTo(bucket: Bucket, atMost: number = allowedBy(bucket)) {
    return { key: rowOf(bucket), lastsMs: LIMITS[bucket[0]].seconds * 1_000, atMost }
  }
  async function firstFull(buckets: readonly Bucket[]) {
    const counters = await readCounters(sql, buckets.map(rowOf), Date.now())
    for (const bucket of buckets) {
      const counter = counters.find(({ key }) => key === rowOf(bucket))
      if (counter && counter.points >= allowedBy(bucket)) return { ...counter, name: bucket[0] }
    }
    return null
  }
  async function refuse(buckets: readonly Bucket[]): Promise<never> {
    const full = await firstFull(buckets)
    // it may have been freed since
    if (full === null) throw rateLimited(Date.now())
    const { isOfOthers }: Limit = LIMITS[full.name]
    if (!isOfOthers) refusals.remember(full.key, full.expire)
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

  async function settle({ giveBack, clear }: Parameters<Limits['settle']>[0]): Promise<void> {
    const rows = { giveBack: giveBack.map(rowOf), clear: clear.map(rowOf) }
    await takeFromCounters(sql, rows)
    for (const row of [...rows.giveBack, ...rows.clear]) refusals.forget(row)
  }
  async function takeAll(buckets: readonly Bucket[]): Promise<number[]> {
    for (const bucket of buckets) {
      const until = refusals.until(rowOf(bucket))
      if (until !== null) throw rateLimited(until)
    }
    const additions = buckets.map((bucket) => additionTo(bucket))
    const counters = await addToCounters(sql, additions, Date.now())
    const points = new Map(counters.map((counter) => [counter.key, counter.points]))
    if (points.size === buckets.length) return buckets.map((bucket) => points.get(rowOf(bucket))!)
    const counted = buckets.filter((bucket) => points.has(rowOf(bucket)))
    if (counted.length > 0) await settle({ giveBack: counted, clear: [] })
    return refuse(buckets)
  }

  return {
    takeAll,
    settle,
    async take(...bucket) {
      const [points] = await takeAll([bucket])
      return points!
    },
    async count(...bucket) {
      const [counter] = await countAll([bucket])
      return counter!.points
    },
    async countAll(buckets) {
      await countAll(buckets)
    },
    check: (...bucket) => checkAll([bucket]),
    checkAll,
    async used(...bucket) {
      const [counter] = await readCounters(sql, [rowOf(bucket)], Date.now())
      return counter?.points ?? 0
    },
    giveBack: (...bucket) => settle({ giveBack: [bucket], clear: [] }),
    clear: (...bucket) => settle({ giveBack: [], clear: [bucket] }),
  }
}

function allowedBy([name, , factor = 1]: Bucket): number {
  return LIMITS[name].times * factor
}

function rowOf([name, key]: Bucket): string {
  return `${name}:${key}`
}

/** Whether mails are asked for faster than people do: then the captcha is hard for everybody. */
export async function isMailStorm(limits: Limits): Promise<boolean> {
  return (await limits.used('mailAll', 'all')) >= LIMITS.mailAll.times
}

/** An e-mail address as a key of bounded length. */
export function emailKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
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
