import { expect, test } from 'vitest'
import { majorUnits } from './money-text.ts'

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
