import { formatTime } from './time.ts'
import { now } from '../clock.ts'

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
