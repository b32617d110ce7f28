import { expect, test } from 'vitest'
import { grownTables } from './count-rows.ts'
import { percentile } from './percentile.ts'

test('tables that have grown come with the most rows first', () => {
  const before = new Map([
    ['a', 1],
    ['b', 5],
    ['c', 2],
  ])
  const after = new Map([
    ['a', 3],
    ['b', 5],
    ['c', 1],
    ['d', 7],
  ])
  expect(grownTables(before, after)).toEqual([
    ['d', 7],
    ['a', 2],
  ])
})

test('95 of 100 values lie below the 95th percentile', () => {
  const values = Array.from({ length: 100 }, (_, at) => at)
  expect(percentile(values, 0.95)).toBe(95)
  expect(percentile([3], 0.95)).toBe(3)
  expect(percentile([], 0.95)).toBe(0)
})
