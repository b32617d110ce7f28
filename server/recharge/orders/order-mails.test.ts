import { expect, test } from 'vitest'
import { payAtProvider } from '../../testing/pay-at-provider.ts'
import { refundAsOperator } from '../../testing/refunds.ts'
import { CARDS, LARGE, SMALL } from '../../testing/shop.ts'
import { shopPerFile } from '../../testing/shared-shop.ts'
import { reasonText } from './order-labels.ts'

const shopOf = shopPerFile()

test('a payment mails one receipt, a refund another mail; both link to support, and a reply reaches it', async () => {
  const shop = await shopOf()
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann, { id: LARGE.id, num: 2 })
  const { orderNo } = await shop.order(ann, orderId)
  const [receipt, ...others] = await shop.mails(ann.user.email)
  expect(others).toEqual([])
  expect(receipt?.subject).toBe('星桥 AI 付款收据：¥99.80')
  for (const part of [receipt?.text, receipt?.html]) {
    for (const words of [
      orderNo,
      '大 × 2',
      '11,000 积分',
      '长期有效',
      'Visa 尾号 4242',
      '¥99.80',
      '星桥科技（示例公司）',
      `${shop.config.publicUrl}/account/order?id=${orderId}`,
    ]) {
      expect(part).toContain(words)
    }
  }

  await refundAsOperator(shop, orderId)
  const mails = await shop.mails(ann.user.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('付款收据'),
    expect.stringContaining('退款通知'),
  ])
  const { email, support } = shop.deps.content.site
  const [chat] = support.filter((link) => link.kind !== 'qr')
  for (const { replyTo, text, html } of mails) {
    expect(replyTo).toBe(email)
    expect(text).toContain(`联系客服（${chat!.label}）：${chat!.url}`)
    expect(html).toContain(`href="${chat!.url}"`)
    for (const part of [text, html]) expect(part).toContain('可直接回复本邮件联系客服')
  }
})

test('a payment that rolls back mails no receipt, nor does that of a closed account', async () => {
  const shop = await shopOf()
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const rolledBack = await shop.checkout(ann)
  await shop.sql`alter table credit_ledger add constraint broken check (delta < 0) not valid`
  const failed = await shop.pay(ann, rolledBack, CARDS.good)
  // none of its events may find the ledger whole before the mails are read
  const mails = await shop.mails(ann.user.email)
  await shop.sql`alter table credit_ledger drop constraint broken`
  expect(failed.status).toBe(500)
  expect(mails).toEqual([])

  const { intentId, orderId } = await shop.checkout(bob)
  await shop.sql`
    update users set email = null, password_hash = null, email_verified_at = null, closed_at = now()
    where id = ${bob.user.id}`
  await payAtProvider(shop, intentId)
  await expect
    .poll(() => shop.sql`select state from orders where id = ${orderId}`)
    .toEqual([{ state: 'paid' }])
  const all = await shop.mails()
  expect(all.filter(({ to, text }) => to === bob.user.email || text.includes(orderId))).toEqual([])
})

test('the receipt of a late payment says that the order was closed', async () => {
  const shop = await shopOf()
  const ann = await shop.newUser()
  const { intentId, orderId } = await shop.checkout(ann)
  await shop.sql`update orders set state = 'expired', open_slot = null where id = ${orderId}`
  await payAtProvider(shop, intentId)
  await expect.poll(() => shop.mails(ann.user.email)).toHaveLength(1)

  const [receipt] = await shop.mails(ann.user.email)

  expect(receipt?.text).toContain('在订单关闭后到账')
  expect(receipt?.text).toContain(`${SMALL.validDays} 天`)
})

const SHOWN = [
  ['waits_for_buyer', {}, '等待买家验证'],
  ['late', { from: 'expired' }, '关闭后到账：订单此前已过期'],
  ['differs', { about: 'amount currency' }, '与订单不符：应收金额、货币'],
  [
    'insufficient_funds',
    {},
    '卡内余额或可用额度不足，请换一张卡，或补足后重试（insufficient_funds）',
  ],
  ['no_result', {}, '这次付款没有结果'],
  ['unknown_intent', {}, '支付平台不认识它的支付意图'],
  ['recovered', {}, '补单核对'],
  ['refund_pending', { about: 're_1' }, '退款 re_1，处理中'],
  ['refund_succeeded', { about: 're_1' }, '退款 re_1，已退款'],
  ['refund_failed', { about: 're_1' }, '退款 re_1，失败'],
  ['dispute_open', { about: 'dp_1' }, '争议处理中，dp_1'],
  ['dispute_won', { about: 'dp_1' }, '争议已胜诉，dp_1'],
  ['dispute_lost', { about: 'dp_1' }, '争议已败诉，dp_1'],
  ['unheard_of', { about: null }, 'unheard_of'],
] as const

test('the operator reads the code of an event in words', () => {
  const shown = SHOWN.map(([code, facts]) => reasonText(code, facts))
  expect(shown).toEqual(SHOWN.map(([, , text]) => text))
})
