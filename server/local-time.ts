/** `2026-08-01`: the day by the clock of a time zone. */
export function dayText(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time)
}

/** `2026-08-01 12:30:05` by that clock. */
export function timeText(time: Date, timeZone: string): string {
  const format = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  return new Intl.DateTimeFormat('sv-SE', format).format(time)
}
