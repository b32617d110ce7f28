import { expect, test, vi } from 'vitest'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { startOperatorShop } from '../../testing/operator-shop.ts'
import { CARDS } from '../../testing/shop.ts'
import { ourSideText, theirSideText } from './compare-with-provider.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const shopOf = oncePerFile(startOperatorShop)

test('correct books are proved; a manually changed balance is found with exit code 3', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser()
  await shop.buy(ann)
  expect((await operator.run('ledger', 'prove')).output).toMatch(
    /^账本无误：\d+ 个账户，\d+ 笔流水，这次读了 [1-9]\d* 笔\n余额共 \d?,000，其中预留 0；应用扣费共 0，退回 0；送给新用户共 0\n$/,
  )
  await shop.sql`update credit_accounts set balance = balance + 7 where user_id = ${ann.user.id}`
  const { code, output } = await operator.run('ledger', 'prove')
  expect(code).toBe(3)
  expect(output).toMatch(/账本有 2 处不符（\d+ 个账户，\d+ 笔流水，这次读了 0 笔）/)
  expect(output).toContain(`用户 ${ann.user.id}，余额 = 流水之和，账户：应为 2,000，实为 2,007`)
  expect(await operator.json(['ledger', 'prove'], 3)).toMatchObject({
    isProven: false,
    faults: [{ userId: ann.user.id }, { userId: ann.user.id }],
  })
  const full = await operator.json<{ read: number }>(['ledger', 'prove', '--full'], 3)
  expect(full.read).toBeGreaterThan(0)
  await shop.sql`update credit_accounts set balance = balance - 7 where user_id = ${ann.user.id}`
})

test('payment known to the provider only is a difference with exit code 3', async () => {
  await using fixture = await startOperatorShop()
  const { shop, operator } = fixture
  await shop.buy(await shop.newUser())
  // what is younger than ten minutes may still be on its way
  await shop.loseEvents()
  const bob = await shop.newUser()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - HOUR_MS })
  const order = await shop.checkout(bob)
  vi.useRealTimers()
  expect((await operator.run('diff')).output).toMatch(/^双方一致。.*：对方 1 笔，订单 0 笔$/m)
  await shop.provider('POST', `/v1/payment_intents/${order.intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: 'https://shop.test/',
  })
  const { code, output } = await operator.run('diff')
  expect(code).toBe(3)
  expect(output).toMatch(/^ {2}最近 10 分钟（/m)
  expect(output).toMatch(
    new RegExp(
      `^对方已收款，订单未支付：订单 \\d{18}，支付意图 ${order.intentId}，我方 待支付，对方 已收款$`,
      'm',
    ),
  )
  expect(await operator.json(['diff', '--hours', '24'], 3)).toMatchObject({
    differences: [
      { kind: 'unpaid_here', orderId: order.orderId, here: 'pending', there: 'succeeded' },
    ],
  })
  await operator.run('orders', 'check', order.orderId)
  expect((await operator.run('diff')).code).toBe(0)
  expect(await operator.refusal('diff', '--hours', '0')).toMatchObject({ exit: 2, code: 'USAGE' })
})

test('what one side does not have is named in Chinese, a state too, an amount as it is', () => {
  const here = ['missing', 'paid', '1990'].map((text) => ourSideText({ here: text }))
  const there = ['missing', 'succeeded', '1990'].map((text) => theirSideText({ there: text }))
  expect({ here, there }).toEqual({
    here: ['没有', '已支付', '1990'],
    there: ['没有', '已收款', '1990'],
  })
})

test('payments too recent to compare are reported with their minutes', async () => {
  const { shop, operator } = await shopOf()
  await shop.buy(await shop.newUser())
  const begunAt = Math.floor(Date.now() / 1_000) * 1_000
  const { output } = await operator.run('diff')
  const endedAt = Date.now()
  expect(output).toMatch(/^双方一致。.*：对方 0 笔，订单 0 笔$/m)
  const [, payments, orders] =
    /最近 10 分钟（(.*) 之后）开始的付款\n {2}最近 40 分钟（(.*) 之后）下的、对方没有列出付款的订单/.exec(
      output,
    ) ?? []
  for (const [time = '', minutes] of [
    [payments, 10],
    [orders, 40],
  ] as const) {
    const judgedAt = Date.parse(`${time.replace(' ', 'T')}+08:00`) + minutes * MINUTE_MS
    expect(judgedAt).toBeGreaterThanOrEqual(begunAt)
    expect(judgedAt).toBeLessThanOrEqual(endedAt)
  }
  const { at, to, ordersTo } = await operator.json<Record<string, string>>(['diff'])
  expect(Date.parse(at!) - Date.parse(to!)).toBe(10 * MINUTE_MS)
  expect(Date.parse(at!) - Date.parse(ordersTo!)).toBe(40 * MINUTE_MS)
})

test('alerts since a time are JSON, with the number of the order that they are about', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser()
  const order = await shop.checkout(ann)
  await shop.sql`update orders set amount = amount + 1 where id = ${order.orderId}`
  await shop.pay(ann, order, CARDS.good)
  const { orderNo } = await shop.order(ann, order.orderId)
  expect(await operator.json(['alerts'])).toMatchObject([
    { kind: 'order_exception', subject: order.orderId, facts: { orderNo }, times: 1 },
  ])
  expect(await operator.json(['alerts', '--since', '2099-01-01'])).toEqual([])
  // nobody got credit for it: the money goes back
  expect(await operator.json(['orders', 'refund', orderNo, '--reason', '金额不符'])).toMatchObject({
    state: 'refunded',
    refund: { amount: 1990 },
  })
})
