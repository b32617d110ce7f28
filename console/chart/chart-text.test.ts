import { expect, test } from 'vitest'
import { tickText } from './chart-text.ts'

test('a scale shows the currency at its top alone, and a minus below zero', () => {
  expect(tickText(300_000, 'CNY', true)).toBe('¥3,000')
  expect(tickText(250, 'CNY', false)).toBe('2.50')
  expect(tickText(0, 'CNY', false)).toBe('0')
  expect(tickText(-100_000, 'CNY', false)).toBe('−1,000')
})
