import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { isIPv6 } from 'node:net'
import type * as library from 'rate-limiter-flexible'
import type { Sql } from '../db/sql.ts'
import { AppError } from './errors.ts'
import { limiterClient } from './limiter-client.ts'

// the library's index reads a client for every store there is: 7 MB
const require = createRequire(import.meta.url)
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what require() brings has no type
const { RateLimiterPostgres, RateLimiterRes } = {
  RateLimiterPostgres: require('rate-limiter-flexible/lib/RateLimiterPostgres.js'),
  RateLimiterRes: require('rate-limiter-flexible/lib/RateLimiterRes.js'),
} as Pick<typeof library, 'RateLimiterPostgres' | 'RateLimiterRes'>

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Limit {
  times: number
  seconds: number
  /**
   * Anybody can use up somebody else's: what is refused does not count, so that asking often without
   * a captcha locks nobody out, and no node remembers a refusal that another one has cleared.
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
  /** Passwords and codes tried by a logged-in user. */
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

/** Counters in the database: they survive a restart and hold across nodes. A dead database is a 503. */
export interface Limits {
  /** Counts one and returns how many that makes; throws RATE_LIMITED beyond the limit. */
  take(name: LimitName, key: string): Promise<number>
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
}

export function createLimits(sql: Sql): Limits {
  const storeClient = limiterClient(sql)
  const limiters = new Map<string, library.RateLimiterPostgres>()
  for (const [name, { times, seconds, isOfOthers }] of Object.entries<Limit>(LIMITS)) {
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: times,
      duration: seconds,
      // a key that is over its limit is refused here without asking the database again
      ...(!isOfOthers && { inMemoryBlockOnConsumed: times + 1 }),
    })
    limiters.set(name, limiter)
  }
  const limiterOf = (name: LimitName) => limiters.get(name)!

  return {
    async take(name, key) {
      try {
        const { consumedPoints } = await limiterOf(name).consume(key)
        return consumedPoints
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const { isOfOthers }: Limit = LIMITS[name]
        if (isOfOthers) await limiterOf(name).reward(key)
        throw rateLimited(error)
      }
    },
    async count(name, key) {
      const { consumedPoints } = await limiterOf(name).penalty(key)
      return consumedPoints
    },
    async check(name, key) {
      const state = await limiterOf(name).get(key)
      if (state && state.consumedPoints >= LIMITS[name].times) throw rateLimited(state)
    },
    async used(name, key) {
      const state = await limiterOf(name).get(key)
      return state?.consumedPoints ?? 0
    },
    async giveBack(name, key) {
      await limiterOf(name).reward(key)
    },
    async clear(name, key) {
      await limiterOf(name).delete(key)
    },
  }
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
export function ipKey(ip: string): string {
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

function rateLimited({ msBeforeNext }: library.RateLimiterRes): AppError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
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
