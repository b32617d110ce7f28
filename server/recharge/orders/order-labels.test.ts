import { expect, test } from 'vitest'
import { reasonText } from './order-labels.ts'

const SHOWN = [
  ['waits_for_buyer', {}, '等待买家验证'],
  ['late', { from: 'expired' }, '关闭后到账：订单此前已过期'],
  ['differs', { about: 'amount currency' }, '与订单不符：应收金额、货币'],
  [
    'insufficient_funds',
    {},
    '卡内余额或可用额度不足，请换一张卡，或补足后重试（insufficient_funds）',
  ],
  ['refund_failed', { about: 're_1' }, '退款 re_1，失败'],
  ['dispute_lost', { about: 'dp_1' }, '争议已败诉，dp_1'],
  ['unheard_of', { about: null }, 'unheard_of'],
] as const

test('the operator reads the code of an event in words', () => {
  const shown = SHOWN.map(([code, facts]) => reasonText(code, facts))
  expect(shown).toEqual(SHOWN.map(([, , text]) => text))
})
