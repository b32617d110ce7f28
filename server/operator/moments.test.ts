import { expect, test } from 'vitest'
import { timeText } from '../lib/local-time.ts'
import { moment } from './moments.ts'

const { read } = moment('时间', 'when', 'before')
const now = new Date('2026-11-21T12:00:00Z')

test('a day begins at its first moment in the time zone, also where clocks change; a span counts back from now', () => {
  const begins = [
    ['2026-08-01', 'Asia/Shanghai', '00:00:00'],
    ['2026-08-01', 'UTC', '00:00:00'],
    // the clocks are changed on these days
    ['2026-10-04', 'Australia/Sydney', '00:00:00'],
    ['2026-04-05', 'Australia/Sydney', '00:00:00'],
    ['2026-03-29', 'Europe/Berlin', '00:00:00'],
    ['2026-11-01', 'America/New_York', '00:00:00'],
    // here the clock skips midnight on that day
    ['2026-09-06', 'America/Santiago', '01:00:00'],
  ] as const
  expect(
    begins.map(([day, timeZone]) => [timeZone, timeText(read(day)!({ now, timeZone }), timeZone)]),
  ).toEqual(begins.map(([day, timeZone, time]) => [timeZone, `${day} ${time}`]))
  expect(read('90m')!({ now, timeZone: 'UTC' })).toEqual(new Date('2026-11-21T10:30:00Z'))
})

test('anything else is refused with an example; of a time to come it names a day that has not passed', () => {
  for (const given of ['2026-02-31', '2026-13-01', '2026-2-3', '7', '7w', 'yesterday']) {
    expect(() => read(given), given).toThrow(
      '应为 7d、24h、30m 这样的时长，或 2026-08-01 这样的日期',
    )
  }
  const { read: readLater } = moment('时间', 'when', 'after')
  expect(() => readLater('yesterday')).toThrow('或 2030-01-31 这样的日期')
})
