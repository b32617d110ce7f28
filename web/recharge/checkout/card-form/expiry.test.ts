import { expect, test } from 'vitest'
import { expiryFault, formatExpiry, parseExpiry } from './expiry.ts'

test.each([
  ['0', '0'],
  ['1', '1'],
  ['8', '08'],
  ['08', '08'],
  ['1/', '01'],
  ['08 / ', '08'],
  ['082', '08 / 2'],
  ['0829', '08 / 29'],
  ['08/29', '08 / 29'],
  ['8/29', '08 / 29'],
  ['1/29', '01 / 29'],
  ['08/2029', '08 / 29'],
  ['8/2029', '08 / 29'],
  ['2029-08', '08 / 29'],
  ['08 / 299', '08 / 29'],
])('%j is shown as %j', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown)
})

test('formatting is idempotent', () => {
  for (const typed of ['8', '082', '0829', '12 / 3']) {
    const shown = formatExpiry(typed)
    expect(formatExpiry(shown)).toBe(shown)
  }
})

test('month and year are parsed once complete', () => {
  expect(parseExpiry('08 / 29')).toEqual({ month: 8, year: 2029 })
  expect(parseExpiry('08 / 2')).toBeUndefined()
})

test.each([
  ['', '请输入有效期'],
  ['08 / 2', '有效期不完整，如 08 / 29'],
  ['13 / 29', '月份应为 01 到 12'],
  ['00 / 29', '月份应为 01 到 12'],
  ['10 / 26', '这张卡已经过期'],
  ['12 / 25', '这张卡已经过期'],
  ['08 / 77', '有效期不正确，请核对'],
  ['11 / 26', ''],
  ['01 / 27', ''],
])('in November 2026 %j has the error %j', (typed, fault) => {
  expect(expiryFault(typed, new Date(2026, 10, 21))).toBe(fault)
})
