import { expect, test } from 'vitest'
import { changeText, minorUnits, timeText } from './format.ts'

test('amount is read exactly in the digits of its currency, or refused', () => {
  const sums: [string, string, number | null][] = [
    ['19.90', 'cny', 1990],
    ['19.9', 'cny', 1990],
    ['19', 'cny', 1900],
    ['0.07', 'cny', 7],
    ['1.15', 'cny', 115],
    ['500', 'jpy', 500],
    ['500.0', 'jpy', null],
    ['1.234', 'kwd', 1234],
    ['1.999', 'cny', null],
    ['0', 'cny', null],
    ['0.00', 'cny', null],
    ['-1', 'cny', null],
    ['1e3', 'cny', null],
    ['.5', 'cny', null],
    ['5.', 'cny', null],
    ['１９', 'cny', null],
    ['', 'cny', null],
    ['99999999999999', 'cny', null],
  ]
  expect(sums.map(([text, currency]) => [text, currency, minorUnits(text, currency)])).toEqual(sums)
})

test("times are in the shop's time zone, movements have their sign", () => {
  const time = new Date('2026-07-31T16:00:05Z')
  expect(timeText(time, 'Asia/Shanghai')).toBe('2026-08-01 00:00:05')
  expect(timeText(time, 'America/New_York')).toBe('2026-07-31 12:00:05')
  expect(timeText(null, 'Asia/Shanghai')).toBe('—')
  expect([changeText(2000), changeText(-96)]).toEqual(['+2,000', '−96'])
})
