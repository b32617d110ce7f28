import { expect, test } from 'vitest'
import { expectProven, refundAsOperator, consumeAsTool } from '../../testing/refunds.ts'
import { payAtProvider } from '../../testing/pay-at-provider.ts'
import { CARDS, LARGE, SMALL } from '../../testing/shop.ts'
import { adjustCredit } from '../../credit/adjust-credit.ts'
import { expireCredit } from '../../credit/expire-credit-job.ts'
import { buyersOf, ahead, shopPerFile } from '../../testing/shared-shop.ts'

const newBuyer = buyersOf(shopPerFile())

const DAY_MS = 86_400_000

test('a full refund takes all credit back, and the order and a mail say so', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann, { id: LARGE.id })

  const made = await refundAsOperator(shop, orderId)

  expect(made).toMatchObject({
    refund: { amount: 4990, status: 'succeeded' },
    order: { state: 'refunded', refundedAmount: 4990 },
  })
  expect(await shop.order(ann, orderId)).toMatchObject({
    state: 'refunded',
    refundedAmount: 4990,
    refunds: [
      { amount: 4990, status: 'succeeded', reason: '客户要求', createdAt: expect.any(String) },
    ],
    takenBack: { refunded: 5500, held: 0 },
  })
  expect(await shop.balance(ann)).toBe(0)
  expect(await shop.entries(ann)).toMatchObject([
    { type: 'refund_clawback', delta: -5000, orderId },
    { type: 'refund_clawback', delta: -500, orderId },
    { type: 'bonus' },
    { type: 'purchase' },
  ])
  const [, mail] = await shop.mails(ann.user.email)
  expect(mail?.subject).toContain('退款通知：¥49.90')
  expect(mail?.text).toContain('扣回积分：5,500')
  await expectProven(shop)
})

test('partial refunds take back their shares, together never more than all; the timeline has actor and reason', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann, { id: LARGE.id })
  const balances = []
  const states = []
  const refunds = []

  for (const amount of [333, 334, 4322, 1]) {
    const { refund: made, order } = await refundAsOperator(shop, orderId, { amount })
    refunds.push({ id: made.id, amount })
    states.push(order.state)
    balances.push(await shop.balance(ann))
  }

  // 5500 × 333/4990, 667/4990, 4989/4990, all: each rounded down in what is taken
  expect(balances).toEqual([5500 - 367, 5500 - 735, 5500 - 5498, 0])
  const part = 'partially_refunded'
  expect(states).toEqual([part, part, part, 'refunded'])
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'refunded', refundedAmount: 4990 })
  const events = await shop.sql`
    select from_state, to_state, actor, reason, about from order_events
    where order_id = ${orderId} and to_state = any(${[part, 'refunded']}) order by created_at, id`
  expect(events).toHaveLength(4)
  expect(events[0]).toEqual({
    from_state: 'paid',
    to_state: part,
    actor: 'operator',
    reason: 'refund_succeeded',
    about: refunds[0]!.id,
  })
  await expectProven(shop)
})

test('a refund takes its own order’s lots first; of spent credit it leaves a debt that stops spending, paid by purchases', async () => {
  const { shop, ann } = await newBuyer()
  const own = await shop.buy(ann, { id: LARGE.id })
  const kept = await shop.buy(ann, { id: SMALL.id })
  await refundAsOperator(shop, own.orderId)
  const left = await shop.sql`
    select order_id as id, remaining from credit_lots
    where user_id = ${ann.user.id} and remaining <> 0`
  expect(left).toEqual([{ id: kept.orderId, remaining: 2000 }])
  await expectProven(shop)

  const bob = await shop.newUser()
  const { orderId } = await shop.buy(bob, { id: LARGE.id })
  await consumeAsTool(shop, bob, 5000)
  await refundAsOperator(shop, orderId)
  expect(await shop.balance(bob)).toBe(-5000)
  await expect(consumeAsTool(shop, bob, 1)).rejects.toMatchObject({ code: 'CREDIT_SHORT' })
  await expectProven(shop)

  await shop.buy(bob, { id: SMALL.id })
  expect(await shop.balance(bob)).toBe(-3000)
  await shop.buy(bob, { id: LARGE.id })
  expect(await shop.balance(bob)).toBe(2500)
  await consumeAsTool(shop, bob, 2500)
  expect(await shop.balance(bob)).toBe(0)
  await expectProven(shop)
})

test('expired credit is not taken back a second time', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann)
  await adjustCredit(shop.deps, { userId: ann.user.id, delta: 100, reason: '补偿', key: 'gift' })
  await consumeAsTool(shop, ann, 500)
  using _later = ahead(shop, 91 * DAY_MS)
  await expireCredit(shop.deps)

  await refundAsOperator(shop, orderId)

  // 100 of the gift and 400 of the purchase were spent; only these 500 of 2000 can still be asked back
  const [account] = await shop.sql<{
    balance: number
  }>`select balance from credit_accounts where user_id = ${ann.user.id}`
  expect(account?.balance).toBe(100 - 500)
  await expectProven(shop)
})

test('refunding an order in exception touches no credit', async () => {
  const { shop, ann } = await newBuyer()
  await shop.buy(ann, { id: LARGE.id })
  const { orderId, intentId } = await shop.checkout(ann)
  await shop.provider('POST', `/v1/payment_intents/${intentId}`, { amount: '1000' })
  await payAtProvider(shop, intentId)
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'exception' })

  const part = await refundAsOperator(shop, orderId, { amount: 400 })
  const rest = await refundAsOperator(shop, orderId)

  expect(part.order.state).toBe('exception')
  expect(rest).toMatchObject({ refund: { amount: 600 }, order: { state: 'refunded' } })
  expect(await shop.balance(ann)).toBe(5500)
  await expectProven(shop)
})

test('pending refunds count: no refund may exceed what they leave', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann, { card: CARDS.refundLater })
  const first = await refundAsOperator(shop, orderId, { amount: 1000 })
  expect(first.refund.status).toBe('pending')

  await expect(refundAsOperator(shop, orderId, { amount: 1000 })).rejects.toMatchObject({
    code: 'VALIDATION',
    message: '最多还能退 ¥9.90',
  })
  expect((await refundAsOperator(shop, orderId)).refund.amount).toBe(990)
})

test('a refund of a wrong amount, of an unpaid order or of a refunded one is refused and not sent to the provider', async () => {
  const { shop, ann } = await newBuyer()
  const open = await shop.checkout(ann, { id: LARGE.id })
  const { orderId } = await shop.buy(ann)
  const sent = () =>
    shop.proxy.seen.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds').length
  const before = sent()
  for (const amount of [0, -1, 1.5, 1991]) {
    const refused = { code: 'VALIDATION' }
    await expect(refundAsOperator(shop, orderId, { amount })).rejects.toMatchObject(refused)
  }
  const refused = { code: 'ORDER_STATE' }
  await expect(refundAsOperator(shop, open.orderId)).rejects.toMatchObject(refused)
  await expect(refundAsOperator(shop, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await shop.sql`select 1 from refunds where order_id = ${orderId}`).toEqual([])
  expect(sent()).toBe(before)

  await refundAsOperator(shop, orderId)
  await expect(refundAsOperator(shop, orderId)).rejects.toMatchObject(refused)
  expect(sent()).toBe(before + 1)
})

test('a refund refused by the provider fails with its reason, and can be requested again', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId, intentId } = await shop.buy(ann, { card: CARDS.disputed })

  const refused = refundAsOperator(shop, orderId)

  await expect(refused).rejects.toMatchObject({
    code: 'ORDER_STATE',
    message: '支付平台拒绝了这笔退款：付款有争议，不能退款',
  })
  expect(await shop.sql`select status from refunds where order_id = ${orderId}`).toEqual([
    { status: 'refused' },
  ])
  await shop.decideDispute(intentId, 'win')
  await expect.poll(() => shop.order(ann, orderId)).toMatchObject({ dispute: 'won' })
  expect(await refundAsOperator(shop, orderId)).toMatchObject({ order: { state: 'refunded' } })
  expect(await shop.balance(ann)).toBe(0)
  await expectProven(shop)
})
