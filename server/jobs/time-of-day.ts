const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A full hour on the clock of a time zone. */
export interface TimeOfDay {
  hour: number
  timeZone: string
}

/** Milliseconds until the clock next shows that hour. When a clock change skips the hour, it may be an hour off. */
export function msUntil({ hour, timeZone }: TimeOfDay, now: Date): number {
  const sinceMidnight = timeOfDay(now, timeZone)
  const wait = (hour * HOUR_MS - sinceMidnight + DAY_MS) % DAY_MS || DAY_MS
  // the clock may be put forward or back meanwhile
  const shown = timeOfDay(new Date(now.getTime() + wait), timeZone)
  const shift = hour * HOUR_MS - shown
  const off = Math.abs(shift) > DAY_MS / 2 ? shift - Math.sign(shift) * DAY_MS : shift
  return wait + off > 0 ? wait + off : wait + off + DAY_MS
}

/** Milliseconds since midnight by the clock there. */
function timeOfDay(time: Date, timeZone: string): number {
  const format = { timeZone, hourCycle: 'h23', timeStyle: 'medium' } as const
  const [hours = 0, minutes = 0, seconds = 0] = new Intl.DateTimeFormat('en-GB', format)
    .format(time)
    .split(':')
    .map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + time.getUTCMilliseconds()
}
