import { expect, test } from 'vitest'
import { countAmong, countUpTo } from './page-of.ts'

test.each([
  [0, { count: 0, isMore: false }],
  [999, { count: 999, isMore: false }],
  [1_000, { count: 1_000, isMore: false }],
  [1_001, { count: 1_000, isMore: true }],
  [1_125, { count: 1_000, isMore: true }],
])('%i rows', async (rows, counted) => {
  expect(await countUpTo(async (most) => Math.min(rows, most))).toEqual(counted)
})

test('matches among the rows of a range: exact where all were looked at, else at least those that were found', async () => {
  const among = (rows: number, matching: number) =>
    countAmong(async (most) => ({ looked: Math.min(rows, most), matching }))
  expect(await among(1_000, 7)).toEqual({ count: 7, isMore: false })
  expect(await among(20_000, 7)).toEqual({ count: 7, isMore: true })
  expect(await among(20_000, 1_001)).toEqual({ count: 1_000, isMore: true })
})
