import { firstIdAt } from '../db/ids.ts'
import { AppError } from '../http/app-error.ts'
import { timeText } from '../lib/local-time.ts'
import { midnight } from '../operator/moments.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The day so many days after this one, both as `2026-08-01`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

/** When the clock of the time zone showed the same time so many days before. */
export function sameTimeBefore(time: Date, days: number, timeZone: string): Date {
  const guess = new Date(time.getTime() - days * DAY_MS)
  const shown = (at: Date) => Date.parse(`${timeText(at, timeZone).replace(' ', 'T')}Z`)
  // the clocks may have changed meanwhile
  return new Date(guess.getTime() + (shown(time) - days * DAY_MS - shown(guess)))
}

interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** Where the days begin and end; null: open. Throws VALIDATION for a range that ends before it begins. */
export function spanOfDays(
  { from, to }: Days,
  timeZone: string,
): { from: Date | null; until: Date | null } {
  if (from !== undefined && to !== undefined && from > to) {
    const message = '开始日期不能晚于结束日期'
    throw new AppError('VALIDATION', { message, fields: { from: message } })
  }
  return {
    from: from === undefined ? null : midnight(from, timeZone),
    until: to === undefined ? null : midnight(addDays(to, 1), timeZone),
  }
}

/** Ids begin with the time: from the first on, and below the other. */
export function idsOfDays(
  days: Days,
  timeZone: string,
): { fromId: string | null; untilId: string | null } {
  const { from, until } = spanOfDays(days, timeZone)
  return { fromId: from && firstIdAt(from), untilId: until && firstIdAt(until) }
}
