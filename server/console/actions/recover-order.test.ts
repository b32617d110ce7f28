import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { listAudit } from '#contract/console/audit.ts'
import { readConsoleOrder } from '#contract/console/orders/orders.ts'
import { expireOrders } from '../../recharge/checks/reconcile-orders.ts'
import { previewOf } from '../../testing/console/console.ts'
import { type Colleague, perform, startSigning } from '../../testing/console/signing.ts'
import type { TestUser } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { payAtProvider } from '../../testing/pay-at-provider.ts'
import { refundAtProvider } from '../../testing/refunds.ts'
import { proveLedger, type Shop } from '../../testing/shop.ts'

/** A shop that hears nothing from the provider. */
const fixtureOf = oncePerFile(async () => {
  const fixture = await startSigning()
  await fixture.shop.loseEvents()
  return fixture
})

function forgetIntent({ sql }: Shop, orderId: string) {
  return sql`update orders set payment_intent_id = null, client_secret = null where id = ${orderId}`
}

function recover(operator: Colleague, given: Record<string, string>, mark: string | null = null) {
  return operator.call(act, { command: 'orders recover', given, mark })
}

function preview(operator: Colleague, given: Record<string, string>) {
  return previewOf(operator, 'orders recover', given)
}

/** An order that expired without its intent, although the provider has got the money in time. */
async function expireThoughPaid(shop: Shop, buyer: TestUser) {
  const { orderId, intentId } = await shop.checkout(buyer)
  await payAtProvider(shop, intentId)
  await shop.sql`
    update orders set payment_intent_id = null, client_secret = null, expires_at = now()
    where id = ${orderId}`
  await expireOrders(shop.deps)
  expect(await shop.order(buyer, orderId)).toMatchObject({ state: 'expired' })
  return { orderId, intentId }
}

test('preview of a recovery says what the provider has; when that changes, the new preview is shown', async () => {
  const { shop, staff } = await fixtureOf()
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.checkout(ann)
  await forgetIntent(shop, orderId)
  const finance = await staff.newOperator('finance')
  const given = { order: orderId, intent: intentId, reason: '客户来信' }

  const unpaid = await preview(finance, given)
  expect(unpaid.preview.facts).toEqual(
    expect.arrayContaining([
      { label: '支付意图', value: `${intentId}，属于这笔订单` },
      { label: '支付平台', value: '等待付款方式，实收 ¥0.00' },
    ]),
  )
  expect(unpaid.preview.sentences).toEqual([
    '支付平台还没有收到钱，执行也不会入账',
    '原因：客户来信',
  ])

  await payAtProvider(shop, intentId)
  const changed = await recover(finance, given, unpaid.mark)
  expect(changed.body.data).toMatchObject({ is: 'preview' })
  expect(await shop.balance(ann)).toBe(0)
  const paid = await preview(finance, given)
  expect(paid.preview.sentences[0]).toBe('将入账：待支付 → 已支付，到账积分 2,000')
  expect(paid.preview.facts).toContainEqual({ label: '支付平台', value: '已收款，实收 ¥19.90' })

  const done = await recover(finance, given, paid.mark)
  expect(done.body.data).toMatchObject({ is: 'done' })
  expect(await shop.balance(ann)).toBe(2000)
  expect((await preview(finance, given)).preview.sentences[0]).toBe(
    '这笔款项已经入账，执行也不会入账',
  )
  await proveLedger(shop)
})

test('recovery with an intent of another order or of none is refused in its preview, and fails clearly while the provider is away', async () => {
  const { shop, staff } = await fixtureOf()
  const ann = await shop.newUser()
  const mine = await shop.checkout(ann)
  const others = await shop.checkout(await shop.newUser())
  await forgetIntent(shop, mine.orderId)
  const finance = await staff.newOperator('finance')
  const given = { order: mine.orderId, reason: '客户来信' }

  const wrong = await recover(finance, { ...given, intent: others.intentId })
  const unknown = await recover(finance, { ...given, intent: 'pi_unknown' })

  expect(wrong.body).toMatchObject({ code: 'ORDER_STATE', message: '这笔付款不属于这笔订单' })
  expect(unknown.body).toMatchObject({ code: 'ORDER_STATE', message: '支付平台没有这笔付款' })
  const stored = await shop.sql`
      select payment_intent_id as "intentId" from orders where id = ${mine.orderId}`
  expect(stored).toEqual([{ intentId: null }])
  shop.proxy.fault = () => 'reset before'
  const failed = await recover(finance, { ...given, intent: mine.intentId })
  shop.proxy.fault = () => null
  expect(failed).toMatchObject({ status: 503, body: { code: 'DEPENDENCY_DOWN' } })
  expect(failed.body.message).toContain('支付服务暂时不可用')
  const shown = await preview(finance, { ...given, intent: mine.intentId })
  expect(shown.preview.sentences[0]).toContain('还没有收到钱')
})

test('recovery of a payment with another sum says before and afterwards that the order is to be verified', async () => {
  const { shop, staff } = await fixtureOf()
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.checkout(ann)
  await shop.provider('POST', `/v1/payment_intents/${intentId}`, { amount: '1000' })
  await payAtProvider(shop, intentId)
  const finance = await staff.newOperator('finance')
  const given = { order: orderId, reason: '客户来信' }

  const shown = await preview(finance, given)
  expect(shown.preview.sentences).toEqual([
    '款项与订单不符（应收金额、实收金额），订单待核实，执行也不会入账',
    '订单会更新：待支付 → 待核实',
    '原因：客户来信',
  ])
  const done = await recover(finance, given, shown.mark)
  expect(done.body.data).toMatchObject({
    is: 'done',
    report: { sentences: ['没有入账：款项与订单不符（应收金额、实收金额），订单待核实'] },
  })
  const again = await preview(finance, given)
  expect((await recover(finance, given, again.mark)).body.data).toMatchObject({
    report: { sentences: ['没有变化：款项与订单不符（应收金额、实收金额），订单待核实'] },
  })
  expect(await shop.balance(ann)).toBe(0)
})

test('history of a recovered order says that the money came after it was closed, and what was done; refused previews are in the audit log alone', async () => {
  const { shop, staff } = await fixtureOf()
  const ann = await shop.newUser()
  const { orderId, intentId } = await expireThoughPaid(shop, ann)
  const finance = await staff.newOperator('finance')
  const given = { order: orderId, intent: intentId, reason: '客户来信' }
  const read = async () => (await finance.call(readConsoleOrder, { order: orderId })).body.data

  expect((await recover(finance, { ...given, intent: 'pi_unknown' })).body.code).toBe('ORDER_STATE')
  expect((await read()).timeline.map(({ what }) => what)).toEqual([
    '下单，待支付',
    '待支付 → 已过期',
  ])
  const { entries } = (await finance.call(listAudit, { subject: orderId })).body.data
  expect(entries).toMatchObject([
    { title: '补单', outcome: 'refused', failure: '支付平台没有这笔付款' },
  ])
  expect((await perform(finance, 'orders recover', given)).body.data).toMatchObject({ is: 'done' })
  // however many were refused, what was done stays
  await shop.sql`
    insert into operator_actions
      (id, channel, operator, command, given, subject, outcome, result, finished_at)
    select uuidv7(), 'console', ${finance.email}, 'orders recover', '{}', ${orderId}, 'refused',
      '{"isPreview": true, "code": "ORDER_STATE"}', now()
    from generate_series(1, 100)`

  const { order, timeline } = await read()
  expect(order).toMatchObject({ state: 'paid', isLate: true })
  expect(timeline.map(({ what, why }) => [what, why])).toEqual([
    ['下单，待支付', null],
    ['待支付 → 已过期', null],
    ['运营操作“补单”，完成', '客户来信'],
    ['已过期 → 已支付', '关闭后到账：订单此前已过期'],
    ['积分购买', null],
    ['仍为已支付', '补单核对'],
  ])
  const [receipt] = await shop.mails(ann.user.email)
  expect(receipt!.text).toContain('关闭后到账')
  await proveLedger(shop)
})

test('an action that is refused after it was agreed to stands in the history of the order', async () => {
  const { shop, staff } = await fixtureOf()
  const { orderId, intentId } = await shop.buy(await shop.newUser())
  const finance = await staff.newOperator('finance')
  const command = 'orders refund'
  const given = { order: orderId }
  const shown = await previewOf(finance, command, given)
  await refundAtProvider(shop, intentId, 1990)

  expect((await finance.call(act, { command, given, mark: shown.mark })).status).toBe(409)

  const { timeline } = (await finance.call(readConsoleOrder, { order: orderId })).body.data
  expect(timeline).toContainEqual(
    expect.objectContaining({ what: '运营操作“退款”，被拒绝', by: finance.email }),
  )
})

test('preview of a replay says that the event was handled, and when', async () => {
  const { shop, staff } = await fixtureOf()
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.checkout(ann)
  await payAtProvider(shop, intentId)
  const events = await shop.provider<{
    data: { id: string; type: string; data: { object: { id: string } } }[]
  }>('GET', '/v1/events')
  const event = events.data.find(
    ({ type, data }) => type === 'payment_intent.succeeded' && data.object.id === intentId,
  )!.id
  const support = await staff.newOperator('support')
  const sentences = async () =>
    (await previewOf(support, 'events replay', { event })).preview.sentences
  expect(await sentences()).toEqual([`将处理事件 ${event}（payment_intent.succeeded）`])
  await perform(support, 'events replay', { event })
  expect(await sentences()).toEqual([
    expect.stringMatching(/已在 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 处理过，重放不会有变化$/),
  ])
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'paid' })
})
