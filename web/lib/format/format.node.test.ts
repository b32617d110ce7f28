import { expect, test } from 'vitest'
import { href } from '../href.ts'
import { queryOf } from '../query.ts'
import { passwordStrength } from '../password/password-strength.ts'
import { formatDayTime } from './day-time.ts'
import { formatDuration } from './duration.ts'
import { formatCredit, formatPlanCredit, formatMoney, moneyParts } from './money.ts'
import { formatTime } from './time.ts'
import { costOfCredit, creditStep } from './plan-terms.ts'

test('money is formatted in its currency, and a price is split into sign and number', () => {
  const amounts = [
    [4990, 'cny', '¥49.90'],
    [0, 'cny', '¥0.00'],
    [123456, 'usd', 'US$1,234.56'],
    [500, 'jpy', 'JP¥500'],
    [-2000, 'cny', '−¥20.00'],
  ] as const
  expect(
    amounts.map(([amount, currency]) => [amount, currency, formatMoney(amount, currency)]),
  ).toEqual(amounts)
  expect(moneyParts(9990, 'cny')).toEqual({ sign: '¥', number: '99.90' })
})

test('yuan and credit are formatted like Intl does, with the sign that credit has', () => {
  const yuan = new Intl.NumberFormat('zh-CN', { style: 'currency', currency: 'cny' })
  const count = new Intl.NumberFormat('zh-CN')
  for (const amount of [0, 1, 9, 10, 99, 100, 99_999, 100_000, 123_456_789, 99_999_999_900]) {
    expect(formatMoney(amount, 'cny')).toBe(yuan.format(amount / 100))
    expect(formatMoney(-amount - 1, 'cny')).toBe(yuan.format((-amount - 1) / 100).replace('-', '−'))
    expect(formatCredit(amount)).toBe(count.format(amount))
  }
  expect([2000, -96, 0].map((credit) => formatCredit(credit, true))).toEqual(['+2,000', '−96', '0'])
  const plans = [9_000, 10_000, 200_000, 1_200_000, 1_234_567].map(formatPlanCredit)
  expect(plans).toEqual(['9,000', '1 万', '20 万', '120 万', '1,234,567'])
})

test("times are read in the site's zone; today and yesterday are named", () => {
  const styles = ['date', 'minute', 'second', 'clock'] as const
  expect(styles.map((style) => formatTime('2026-11-20T16:05:09Z', style, 'Asia/Shanghai'))).toEqual(
    ['2026-11-21', '2026-11-21 00:05', '2026-11-21 00:05:09', '00:05'],
  )

  const now = new Date('2026-11-20T16:30:00.000Z')
  const days = [
    // In Shanghai it is half past midnight: what was an hour ago was yesterday.
    ['2026-11-20T16:10:00.000Z', 'Asia/Shanghai', '今天 00:10'],
    ['2026-11-20T15:10:00.000Z', 'Asia/Shanghai', '昨天 23:10'],
    ['2026-11-19T15:59:00.000Z', 'Asia/Shanghai', '2026-11-19 23:59'],
    ['2026-11-20T15:10:00.000Z', 'Europe/London', '今天 15:10'],
  ] as const
  expect(days.map(([iso, zone]) => [iso, zone, formatDayTime(iso, zone, now)])).toEqual(days)
})

test('a duration is written in its two largest units', () => {
  const durations = [
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
  ] as const
  expect(durations.map(([seconds]) => [seconds, formatDuration(seconds)])).toEqual(durations)
})

test('§2 query: query strings are parsed for the page, and href leaves out empty values', () => {
  expect(queryOf('?page=2&state=%E5%BE%85&empty=')).toEqual({ page: '2', state: '待', empty: '' })
  expect(href('/account/orders', { page: 2, state: '' })).toBe('/account/orders?page=2')
  expect(href('/account/orders', { page: undefined })).toBe('/account/orders')
  expect(href('/account/login', { redirect: '/account/order?id=1' })).toBe(
    '/account/login?redirect=%2Faccount%2Forder%3Fid%3D1',
  )
})

test('the strength of a password counts its length and kinds of characters', () => {
  const passwords = [
    ['short1A', 1],
    ['aaaaaaaaaaaa', 1],
    ['12345678', 1],
    ['lowercase', 2],
    ['lowercase99', 2],
    ['Lowercase99', 3],
    ['three words of it', 3],
    ['Three words, of 2026!', 4],
  ] as const
  expect(passwords.map(([password]) => [password, passwordStrength(password)])).toEqual(passwords)
})

test('a unit price counts the bonus, is rounded to the nearest minor unit, and is told for an amount whose cents differ', () => {
  const price = (amount: number, credit: number, bonusCredit = 0) => {
    const step = creditStep({ credit, bonusCredit })
    return [step.each, costOfCredit(step.credit, { amount, credit, bonusCredit })]
  }
  expect([price(1990, 2000), price(1990, 2200), price(4990, 5000, 500)]).toEqual([
    ['每千', 995],
    ['每千', 905],
    ['每千', 907],
  ])
  expect(price(9990, 1_000_000, 200_000)).toEqual(['每 10 万', 833])
})
