import type { UsageFilter } from '#contract/credit/usage.ts'
import { href } from '../../lib/href.ts'
import type { Query } from '../../lib/query.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS_MAX = 366
const RECENT = 30

/** Days of the site's time zone, `2026-08-01`, both included. */
export interface DaySpan {
  first: string
  last: string
}

/** The filter in the address of the usage page. */
export interface UsageQuery {
  /** An application's id; undefined: all. */
  tool: string | undefined
  /** An API key's id; `web`: without one; undefined: all. */
  key: string | undefined
  days: '7' | '30' | 'month' | DaySpan
}

/** Invalid values are ignored. */
export function usageQueryOf({ tool, key, days, first, last }: Query): UsageQuery {
  const isId = (value: string | undefined) =>
    value !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(value)
  const own = { first: first ?? '', last: last ?? '' }
  return {
    tool: isId(tool) ? tool : undefined,
    key: isId(key) ? key : undefined,
    days: days === '7' || days === 'month' ? days : spanProblem(own) === undefined ? own : '30',
  }
}

/** The address of a filter; what is usual is left out. */
export function usageHref({ tool, key, days }: UsageQuery): string {
  const span = typeof days === 'object' ? days : { days: days === '30' ? undefined : days }
  return href('/account/usage', { tool, key, ...span })
}

/** What is wrong with two days that a person chose; undefined: nothing. */
export function spanProblem({ first, last }: DaySpan): string | undefined {
  if (!isDay(first) || !isDay(last)) return '请选择日期'
  if (first > last) return '开始日期不能晚于结束日期'
  if (daysIn({ first, last }) > DAYS_MAX) return `一次最多查看 ${DAYS_MAX} 天`
  return undefined
}

/** The days that a filter means. `today` is a day of the site's time zone. */
export function spanOf(days: UsageQuery['days'], today: string): DaySpan {
  if (typeof days === 'object') return days
  if (days === 'month') return { first: `${today.slice(0, 8)}01`, last: today }
  return { first: dayAfter(today, 1 - (days === '7' ? 7 : RECENT)), last: today }
}

/** The filter as the calls take it. */
export function filterOf({ tool, key, days }: UsageQuery, today: string): UsageFilter {
  return {
    ...spanOf(days, today),
    ...(tool !== undefined && { applicationId: tool }),
    ...(key !== undefined && { key }),
  }
}

export function daysIn({ first, last }: DaySpan): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1
}

/** So many days after a day. */
export function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

function isDay(text: string): boolean {
  return (
    /^2[01]\d\d-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    dayAfter(text, 0) === text
  )
}
