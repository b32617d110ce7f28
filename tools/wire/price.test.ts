import { expect, test } from 'vitest'
import { countCharacters, cutText, priceOf } from './price.ts'

test('white space is free, and a character outside the basic plane counts once', () => {
  expect(countCharacters('一 二\n𠮷\t三　四')).toBe(5)
  expect(countCharacters(' \n')).toBe(0)
})

test('each hundred characters begun has its price', () => {
  expect([0, 1, 100, 101, 1184].map((count) => priceOf(count, 1))).toEqual([0, 1, 1, 2, 12])
  expect(priceOf(48, 2)).toBe(2)
})

test('a cut text has at most so many characters that count, and no half character', () => {
  expect(cutText('一 𠮷二三', 2)).toBe('一 𠮷')
  expect(cutText('一二', 5)).toBe('一二')
  expect(cutText('一二', 0)).toBe('')
})
