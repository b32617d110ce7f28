import { expect, test } from 'vitest'
import { operatorOf } from '../../testing/operator.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { startOperatorShop } from '../../testing/operator-shop.ts'
import { CARDS, LARGE, proveLedger } from '../../testing/shop.ts'

const shopOf = oncePerFile(startOperatorShop)

/** Its provider's events get lost. */
const forgetfulShopOf = oncePerFile(async () => {
  const fixture = await startOperatorShop()
  await fixture.shop.loseEvents()
  return fixture
})

interface Shown {
  order: Record<string, unknown>
  provider: { intent: { status: string } | null; failure: string | null }
  timeline: { what: string; credit: number | null; by: string; why: string | null }[]
}

test('order by number, id or intent: JSON with buyer, provider status and timeline, without secrets', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser({ email: 'ann@show.example' })
  const order = await shop.checkout(ann, { id: LARGE.id })
  await shop.pay(ann, order, CARDS.declined)
  // otherwise the event of this attempt could arrive during the next one
  await shop.receiveEvents()
  await shop.pay(ann, order, CARDS.good)
  const shown = await operator.json<Shown>(['orders', 'show', order.orderId])
  expect(shown).toMatchObject({
    order: { state: 'paid', amount: 4990 },
    owner: { email: 'ann@show.example', balance: 5500 },
    provider: {
      intent: { id: order.intentId, status: 'succeeded', amountReceived: 4990 },
      failure: null,
    },
  })
  expect(shown.timeline.map(({ what, credit, why }) => [what, credit, why])).toEqual([
    ['下单，待支付', null, null],
    ['待支付 → 支付处理中', null, null],
    ['支付处理中 → 待支付', null, expect.stringContaining('（generic_decline）')],
    ['待支付 → 支付处理中', null, null],
    ['支付处理中 → 已支付', null, null],
    ['积分购买', 5000, null],
    ['积分赠送', 500, null],
  ])
  expect(JSON.stringify(shown)).not.toContain('_secret_')

  for (const name of [order.intentId, String(shown.order['orderNo']), order.orderId.toUpperCase()])
    expect(await operator.json(['orders', 'show', name])).toEqual(shown)
  const { output } = await operator.run('orders', 'show', order.orderId)
  expect(JSON.parse(output)).toEqual(shown)
  for (const unknown of ['202001010000000000', 'pi_unknown', ann.user.id, "'; drop table orders"]) {
    expect(await operator.refusal('orders', 'show', unknown)).toMatchObject({
      exit: 1,
      code: 'NOT_FOUND',
    })
  }
})

test('provider outage: an order is still shown, and a check asks to retry later', async () => {
  const { shop } = await shopOf()
  const ann = await shop.newUser()
  const order = await shop.checkout(ann)
  await using away = await operatorOf({
    ...shop,
    settings: { STRIPE_API_BASE: 'http://127.0.0.1:1' },
  })
  const shown = await away.json<Shown>(['orders', 'show', order.orderId])
  expect(shown.provider).toMatchObject({
    intent: null,
    failure: expect.stringContaining('支付平台暂时没有答复'),
  })
  expect(shown.timeline).toHaveLength(1)
  const refusal = await away.refusal('orders', 'check', order.orderId)
  expect(refusal).toMatchObject({ exit: 4, code: 'PROVIDER' })
  expect(await away.audit(order.orderId)).toMatchObject([
    { outcome: 'failed', result: { code: 'PROVIDER' } },
  ])
})

test('check settles a payment whose event was lost, once', async () => {
  const { shop, operator } = await forgetfulShopOf()
  const ann = await shop.newUser()
  const order = await shop.checkout(ann)
  const method = await shop.method(CARDS.good)
  await shop.provider('POST', `/v1/payment_intents/${order.intentId}/confirm`, {
    payment_method: method,
    return_url: 'https://shop.test/',
  })
  const { output } = await operator.run('orders', 'check', order.orderId)
  expect(output).toMatch(/^支付平台：已收款，实收 ¥19\.90$/m)
  expect(output).toMatch(/^订单：待支付 → 已支付$/m)
  const again = (await operator.run('orders', 'check', order.orderId)).output
  expect(again).toMatch(/^没有变化：这笔款项已经入账$/m)
  expect(await operator.json(['orders', 'check', order.orderId])).toMatchObject({
    isChanged: false,
    to: 'paid',
  })
  expect(await shop.balance(ann)).toBe(2000)
  await proveLedger(shop)
  expect(await operator.audit(order.orderId)).toMatchObject([
    { command: 'orders check', outcome: 'done' },
    { command: 'orders check', outcome: 'done' },
    { command: 'orders check', outcome: 'done', result: { from: 'pending', to: 'paid' } },
  ])
})

test("order without its intent is recovered with it; another order's intent is refused", async () => {
  const { shop, operator } = await forgetfulShopOf()
  const ann = await shop.newUser()
  const bob = await shop.newUser()
  const order = await shop.checkout(ann)
  const others = await shop.checkout(bob)
  const method = await shop.method(CARDS.good)
  const confirm = { payment_method: method, return_url: 'https://shop.test/' }
  await shop.provider('POST', `/v1/payment_intents/${order.intentId}/confirm`, confirm)
  await shop.sql`
      update orders set payment_intent_id = null, client_secret = null where id = ${order.orderId}`

  const recover = (...words: string[]) => ['orders', 'recover', order.orderId, ...words]
  expect(await operator.refusal(...recover())).toMatchObject({ exit: 2, code: 'USAGE' })
  expect(await operator.refusal(...recover('--reason', '客户来信'))).toMatchObject({
    code: 'NO_INTENT',
  })
  expect(
    await operator.refusal(...recover('--reason', '客户来信', '--intent', 'ch_1')),
  ).toMatchObject({ exit: 2 })
  for (const wrong of [others.intentId, 'pi_unknown']) {
    expect(
      await operator.refusal(...recover('--reason', '客户来信', '--intent', wrong)),
    ).toMatchObject({ exit: 1, code: 'ORDER_STATE' })
  }
  expect(await shop.balance(ann)).toBe(0)
  const other = ['orders', 'recover', others.orderId, '--reason', '客户来信']
  const unpaid = (await operator.run(...other)).output
  expect(unpaid).toMatch(/^订单：待支付，没有变化$/m)
  expect(unpaid).toMatch(/^没有变化：支付平台还没有收到钱$/m)

  // an alias of the same command
  const { output } = await operator.run(
    'orders',
    '补单',
    order.orderId,
    '--intent',
    order.intentId,
    '--reason',
    '客户来信',
  )
  expect(output).toMatch(/^订单：待支付 → 已支付$/m)
  expect(await shop.balance(ann)).toBe(2000)
  const { timeline } = await operator.json<Shown>(['orders', 'show', order.orderId])
  expect(timeline).toContainEqual(
    expect.objectContaining({ what: '仍为已支付', by: '运营', why: '补单核对' }),
  )
  expect(timeline).toContainEqual(
    expect.objectContaining({ what: '运营操作 orders recover，完成', why: '客户来信' }),
  )
  await proveLedger(shop)
})

test('payment of an order in exception is refunded without credit', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.checkout(ann)
  await shop.provider('POST', `/v1/payment_intents/${intentId}`, { amount: '1000' })
  await shop.provider('POST', `/v1/payment_intents/${intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'exception' })

  const given = await operator.json(['orders', 'refund', orderId, '--reason', '金额不符'])

  expect(given).toMatchObject({ state: 'refunded', refund: { amount: 1000 } })
  expect(await shop.order(ann, orderId)).toMatchObject({ refunds: [{ reason: '金额不符' }] })
  expect(await shop.balance(ann)).toBe(0)
})

test('payment above the price is refunded whole, and every sum says so', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser({ email: 'ann@above.example' })
  const { orderId, intentId } = await shop.checkout(ann)
  await shop.provider('POST', `/v1/payment_intents/${intentId}`, { amount: '2090' })
  await shop.provider('POST', `/v1/payment_intents/${intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'exception', amount: 1990 })

  const { output } = await operator.run('orders', 'refund', orderId, '--reason', '金额不符')

  expect(output).toMatch(/^实付：¥20\.90$/m)
  expect(output).toMatch(/^退款：¥20\.90，已退款$/m)
  expect(output).toMatch(/^现在：已退款，共退 ¥20\.90$/m)
  expect(await shop.order(ann, orderId)).toMatchObject({ refundedAmount: 2090 })
  expect((await shop.mails('ann@above.example')).at(-1)!.text).toContain('累计退款：¥20.90')
  await expect(shop.sql`update orders set paid_at = now() where id = ${orderId}`).rejects.toThrow(
    'orders_refunded_within_price',
  )
})

test('receipt is mailed again for each command; an unpaid order and a closed account have none', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser({ email: 'ann@receipt.example' })
  const { orderId } = await shop.buy(ann)
  for (let n = 1; n <= 2; n += 1) {
    await operator.json(['orders', 'receipt', orderId, '--reason', '没收到'])
    const mails = await shop.mails('ann@receipt.example')
    expect(mails).toHaveLength(1 + n)
    expect(mails.at(-1)!.text).toBe(mails[0]!.text)
  }
  const open = await shop.checkout(ann)
  expect(await operator.refusal('orders', 'receipt', open.orderId)).toMatchObject({
    code: 'ORDER_STATE',
  })
  await shop.sql`
      update users set closed_at = now(), closing_at = null, email = null, password_hash = null,
        email_verified_at = null where id = ${ann.user.id}`
  expect(await operator.refusal('orders', 'receipt', orderId)).toMatchObject({ code: 'CLOSED' })
})
