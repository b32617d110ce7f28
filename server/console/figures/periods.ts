import { dayText } from '../../lib/local-time.ts'
import { midnight } from '../../operator/moments.ts'
import { addDays, sameTimeBefore } from '../days.ts'

/** From a time on, and before the other. */
export interface Period {
  from: Date
  until: Date
}

const WEEK = 7
export const CHART_DAYS = 30

/** The times between which the figures of the first page count. */
export function periodsAt(now: Date, timeZone: string) {
  const day = dayText(now, timeZone)
  const dayBefore = addDays(day, -WEEK)
  const start = (count: number) => midnight(addDays(day, count), timeZone)
  // what is booked at this very moment counts
  const until = new Date(now.getTime() + 1)
  return {
    today: { day, from: start(0), until },
    before: { day: dayBefore, from: start(-WEEK), until: sameTimeBefore(until, WEEK, timeZone) },
    week: { from: start(1 - WEEK), until },
    weekDays: { from: addDays(day, 1 - WEEK), to: day },
    weekBefore: { from: start(1 - 2 * WEEK), until: start(1 - WEEK) },
  }
}

/** The days of the chart, oldest first. */
export function chartDays(now: Date, timeZone: string): string[] {
  const day = dayText(now, timeZone)
  return Array.from({ length: CHART_DAYS }, (_, at) => addDays(day, at + 1 - CHART_DAYS))
}

/** Some days up to today, cut into weeks: a statement that reads more may take too long. */
export function weeksUpTo(now: Date, days: number, timeZone: string) {
  const to = dayText(now, timeZone)
  const from = addDays(to, 1 - days)
  const weeks = []
  for (let first = from; first <= to; first = addDays(first, WEEK)) {
    const next = addDays(first, WEEK)
    const isLast = next > to
    weeks.push({
      firstDay: first,
      lastDay: isLast ? to : addDays(next, -1),
      from: midnight(first, timeZone),
      until: isLast ? new Date(now.getTime() + 1) : midnight(next, timeZone),
    })
  }
  return { from, to, weeks }
}
