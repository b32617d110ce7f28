import { expect, test } from 'vitest'
import { chartBox, chartScale } from './chart-scale.ts'

test.each([
  [[], [400, 300, 200, 100, 0]],
  [
    [0, 0],
    [400, 300, 200, 100, 0],
  ],
  [[3], [4, 3, 2, 1, 0]],
  [[4], [4, 3, 2, 1, 0]],
  [[5], [5, 4, 3, 2, 1, 0]],
  [[216_450], [250_000, 200_000, 150_000, 100_000, 50_000, 0]],
  [
    [100, 99],
    [100, 80, 60, 40, 20, 0],
  ],
  [[101], [125, 100, 75, 50, 25, 0]],
  [[-3], [1, 0, -1, -2, -3]],
  [
    [80, -10],
    [80, 60, 40, 20, 0, -20],
  ],
])('values %j: the ticks are %j', (values, ticks) => {
  const scale = chartScale(values)
  expect(scale.ticks).toEqual(ticks)
  expect([scale.high, scale.low]).toEqual([ticks[0], ticks.at(-1)])
})

test('every scale holds its values and 0, with whole ticks at equal distances', () => {
  for (const most of [1, 7, 12, 99, 1_990, 31_415, 2_147_483_647]) {
    for (const least of [0, -1, -most, -3 * most]) {
      const { ticks, high, low } = chartScale([most, least])
      expect(high).toBeGreaterThanOrEqual(most)
      expect(low).toBeLessThanOrEqual(least)
      expect(ticks).toContain(0)
      expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true)
      const step = ticks[0]! - ticks[1]!
      for (const [at, tick] of ticks.slice(1).entries()) expect(ticks[at]! - tick).toBe(step)
      expect(ticks.length).toBeGreaterThanOrEqual(5)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }
  }
})

test('boxes are measured from the top, below 0 as well', () => {
  const scale = { low: -20, high: 80, ticks: [] }
  expect(chartBox(scale, 0, 80, 100)).toEqual({ y: 0, height: 80 })
  expect(chartBox(scale, 0, -20, 100)).toEqual({ y: 80, height: 20 })
  expect(chartBox(scale, 10, 20, 100)).toEqual({ y: 60, height: 10 })
})
