import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Sql } from '../db/sql.ts'
import { AppError } from './errors.ts'
import { addToCounters, type Counter, readCounters, takeFromCounters } from './limits.store.ts'
import { createRefusals } from './refusals.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Limit {
  times: number
  seconds: number
  /**
   * Anybody can use up somebody else's: no node remembers a refusal that another one has cleared.
   */
  isOfOthers?: true
}

/** Every limit of the site: how often in how many seconds, and what the key names. */
export const LIMITS = {
  /** Failed logins by e-mail address, known or not. */
  loginAccount: { times: 10, seconds: 15 * MINUTE, isOfOthers: true },
  /** Failed logins by network address. */
  loginIp: { times: 100, seconds: 15 * MINUTE },
  /** Failed logins by a device of the owner's, instead of the two above. */
  loginDevice: { times: 10, seconds: 15 * MINUTE },
  /** Successful logins by e-mail address, on whatever device; tries under way count until they fail. */
  loginSuccess: { times: 60, seconds: HOUR, isOfOthers: true },
  /** Mails with a code or link, by purpose and e-mail address. */
  mailResend: { times: 1, seconds: MINUTE },
  /** The same by e-mail address alone. */
  mailHour: { times: 5, seconds: HOUR },
  mailDay: { times: 10, seconds: DAY },
  /** And by network address. */
  mailIp: { times: 20, seconds: HOUR },
  /** All of them together: beyond it the captcha turns hard, nobody is refused. */
  mailAll: { times: 300, seconds: 10 * MINUTE },
  /** Accounts opened and codes tried, by network address. */
  registerIp: { times: 30, seconds: HOUR },
  /** Passwords tried by a logged-in user. */
  reauthUser: { times: 10, seconds: 15 * MINUTE },
  /** Tokens of mailed links tried, by network address. */
  linkIp: { times: 30, seconds: HOUR },
  /** Files with all that is kept about a user. */
  exportUser: { times: 10, seconds: HOUR },
  /** Captcha challenges made, by network address. */
  captchaIp: { times: 300, seconds: 10 * MINUTE },
  /** Orders cancelled by user. With three places at a time this bounds how many anybody can place. */
  cancelOrder: { times: 30, seconds: 10 * MINUTE },
  createIntent: { times: 10, seconds: MINUTE },
  /** Tries to pay by user. */
  confirmPayment: { times: 10, seconds: MINUTE },
  /** Confirmations sent by user, whether they try anew or ask how an earlier try ended. */
  askPayment: { times: 60, seconds: MINUTE },
  /** Refused cards by user. */
  declines: { times: 10, seconds: DAY },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

export type Bucket = readonly [name: LimitName, key: string]

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
  /** Throws RATE_LIMITED when the limit is used up, and counts nothing. */
  check(name: LimitName, key: string): Promise<void>
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

  function additionTo([name, key]: Bucket, atMost: number = LIMITS[name].times) {
    return { key: rowOf([name, key]), lastsMs: LIMITS[name].seconds * 1_000, atMost }
  }
  async function read([name, key]: Bucket): Promise<Counter | null> {
    const [counter] = await readCounters(sql, [rowOf([name, key])], Date.now())
    return counter ?? null
  }
  /** By the first that is full; it may have been freed since. */
  async function refuse(buckets: readonly Bucket[]): Promise<never> {
    const counters = await readCounters(sql, buckets.map(rowOf), Date.now())
    for (const bucket of buckets) {
      const { times, isOfOthers }: Limit = LIMITS[bucket[0]]
      const counter = counters.find(({ key }) => key === rowOf(bucket))
      if (!counter || counter.points < times) continue
      if (!isOfOthers) refusals.remember(counter.key, counter.expire)
      throw rateLimited(counter.expire)
    }
    throw rateLimited(Date.now())
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
      const [counter] = await addToCounters(sql, [additionTo(bucket, UNLIMITED)], Date.now())
      return counter!.points
    },
    async check(...bucket) {
      const counter = await read(bucket)
      if (counter && counter.points >= LIMITS[bucket[0]].times) throw rateLimited(counter.expire)
    },
    async used(...bucket) {
      const counter = await read(bucket)
      return counter?.points ?? 0
    },
    giveBack: (...bucket) => settle({ giveBack: [bucket], clear: [] }),
    clear: (...bucket) => settle({ giveBack: [], clear: [bucket] }),
  }
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

/** One key for each network that one customer usually owns: the address, or the /64 of an IPv6 one. */
export function ipKey(address: string): string {
  // some proxies write the port, too
  const ip =
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ??
    /^\[(.+)\](:\d+)?$/.exec(address)?.[1] ??
    address
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('%', 1)[0]!.split('::', 2)
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...gap, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
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
