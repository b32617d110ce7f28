import { expect, test } from 'vitest'
import { createRandom } from '#harness/random.ts'
import { areaUnderCurve, isTellable } from './auc.ts'

test('two equal sets give 0.5, one above the other 1, one below 0', () => {
  expect(areaUnderCurve([1, 2, 3], [1, 2, 3])).toBe(0.5)
  expect(areaUnderCurve([4, 5], [1, 2, 3])).toBe(1)
  expect(areaUnderCurve([1, 2], [4, 5, 6])).toBe(0)
  expect(areaUnderCurve([1, 1], [1, 1, 1])).toBe(0.5)
})

test('two thousand times of one distribution stay near 0.5; a millisecond more on one side is told', () => {
  const random = createRandom(1)
  const times = (more: number) =>
    Array.from({ length: 1_000 }, () => 5 + random.between(0, 4_000) / 1_000 + more)
  expect(Math.abs(areaUnderCurve(times(0), times(0)) - 0.5)).toBeLessThan(0.05)
  expect(areaUnderCurve(times(1), times(0))).toBeGreaterThan(0.6)
})

test('told apart are three runs on one side alone', () => {
  expect(isTellable([0.56, 0.57, 0.6])).toBe(true)
  expect(isTellable([0.44, 0.41, 0.3])).toBe(true)
  expect(isTellable([0.56, 0.57, 0.54])).toBe(false)
  expect(isTellable([0.56, 0.44, 0.6])).toBe(false)
  expect(isTellable([0.5, 0.5, 0.5])).toBe(false)
})
