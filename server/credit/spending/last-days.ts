import { dayText } from '../../lib/local-time.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The last days of a time zone, today included. */
export function lastDays({ days, now, timeZone }: { days: number; now: Date; timeZone: string }): {
  first: string
  last: string
} {
  const last = dayText(now, timeZone)
  const first = new Date(Date.parse(last) - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  return { first, last }
}
