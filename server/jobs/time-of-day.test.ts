import { expect, test } from 'vitest'
import { msUntil } from './time-of-day.ts'

const shanghai = { hour: 3, timeZone: 'Asia/Shanghai' }
const berlin = { hour: 3, timeZone: 'Europe/Berlin' }
const newYork = { hour: 0, timeZone: 'America/New_York' }

const nextAt = (time: typeof shanghai, now: string) =>
  new Date(Date.parse(now) + msUntil(time, new Date(now))).toISOString()

test('next time of an hour in a time zone: today or tomorrow, and by the clock where the clocks change before it', () => {
  const expected = [
    [shanghai, '2026-11-20T18:00:00.000Z', '2026-11-20T19:00:00.000Z'],
    [shanghai, '2026-11-20T18:59:59.999Z', '2026-11-20T19:00:00.000Z'],
    // exactly at the hour the next one is tomorrow
    [shanghai, '2026-11-20T19:00:00.000Z', '2026-11-21T19:00:00.000Z'],
    [shanghai, '2026-11-20T19:00:05.250Z', '2026-11-21T19:00:00.000Z'],
    [shanghai, '2026-11-21T00:30:00.000Z', '2026-11-21T19:00:00.000Z'],
    [newYork, '2026-07-01T12:00:00.000Z', '2026-07-02T04:00:00.000Z'],
    [berlin, '2026-10-24T12:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    [berlin, '2026-03-28T12:00:00.000Z', '2026-03-29T01:00:00.000Z'],
  ] as const
  expect(expected.map(([time, now]) => [time, now, nextAt(time, now)])).toEqual(expected)
})
