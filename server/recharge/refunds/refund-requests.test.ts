import { expect, test } from 'vitest'
import {
  refundOffer,
  requestRefund,
  withdrawRefundRequest,
} from '#contract/recharge/refund-requests.ts'
import { buyersOf, shopPerFile } from '../../testing/shared-shop.ts'
import { consumeAsTool, expectProven, refundAsOperator } from '../../testing/refunds.ts'
import { startOperatorShop } from '../../testing/operator-shop.ts'
import { LARGE } from '../../testing/shop.ts'

const newBuyer = buyersOf(shopPerFile())

test('customer asks for what the policy gives, once at a time; withdrawn, a request may follow', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann, { id: LARGE.id })
  await consumeAsTool(shop, ann, 1234)

  const before = await ann.call(refundOffer, { orderId })
  // 49.90 × 4266 ÷ 5500, as the operator's preview has it
  const offer = { rule: 'unused share', amount: 3870, until: expect.any(String) }
  expect(before.body.data).toEqual({ offer, request: null })

  const asked = await ann.call(requestRefund, { orderId, reason: ' 买错了 ' })
  const request = { state: 'open', reason: '买错了', endedAt: null, refunded: null, answer: null }
  expect(asked.body.data).toMatchObject({ offer, request })
  const again = await ann.call(requestRefund, { orderId })
  expect(again.body).toMatchObject({
    code: 'ORDER_STATE',
    message: '该订单已有处理中的退款申请',
  })

  for (const _ of [1, 2]) {
    const { status, body } = await ann.call(withdrawRefundRequest, { orderId })
    expect([status, body.data.request?.state]).toEqual([200, 'withdrawn'])
  }
  expect((await ann.call(requestRefund, { orderId })).body.data.request).toMatchObject({
    state: 'open',
    reason: null,
  })
})

test('of several requests at once one is stored', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann)
  const ends = await Promise.all([1, 2, 3].map(() => ann.call(requestRefund, { orderId })))
  expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const rows = await shop.sql`select state from refund_requests where order_id = ${orderId}`
  expect(rows).toEqual([{ state: 'open' }])
  await expect(
    shop.sql`
      insert into refund_requests (id, order_id, state, asked_at)
      values (uuidv7(), ${orderId}, 'open', now())`,
  ).rejects.toThrow(/refund_requests_open/)
})

test('a refund that the provider accepts closes the request, whoever began it', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann)
  await ann.call(requestRefund, { orderId })
  await refundAsOperator(shop, orderId, { amount: 500 })
  const { body } = await ann.call(refundOffer, { orderId })
  expect(body.data.request).toMatchObject({
    state: 'accepted',
    refunded: 500,
    endedAt: expect.any(String),
  })
  expect((await ann.call(withdrawRefundRequest, { orderId })).body.code).toBe('ORDER_STATE')
  await expectProven(shop)
})

test('other customers, orders without money and used-up orders are refused', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann)
  const bob = await shop.newUser()
  for (const call of [refundOffer, requestRefund, withdrawRefundRequest]) {
    expect((await bob.call(call, { orderId })).body.code).toBe('NOT_FOUND')
    expect((await bob.call(call, { orderId: 'nonsense' })).body.code).toBe('NOT_FOUND')
  }
  const long = await ann.call(requestRefund, { orderId, reason: '长'.repeat(201) })
  expect(long.body.code).toBe('VALIDATION')

  const unpaid = await shop.checkout(ann)
  const offered = await ann.call(refundOffer, { orderId: unpaid.orderId })
  expect(offered.body.data).toEqual({ offer: null, request: null })
  expect((await ann.call(requestRefund, { orderId: unpaid.orderId })).body.code).toBe('ORDER_STATE')

  await consumeAsTool(shop, ann, 2000)
  expect((await ann.call(requestRefund, { orderId })).body).toMatchObject({
    code: 'ORDER_STATE',
    message: '该订单按退款规则没有可退的款项',
  })
})

test('operator refuses with a reason that the customer reads and is mailed; a second refusal has nothing to refuse', async () => {
  await using fixture = await startOperatorShop()
  const { shop, operator } = fixture
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann)
  await ann.call(requestRefund, { orderId, reason: '不想要了' })

  const words = ['orders', 'refuse-refund', orderId, '--reason', '赠送的不退']
  expect((await operator.run(...words)).output).toContain('已拒绝')

  const { body } = await ann.call(refundOffer, { orderId })
  expect(body.data.request).toMatchObject({ state: 'refused', answer: '赠送的不退' })
  const mails = await shop.mails(ann.user.email)
  const mail = mails.find(({ subject }) => subject.includes('退款申请未通过'))
  expect(mail?.text).toContain('原因：赠送的不退')
  expect(await operator.refusal(...words)).toMatchObject({ exit: 1, code: 'ORDER_STATE' })
  const [audited] = await shop.sql`
    select subject, reason, outcome from operator_actions where command = 'orders refuse-refund' order by id`
  expect(audited).toEqual({ subject: orderId, reason: '赠送的不退', outcome: 'done' })
})

test('requests of a user are limited by day', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann)
  const codes = []
  for (let at = 0; at < 41; at += 1)
    codes.push((await ann.call(requestRefund, { orderId })).body.code)
  expect(codes[1]).toBe('ORDER_STATE')
  expect(codes.at(-1)).toBe('RATE_LIMITED')
})
