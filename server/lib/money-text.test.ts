import { expect, test } from 'vitest'
import { changeText, majorUnits, minorUnits } from './money-text.ts'

test('an amount in minor units is written with the digits of its currency', () => {
  const amounts: [number, string, string][] = [
    [1990, 'cny', '19.90'],
    [5, 'cny', '0.05'],
    [0, 'usd', '0.00'],
    [-1990, 'cny', '-19.90'],
    [-5, 'cny', '-0.05'],
    [500, 'jpy', '500'],
    [1234, 'bhd', '1.234'],
    [99_999_999, 'cny', '999999.99'],
  ]
  expect(
    amounts.map(([amount, currency]) => [amount, currency, majorUnits(amount, currency)]),
  ).toEqual(amounts)
})

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
  expect([changeText(2000), changeText(-96)]).toEqual(['+2,000', '−96'])
})
