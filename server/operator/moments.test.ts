import { expect, test } from 'vitest'
import { timeText } from '../local-time.ts'
import { moment } from './moments.ts'

const { read } = moment('时间', 'when', 'before')
const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-08-01', 'Asia/Shanghai', '00:00:00'],
  ['2026-08-01', 'UTC', '00:00:00'],
  // the clocks are changed on these days
  ['2026-10-04', 'Australia/Sydney', '00:00:00'],
  ['2026-04-05', 'Australia/Sydney', '00:00:00'],
  ['2026-03-29', 'Europe/Berlin', '00:00:00'],
  ['2026-11-01', 'America/New_York', '00:00:00'],
  // here the clock skips midnight on that day
  ['2026-09-06', 'America/Santiago', '01:00:00'],
])('%s in %s begins at %s', (day, timeZone, begins) => {
  expect(timeText(read(day)!({ now, timeZone }), timeZone)).toBe(`${day} ${begins}`)
})

test('time span counts back from now', () => {
  expect(read('90m')!({ now, timeZone: 'UTC' })).toEqual(new Date('2026-11-21T10:30:00Z'))
})

test.each(['2026-02-31', '2026-13-01', '2026-2-3', '7', '7w', 'yesterday'])(
  '%j is refused as a time',
  (given) => {
    expect(() => read(given)).toThrow('应为 7d、24h、30m 这样的时长，或 2026-08-01 这样的日期')
  },
)

test('refusal of a time to come names a day that has not passed', () => {
  const { read: readLater } = moment('时间', 'when', 'after')
  expect(() => readLater('yesterday')).toThrow('或 2030-01-31 这样的日期')
})
