/** The day in a time zone: `2026-08-01`. */
export function dayText(time: Date, timeZone: string): string {
  return formatOf(timeZone, { dateStyle: 'short' }).format(time)
}

/** The time in a time zone: `2026-08-01 12:30:05`. */
export function timeText(time: Date, timeZone: string): string {
  return formatOf(timeZone, { dateStyle: 'short', timeStyle: 'medium' }).format(time)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are cached: creating one takes a hundred times as long as using it. */
function formatOf(timeZone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, style])
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...style })
    formats.set(key, format)
  }
  return format
}

/** A time span around now. */
export interface TimeWindow {
  from: Date
  until: Date
}

/**
 * `ms` before and after now. A stored time beyond `until` was written by a node with a wrong clock; queries
 * treat it as long ago instead of waiting for it.
 */
export function windowAround(now: Date, ms: number): TimeWindow {
  return { from: new Date(now.getTime() - ms), until: new Date(now.getTime() + ms) }
}
