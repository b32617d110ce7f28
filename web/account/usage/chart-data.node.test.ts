import { expect, test } from 'vitest'
import { chartDataOf, scaleEnd } from './chart-data.ts'

const day = (date: string, applicationId: string, charged: number, reversed = 0) => ({
  ...{ day: date, applicationId, charged, reversed, charges: 1 },
})
const applications = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, name: `工具 ${id}` }))

test('days without usage are shown, and tools come in the order of what they charged', () => {
  const { days, tools, charged, reversed } = chartDataOf({
    ...{ first: '2026-02-27', last: '2026-03-02', applications },
    days: [day('2026-02-27', 'a', 10), day('2026-03-01', 'a', 5, 3), day('2026-03-01', 'b', 40)],
  })
  expect(tools.map(({ name, charged: sum }) => [name, sum])).toEqual([
    ['工具 b', 40],
    ['工具 a', 15],
  ])
  expect(days.map(({ day: date, parts }) => [date, parts])).toEqual([
    ['2026-02-27', [0, 10]],
    ['2026-02-28', [0, 0]],
    ['2026-03-01', [40, 5]],
    ['2026-03-02', [0, 0]],
  ])
  expect([charged, reversed]).toEqual([55, 3])
})

test('of more than four tools the smallest are one, and a tool that only gave back has no bar', () => {
  const { tools, days } = chartDataOf({
    ...{ first: '2026-03-01', last: '2026-03-01', applications },
    days: ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at) => day('2026-03-01', id, 60 - at)),
  })
  expect(tools.map(({ name }) => name)).toEqual(['工具 a', '工具 b', '工具 c', '其他'])
  expect(days[0]!.parts).toEqual([60, 59, 58, 57 + 56 + 55])

  const givenBack = chartDataOf({
    ...{ first: '2026-03-01', last: '2026-03-01', applications },
    days: [day('2026-03-01', 'a', 0, 30)],
  })
  expect([givenBack.tools, givenBack.reversed]).toEqual([[], 30])
})

test('the scale ends at a round number at or above the highest value', () => {
  const scales = [
    [0, 4],
    [3, 4],
    [4, 4],
    [5, 8],
    [146, 200],
    [201, 400],
    [10_001, 20_000],
  ] as const
  expect(scales.map(([most]) => [most, scaleEnd(most)])).toEqual(scales)
})
