import { dayText } from '../lib/local-time.ts'
import { wrongUsage } from './exit.ts'
import type { Parameter } from './parameters.ts'

/** A moment as the operator wrote it, resolved by the shop's time zone. */
export type Moment = (clock: { now: Date; timeZone: string }) => Date

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const UNIT_TEXTS = { m: '分钟', h: '小时', d: '天' } as const
/** A day that a moment of this direction may be: past, or still to come. */
const SAMPLE_DAYS = { before: '2026-08-01', after: '2030-01-31' } as const
const SPAN = /^(\d{1,5})([mhd])$/

/** A span such as `7d`, `24h`, `30m` before or after now, or a day such as `2026-08-01` in the shop's time zone. */
export function moment(
  value: string,
  help: string,
  direction: 'before' | 'after',
): Parameter<Moment | null> {
  const sign = direction === 'before' ? -1 : 1
  return {
    value,
    help,
    isRequired: false,
    read(given) {
      if (given === undefined) return null
      const [, count, unit] = SPAN.exec(given) ?? []
      if (unit === 'm' || unit === 'h' || unit === 'd') {
        return ({ now }) => new Date(now.getTime() + sign * Number(count) * UNIT_MS[unit])
      }
      if (!isDay(given)) {
        throw wrongUsage(`应为 7d、24h、30m 这样的时长，或 ${SAMPLE_DAYS[direction]} 这样的日期`)
      }
      return ({ timeZone }) => midnight(given, timeZone)
    },
  }
}

/** `90 天` for the span `90d`; null for a day. A preview names the span: the moment is another one each second. */
export function spanText(given: unknown): string | null {
  const [, count, unit] = SPAN.exec(String(given)) ?? []
  return unit === 'm' || unit === 'h' || unit === 'd' ? `${count} ${UNIT_TEXTS[unit]}` : null
}

/** A day such as `2026-08-01`; null when it was not given. */
export function dayParameter(help: string): Parameter<string | null> {
  return {
    value: '日期',
    help,
    isRequired: false,
    read(given) {
      return given === undefined ? null : readDay(given)
    },
  }
}

export function requiredDay(help: string): Parameter<string> {
  return {
    value: '日期',
    help,
    isRequired: true,
    read(given) {
      if (given === undefined) throw wrongUsage('缺少')
      return readDay(given)
    },
  }
}

function readDay(given: string): string {
  if (!isDay(given)) throw wrongUsage('应为 2026-08-01 这样的日期')
  return given
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN
  // Date turns a day that does not exist, such as 31 February, into another one
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The midnight that began the day of this time. */
export function startOfDay(time: Date, timeZone: string): Date {
  return midnight(dayText(time, timeZone), timeZone)
}

/** Where the day, such as `2026-08-01`, begins in that time zone. */
export function midnight(day: string, timeZone: string): Date {
  const first = withOffset(day, offsetAt(new Date(`${day}T00:00:00Z`), timeZone))
  // the offset differs where the clocks change between the two
  const second = withOffset(day, offsetAt(first, timeZone))
  return second < first && dayText(second, timeZone) !== day ? first : second
}

/** The next day of the calendar. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + UNIT_MS.d).toISOString().slice(0, 10)
}

/** When the clock of that time zone shows this: `2026-08-01T09:30`. */
export function clockTime(text: string, timeZone: string): Date {
  const near = new Date(`${text}:00${offsetAt(new Date(`${text}:00Z`), timeZone)}`)
  // the offset differs where the clocks change between the two
  return new Date(`${text}:00${offsetAt(near, timeZone)}`)
}

function withOffset(day: string, offset: string): Date {
  return new Date(`${day}T00:00:00${offset}`)
}

/** `+08:00` */
function offsetAt(time: Date, timeZone: string): string {
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')
  return zone?.value.replace('GMT', '') || 'Z'
}
