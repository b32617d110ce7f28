import { expect, test } from 'vitest'
import { chartBox, chartScale, tickText } from './chart-scale.ts'

test('ticks are round numbers around the values and 0', () => {
  const rows = [
    { values: [], ticks: [400, 300, 200, 100, 0] },
    { values: [0, 0], ticks: [400, 300, 200, 100, 0] },
    { values: [3], ticks: [4, 3, 2, 1, 0] },
    { values: [4], ticks: [4, 3, 2, 1, 0] },
    { values: [5], ticks: [5, 4, 3, 2, 1, 0] },
    { values: [216_450], ticks: [250_000, 200_000, 150_000, 100_000, 50_000, 0] },
    { values: [100, 99], ticks: [100, 80, 60, 40, 20, 0] },
    { values: [101], ticks: [125, 100, 75, 50, 25, 0] },
    { values: [-3], ticks: [1, 0, -1, -2, -3] },
    { values: [80, -10], ticks: [80, 60, 40, 20, 0, -20] },
  ]
  expect(rows.map(({ values }) => ({ values, ticks: chartScale(values).ticks }))).toEqual(rows)
  for (const { values, ticks } of rows) {
    const { high, low } = chartScale(values)
    expect([values, high, low]).toEqual([values, ticks[0], ticks.at(-1)])
  }
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

test('boxes are measured from the top, below 0 as well; the currency stands at the top alone', () => {
  const scale = { low: -20, high: 80, ticks: [] }
  expect(chartBox(scale, 0, 80, 100)).toEqual({ y: 0, height: 80 })
  expect(chartBox(scale, 0, -20, 100)).toEqual({ y: 80, height: 20 })
  expect(chartBox(scale, 10, 20, 100)).toEqual({ y: 60, height: 10 })
  expect(tickText(300_000, 'CNY', true)).toBe('¥3,000')
  expect(tickText(250, 'CNY', false)).toBe('2.50')
  expect(tickText(0, 'CNY', false)).toBe('0')
  expect(tickText(-100_000, 'CNY', false)).toBe('−1,000')
})
