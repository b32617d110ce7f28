import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import {
  listConsoleOrders,
  type OrderPolicy,
  readConsoleOrder,
} from '#contract/console/orders/orders.ts'
import { offerRefund } from '../../recharge/refunds/refund-order.ts'
import { openHold } from '../../testing/applications/spending.ts'
import { ask } from '../../testing/console/console.ts'
import { closeForGood, startConsoleShop } from '../../testing/console/console-shop.ts'
import { listConsoleMails } from '#contract/console/mails.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { perform } from '../../testing/console/signing.ts'
import { consumeAsTool, refundAsOperator } from '../../testing/refunds.ts'
import { CARDS } from '../../testing/shop.ts'

const DAY = 24 * 60 * 60_000

const fixtureOf = oncePerFile(startConsoleShop)

type Fixture = Awaited<ReturnType<typeof startConsoleShop>>

/** Whose answer came first. */
const payer = expect.stringMatching(/^(用户|支付平台)$/)
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

function read({ viewer }: Pick<Fixture, 'viewer'>, order: string) {
  return ask(viewer, readConsoleOrder, { order })
}

test('paid order: found by number, id and intent, with all that is stored about it and no secret', async () => {
  const fixture = await fixtureOf()
  const { shop, staff } = fixture
  const ann = await shop.newUser({ email: 'ann@example.com' })
  const { orderId, intentId, clientSecret } = await shop.buy(ann)
  const { orderNo } = await shop.order(ann, orderId)
  await consumeAsTool(shop, ann, 500)
  const support = await staff.newOperator('support')
  await support.call(act, { command: 'orders check', given: { order: orderNo }, mark: null })

  const shown = await read(fixture, orderNo)
  expect(await read(fixture, orderId.toUpperCase())).toEqual(shown)
  expect(await read(fixture, ` ${intentId} `)).toEqual(shown)
  expect(shown.order).toEqual({
    id: orderId,
    orderNo,
    state: 'paid',
    dispute: null,
    disputeDueAt: null,
    isLate: false,
    userId: ann.user.id,
    email: 'ann@example.com',
    nickname: 'Ann',
    planId: 'small',
    planName: '小',
    num: 1,
    amount: 1990,
    currency: 'cny',
    credit: 2000,
    bonusCredit: 0,
    validDays: 90,
    refundedAmount: 0,
    paymentMethod: 'Visa 尾号 4242',
    paymentIntentId: intentId,
    attempts: 1,
    failure: null,
    source: null,
    attemptedAt: isoTime,
    createdAt: isoTime,
    expiresAt: isoTime,
    paidAt: isoTime,
  })
  expect(shown.buyer).toEqual({
    id: ann.user.id,
    email: 'ann@example.com',
    nickname: 'Ann',
    balance: 1500,
    source: null,
  })
  expect(shown.entries).toEqual([
    { at: isoTime, type: 'purchase', delta: 2000, balanceAfter: 2000, by: payer, reason: null },
  ])
  expect(shown.timeline.map(({ what, by }) => [what, by])).toEqual(
    expect.arrayContaining([
      ['下单，待支付', '用户'],
      ['支付处理中 → 已支付', payer],
      ['积分购买', payer],
      ['运营操作“重查订单”，完成', support.email],
    ]),
  )
  expect(shown.mails).toEqual([
    {
      id: expect.any(String),
      title: '付款收据',
      state: 'waiting',
      attempts: 0,
      createdAt: isoTime,
      finishedAt: null,
      lastError: null,
    },
  ])
  expect(shown.events).toEqual([
    {
      id: expect.stringMatching(/^evt_/),
      type: 'payment_intent.succeeded',
      createdAt: isoTime,
      appliedAt: isoTime,
    },
  ])
  expect(shown.audit).toMatchObject([
    { title: '重查订单', operator: support.email, subject: orderId, outcome: 'done' },
  ])
  expect([shown.refunds, shown.disputes]).toEqual([[], []])
  expect(JSON.stringify(shown)).not.toContain(clientSecret.split('_secret_')[1])
})

test('refund and dispute: shown with their labels, reasons and mails', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann)
  await refundAsOperator(shop, orderId, { amount: 500 })
  const refunded = await read(fixture, orderId)
  expect(refunded.refunds).toEqual([
    {
      id: expect.any(String),
      providerId: expect.stringMatching(/^re_/),
      amount: 500,
      status: 'succeeded',
      statusLabel: '已退款',
      by: '运营',
      reason: '客户要求',
      createdAt: isoTime,
    },
  ])
  expect(refunded.mails.map(({ title }) => title)).toEqual(['付款收据', '退款通知'])
  expect(refunded.policy).toMatchObject({ received: 1990, refunded: 500, amount: 1490 })

  const { orderId: other } = await shop.buy(ann, { card: CARDS.disputed })
  const disputed = await read(fixture, other)
  expect(disputed.order.dispute).toBe('open')
  expect(disputed.disputes).toEqual([
    {
      id: expect.stringMatching(/^d[up]_/),
      amount: 1990,
      status: 'open',
      statusLabel: '争议处理中',
      evidenceDueAt: isoTime,
      reason: '盗刷或欺诈（fraudulent）',
      createdAt: isoTime,
    },
  ])
  expect(disputed.mails.map(({ title }) => title)).toEqual(['付款收据', '付款有争议'])
})

test('policy: what an offered refund would give, and looking at it changes nothing', async () => {
  await using fixture = await startConsoleShop()
  const { shop } = fixture
  shop.stopClock()
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann)
  const stored = () => shop.sql`
      select account.*, (select json_agg(lots order by id) from credit_lots lots) as lots,
        (select json_agg(holds order by id) from credit_holds holds) as holds
      from credit_accounts account`
  const untouched = async (): Promise<OrderPolicy | null> => {
    const before = await stored()
    // the session of the operator before has ended
    const viewer = await fixture.staff.newOperator('viewer')
    const { policy } = await read({ viewer }, orderId)
    expect(await stored()).toEqual(before)
    return policy
  }
  const offered = async () => {
    const { policy } = await offerRefund(shop.deps, { orderId, actor: 'operator' })
    return policy
  }
  const expectOffered = async (expected: Partial<OrderPolicy>) => {
    const policy = await untouched()
    expect(policy).toMatchObject(expected)
    expect(policy).toMatchObject(await offered())
    return policy!
  }

  await consumeAsTool(shop, ann, 500)
  const first = await expectOffered({ rule: 'unused share', amount: 1493, used: 500, left: 1500 })
  expect(first.ruleLabel).toBe('未用的积分占到账积分的比例')
  expect(first.until).toBe(new Date(shop.deps.now().getTime() + 7 * DAY).toISOString())
  await openHold(shop, ann, 100)
  await expectOffered({ left: 1500, refundable: 1400, amount: 1393 })
  // the hold has expired, and nobody has noticed yet: it may be captured for another day
  shop.advance(DAY / 2)
  await expectOffered({ left: 1500, refundable: 1400, amount: 1393 })
  shop.advance((3 * DAY) / 2)
  await expectOffered({ left: 1500, refundable: 1500 })
  await refundAsOperator(shop, orderId, { amount: 990 })
  await expectOffered({ refunded: 990 })
  shop.advance(6 * DAY)
  await expectOffered({ rule: 'too late', amount: 0 })
  // the credit has ended, and nobody has noticed yet
  shop.advance(90 * DAY)
  const { left, gone, used, granted } = await expectOffered({ rule: 'too late', left: 0 })
  expect(used + gone + left).toBe(granted)
  await refundAsOperator(shop, orderId)
  expect(await untouched()).toMatchObject({ amount: 0, refunded: 1990 })
})

test('order that is not paid, or differs from its payment: no policy; a refused card is explained', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  await shop.pay(ann, checkout, CARDS.noFunds)
  const shown = await read(fixture, checkout.orderId)
  expect(shown).toMatchObject({
    policy: null,
    order: {
      state: 'pending',
      paymentMethod: null,
      failure: {
        code: 'insufficient_funds',
        message: '卡内余额或可用额度不足，请换一张卡，或补足后重试',
      },
    },
  })
  await shop.sql`
      update orders set state = 'exception', open_slot = null where id = ${checkout.orderId}`
  expect((await read(fixture, checkout.orderId)).policy).toBeNull()
})

test('closed account: its orders stay readable, without an address; unknown ones are not found', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann)
  await closeForGood(shop, ann)
  const shown = await read(fixture, orderId)
  expect([shown.buyer.email, shown.buyer.nickname, shown.order.email]).toEqual([
    null,
    '已注销用户',
    null,
  ])
  const { orders } = (await fixture.viewer.call(listConsoleOrders, { user: ann.user.id })).body.data
  expect(orders).toMatchObject([{ id: orderId, email: null, nickname: '已注销用户' }])

  const unknown = ['202608011234567890', 'pi_unknown', '0198c000-0000-7000-8000-000000000000', '%']
  for (const order of unknown) {
    const { status, body } = await fixture.viewer.call(readConsoleOrder, { order })
    expect([status, body.code, body.message]).toEqual([404, 'NOT_FOUND', `没有这笔订单：${order}`])
  }
  const { status, body } = await fixture.viewer.call(readConsoleOrder, { order: '  ' })
  expect([status, body.message]).toEqual([400, '请输入订单号'])
})

test('receipts that operators sent again are among the mails of the order', async () => {
  const fixture = await fixtureOf()
  const { shop, staff } = fixture
  const { orderId } = await shop.buy(await shop.newUser())
  const support = await staff.newOperator('support')
  for (const reason of ['没收到', '又没收到']) {
    const { body } = await perform(support, 'orders receipt', { order: orderId, reason })
    expect(body.data).toMatchObject({ is: 'done' })
  }

  const { mails, audit, timeline } = (await support.call(readConsoleOrder, { order: orderId })).body
    .data

  expect(mails.map(({ title }) => title)).toEqual([
    '付款收据',
    '付款收据（重发）',
    '付款收据（重发）',
  ])
  // nothing came of it that the log would keep
  expect(audit.map(({ result }) => result)).toEqual([null, null])
  expect(timeline.at(-1)).toMatchObject({ what: '运营操作“重发收据”，完成', why: '又没收到' })
  await shop.sql`
      update jobs set state = 'done', payload = '{}', finished_at = now()
      where id = any(${mails.map(({ id }) => id)}::uuid[])`
  const { body } = await support.call(listConsoleMails, { state: 'done' })
  const named = body.data.mails.filter(({ subject }) => subject === null)
  expect(named.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['付款收据', '付款收据（重发）']),
  )
})
