import { expect, test } from 'vitest'
import { affordableCharacters, toFailureView } from './failure-view.ts'

const facts = { cost: 12, available: 8, pricePerHundred: 1, unit: '积分' }

test('too little credit: what is missing, and what the rest is enough for', () => {
  expect(toFailureView({ code: 'CREDIT_SHORT', message: '' }, facts)).toEqual({
    view: 'short',
    values: { missing: '4', part: '800' },
    isOver: false,
  })
  expect(affordableCharacters({ available: 3, pricePerHundred: 2 })).toBe(100)
  // in debt
  expect(affordableCharacters({ available: -5, pricePerHundred: 2 })).toBe(0)
})

test('credit that is held: how much, and when it is free at the latest', () => {
  const failure = { code: 'CREDIT_HELD', message: '', held: 1_200, retryAfter: 61 } as const
  expect(toFailureView(failure, facts)).toMatchObject({
    view: 'held',
    values: { held: '1,200', 'held-wait': '那边做完就能开始，最晚约 2 分钟。' },
  })
})

test.each([
  ['CANCELLED', true],
  ['CONVERSION_FAILED', true],
  ['JOB_ENDED', true],
  ['INTERNAL', true],
  ['NO_ANSWER', false],
  ['SHOP_UNREACHABLE', false],
  ['BUSY', false],
] as const)('after %s the next try has an id of its own: %s', (code, isOver) => {
  expect(toFailureView({ code, message: '没有完成' }, facts)).toMatchObject({ isOver })
})
