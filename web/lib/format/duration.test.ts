import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

test.each([
  [0, '0 秒'],
  [59, '59 秒'],
  [60, '1 分 00 秒'],
  [61, '1 分 01 秒'],
  [1_800, '30 分 00 秒'],
  [252, '4 分 12 秒'],
  [3_600, '1 小时'],
  [7_559, '2 小时 5 分钟'],
  [86_400, '1 天'],
  [264_000, '3 天 1 小时'],
])('%i seconds are written as %s', (seconds, said) => {
  expect(formatDuration(seconds)).toBe(said)
})
