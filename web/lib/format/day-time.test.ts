import { expect, test } from 'vitest'
import { formatDayTime } from './day-time.ts'

const NOW = new Date('2026-11-20T16:30:00.000Z')

test.each([
  // In Shanghai it is half past midnight: what was an hour ago was yesterday.
  ['2026-11-20T16:10:00.000Z', 'Asia/Shanghai', '今天 00:10'],
  ['2026-11-20T15:10:00.000Z', 'Asia/Shanghai', '昨天 23:10'],
  ['2026-11-19T15:59:00.000Z', 'Asia/Shanghai', '2026-11-19 23:59'],
  ['2026-11-20T15:10:00.000Z', 'Europe/London', '今天 15:10'],
])('%s in %s is written as %s', (iso, timeZone, said) => {
  expect(formatDayTime(iso, timeZone, NOW)).toBe(said)
})
