import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'

test.each([
  ['2026-11-20T16:30:00Z', 'Asia/Shanghai', '夜深了'],
  ['2026-11-20T21:00:00Z', 'Asia/Shanghai', '早上好'],
  ['2026-11-21T03:00:00Z', 'Asia/Shanghai', '中午好'],
  ['2026-11-21T06:20:00Z', 'Asia/Shanghai', '下午好'],
  ['2026-11-21T10:00:00Z', 'Asia/Shanghai', '晚上好'],
  ['2026-11-21T06:20:00Z', 'UTC', '早上好'],
])('at %s one is greeted in %s with %s', (iso, timeZone, said) => {
  expect(greeting(timeZone, new Date(iso))).toBe(said)
})
