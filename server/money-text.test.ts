import { expect, test } from 'vitest'
import { majorUnits } from './money-text.ts'

test.each([
  [1990, 'cny', '19.90'],
  [5, 'cny', '0.05'],
  [0, 'usd', '0.00'],
  [-1990, 'cny', '-19.90'],
  [-5, 'cny', '-0.05'],
  [500, 'jpy', '500'],
  [1234, 'bhd', '1.234'],
  [99_999_999, 'cny', '999999.99'],
])('%i of %s is %s', (amount, currency, text) => {
  expect(majorUnits(amount, currency)).toBe(text)
})
