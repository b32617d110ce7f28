import { expect, test } from 'vitest'
import { reasonText } from './order-labels.ts'

const SHOWN: Readonly<Record<string, string>> = {
  'waits for the buyer': '等待买家验证',
  'late: was expired': '关闭后到账：订单此前已过期',
  'differs: amount, currency': '与订单不符：应收金额、货币',
  insufficient_funds: '卡内余额或可用额度不足，请换一张卡，或补足后重试（insufficient_funds）',
  'refund re_1 of 990 succeeded: 客户要求': '退款 re_1，已退款：客户要求',
  'refund re_1 of 990 failed: duplicate': '退款 re_1，失败：重复付款（duplicate）',
  'refund re_1 of 990 pending': '退款 re_1，处理中',
  'dispute dp_1 of 1990 open: fraudulent': '争议处理中，dp_1：盗刷或欺诈（fraudulent）',
  'dispute dp_1 of 1990 lost': '争议已败诉，dp_1',
  客户来信: '客户来信',
  goodwill: 'goodwill',
}

test('the operator reads what is stored as a reason in words', () => {
  const shown = Object.keys(SHOWN).map((stored) => [stored, reasonText(stored)])
  expect(Object.fromEntries(shown)).toEqual(SHOWN)
})
