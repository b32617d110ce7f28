import { now } from '../clock.ts'

export type TimeStyle = 'date' | 'minute' | 'second' | 'clock'

const PARTS: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  date: { year: 'numeric', month: '2-digit', day: '2-digit' },
  minute: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  second: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
  clock: { hour: '2-digit', minute: '2-digit' },
}

/** An ISO time in the site's time zone: 2026-11-20, 2026-11-20 21:32, 2026-11-20 21:32:05, 21:32. */
export function formatTime(iso: string, style: TimeStyle, timeZone: string): string {
  const format = new Intl.DateTimeFormat('zh-CN', { ...PARTS[style], timeZone, hourCycle: 'h23' })
  const part = new Map(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
  const date = join('-', part.get('year'), part.get('month'), part.get('day'))
  const clock = join(':', part.get('hour'), part.get('minute'), part.get('second'))
  return join(' ', date, clock)
}

function join(mark: string, ...texts: (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== '').join(mark)
}

const DAY_MS = 86_400_000

/** A time relative to today: 今天 21:14, 昨天 09:30, else 2026-11-18 10:25. */
export function formatDayTime(iso: string, timeZone: string, today = new Date(now())): string {
  const dayOf = (date: Date) => formatTime(date.toISOString(), 'date', timeZone)
  const day = dayOf(new Date(iso))
  const clock = formatTime(iso, 'clock', timeZone)
  if (day === dayOf(today)) return `今天 ${clock}`
  if (day === dayOf(new Date(today.getTime() - DAY_MS))) return `昨天 ${clock}`
  return `${day} ${clock}`
}

const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400

/**
 * Whole seconds in their two largest units: 30 分 00 秒, 4 分 12 秒, 28 秒, 2 小时 5 分钟, 3 天 1 小时.
 * Seconds have two digits, so that a countdown does not change its width and move the page.
 */
export function formatDuration(seconds: number): string {
  if (seconds >= DAY_S) return pair(seconds, DAY_S, '天', HOUR_S, '小时')
  if (seconds >= HOUR_S) return pair(seconds, HOUR_S, '小时', MINUTE_S, '分钟')
  if (seconds < MINUTE_S) return `${seconds} 秒`
  const rest = String(seconds % MINUTE_S).padStart(2, '0')
  return `${Math.floor(seconds / MINUTE_S)} 分 ${rest} 秒`
}

function pair(seconds: number, unit: number, name: string, minor: number, minorName: string) {
  const rest = Math.floor((seconds % unit) / minor)
  return `${Math.floor(seconds / unit)} ${name}${rest > 0 ? ` ${rest} ${minorName}` : ''}`
}

/** The name of a time zone with its UTC offset: 中国标准时间（UTC+8）. */
export function timeZoneName(timeZone: string, now: Date = new Date()): string {
  const part = (style: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat('zh-CN', { timeZone, timeZoneName: style })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${part('long')}（${part('shortOffset').replace('GMT', 'UTC')}）`
}
