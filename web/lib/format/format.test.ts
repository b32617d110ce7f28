import { expect, test } from 'vitest'
import { href } from '../href.ts'
import { formatCredit, formatMoney, moneyParts } from './money.ts'
import { passwordStrength } from '../password/password-strength.ts'
import { queryOf } from '../query.ts'
import { formatTime } from './time.ts'

test.for([
  [4990, 'cny', '¥49.90'],
  [0, 'cny', '¥0.00'],
  [123456, 'usd', 'US$1,234.56'],
  [500, 'jpy', 'JP¥500'],
  [-2000, 'cny', '−¥20.00'],
] as const)('%d minor units of %s read %s', ([amount, currency, text]) => {
  expect(formatMoney(amount, currency)).toBe(text)
})

test('yuan and credit are formatted like Intl does, with the sign that credit has', () => {
  const yuan = new Intl.NumberFormat('zh-CN', { style: 'currency', currency: 'cny' })
  const count = new Intl.NumberFormat('zh-CN')
  for (const amount of [0, 1, 9, 10, 99, 100, 99_999, 100_000, 123_456_789, 99_999_999_900]) {
    expect(formatMoney(amount, 'cny')).toBe(yuan.format(amount / 100))
    expect(formatMoney(-amount - 1, 'cny')).toBe(yuan.format((-amount - 1) / 100).replace('-', '−'))
    expect(formatCredit(amount)).toBe(count.format(amount))
  }
})

test('a price is split into sign and number', () => {
  expect(moneyParts(9990, 'cny')).toEqual({ sign: '¥', number: '99.90' })
})

test('credit is grouped, and signed on demand', () => {
  expect(formatCredit(12480)).toBe('12,480')
  expect(formatCredit(2000, true)).toBe('+2,000')
  expect(formatCredit(-96, true)).toBe('−96')
  expect(formatCredit(0, true)).toBe('0')
})

test.for([
  ['date', '2026-11-21'],
  ['minute', '2026-11-21 00:05'],
  ['second', '2026-11-21 00:05:09'],
  ['clock', '00:05'],
] as const)("a time's %s is read in the site's zone", ([style, text]) => {
  expect(formatTime('2026-11-20T16:05:09Z', style, 'Asia/Shanghai')).toBe(text)
})

test('href leaves out empty query values', () => {
  expect(href('/account/orders', { page: 2, state: '' })).toBe('/account/orders?page=2')
  expect(href('/account/orders', { page: undefined })).toBe('/account/orders')
  expect(href('/account/login', { redirect: '/account/order?id=1' })).toBe(
    '/account/login?redirect=%2Faccount%2Forder%3Fid%3D1',
  )
})

test('§2 query: query strings are parsed for the page', () => {
  expect(queryOf('?page=2&state=%E5%BE%85&empty=')).toEqual({ page: '2', state: '待', empty: '' })
})

test.for([
  ['short1A', 1],
  ['aaaaaaaaaaaa', 1],
  ['12345678', 1],
  ['lowercase', 2],
  ['lowercase99', 2],
  ['Lowercase99', 3],
  ['three words of it', 3],
  ['Three words, of 2026!', 4],
] as const)('%s has strength %d', ([password, strength]) => {
  expect(passwordStrength(password)).toBe(strength)
})
