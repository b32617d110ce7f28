import { expect, test } from 'vitest'
import { msUntil } from './time-of-day.ts'

const HOUR_MS = 3_600_000
const shanghai = { hour: 3, timeZone: 'Asia/Shanghai' }
const berlin = { hour: 3, timeZone: 'Europe/Berlin' }

const nextAt = (time: typeof shanghai, now: string) =>
  new Date(Date.parse(now) + msUntil(time, new Date(now))).toISOString()

test.each([
  [shanghai, '2026-11-20T18:00:00.000Z', '2026-11-20T19:00:00.000Z'],
  [shanghai, '2026-11-20T18:59:59.999Z', '2026-11-20T19:00:00.000Z'],
  [shanghai, '2026-11-20T19:00:05.250Z', '2026-11-21T19:00:00.000Z'],
  [shanghai, '2026-11-21T00:30:00.000Z', '2026-11-21T19:00:00.000Z'],
  [
    { hour: 0, timeZone: 'America/New_York' },
    '2026-07-01T12:00:00.000Z',
    '2026-07-02T04:00:00.000Z',
  ],
])('next time of %j after %s is %s', (time, now, next) => {
  expect(nextAt(time, now)).toBe(next)
})

test('exactly at the hour the next one is tomorrow', () => {
  expect(msUntil(shanghai, new Date('2026-11-20T19:00:00.000Z'))).toBe(24 * HOUR_MS)
})

test('clock change before the next time: the clock shows the hour', () => {
  expect(nextAt(berlin, '2026-10-24T12:00:00.000Z')).toBe('2026-10-25T02:00:00.000Z')
  expect(nextAt(berlin, '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T01:00:00.000Z')
})
