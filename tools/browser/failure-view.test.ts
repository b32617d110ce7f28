import { expect, test } from 'vitest'
import { affordableCharacters, toFailureView } from './failure-view.ts'

const facts = { cost: 12, available: 8, pricePerHundred: 1, unit: '积分' }

test('a failure says what is missing or held, and whether the next try has an id of its own', () => {
  expect(toFailureView({ code: 'CREDIT_SHORT', message: '' }, facts)).toEqual({
    view: 'short',
    values: { missing: '4', part: '800' },
    isOver: false,
  })
  expect(affordableCharacters({ available: 3, pricePerHundred: 2 })).toBe(100)
  // in debt
  expect(affordableCharacters({ available: -5, pricePerHundred: 2 })).toBe(0)

  const failure = { code: 'CREDIT_HELD', message: '', held: 1_200, retryAfter: 61 } as const
  expect(toFailureView(failure, facts)).toMatchObject({
    view: 'held',
    values: { held: '1,200', 'held-wait': '那边做完就能开始，最晚约 2 分钟。' },
  })

  const isOver = (code: Parameters<typeof toFailureView>[0]['code']) =>
    toFailureView({ code, message: '没有完成' }, facts).isOver
  const over = ['CANCELLED', 'CONVERSION_FAILED', 'JOB_ENDED', 'INTERNAL'] as const
  expect(over.filter((code) => !isOver(code))).toEqual([])
  const waiting = ['NO_ANSWER', 'SHOP_UNREACHABLE', 'BUSY'] as const
  expect(waiting.filter(isOver)).toEqual([])
})
