import { timeText } from '../../lib/local-time.ts'
import type { QuietHours } from './channels.store.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** When the quiet hours that it is in now end; null outside of them. An hour off where the clock changes meanwhile. */
export function endOfQuiet(quiet: QuietHours, now: Date, timeZone: string): Date | null {
  const minute = minuteOf(now, timeZone)
  const since = (minute - quiet.from + DAY_MINUTES) % DAY_MINUTES
  const length = (quiet.until - quiet.from + DAY_MINUTES) % DAY_MINUTES
  if (since >= length) return null
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return new Date(start + (length - since) * MINUTE_MS)
}

/** `22:00–08:00`. */
export function quietText({ from, until }: QuietHours): string {
  return `${clockText(from)}–${clockText(until)}`
}

/** The hours of `22:00-08:00`; null for another text. */
export function readQuietHours(text: string): QuietHours | null {
  const [, from, until] = /^([\d:]+)\s*[-–~]\s*([\d:]+)$/.exec(text.trim()) ?? []
  const hours = { from: readClock(from ?? ''), until: readClock(until ?? '') }
  const { from: start, until: end } = hours
  return start === null || end === null || start === end ? null : { from: start, until: end }
}

function readClock(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

function clockText(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** Minutes after midnight by the clock there. */
function minuteOf(time: Date, timeZone: string): number {
  const [hours = 0, minutes = 0] = timeText(time, timeZone).slice(11).split(':').map(Number)
  return hours * 60 + minutes
}
