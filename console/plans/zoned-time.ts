import { formatTime } from '#web/lib/format/time.ts'

/** A moment as a field for date and time shows it in a time zone: 2026-12-01T09:30. */
export function toFieldTime(iso: string, timeZone: string): string {
  return formatTime(iso, 'minute', timeZone).replace(' ', 'T')
}

/** The moment of such a field; undefined for an empty or wrong one. */
export function fromFieldTime(text: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${text}Z`)
  if (text === '' || Number.isNaN(asUtc)) return undefined
  const offsetAt = (time: number) =>
    Date.parse(`${toFieldTime(new Date(time).toISOString(), timeZone)}Z`) - time
  // the second look is at the offset of the moment itself: clocks may have changed in between
  const near = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(near)).toISOString()
}
