import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { listAudit } from '#contract/console/audit.ts'
import { readConsoleOrder } from '#contract/console/orders/orders.ts'
import { expireOrders } from '../../recharge/checks/reconcile-orders.ts'
import { perform, startSigning as start } from '../../testing/console/signing.ts'
import { refundAtProvider } from '../../testing/refunds.ts'
import { payAtProvider } from '../../testing/pay-at-provider.ts'
import { proveLedger, type Shop } from '../../testing/shop.ts'
import type { TestUser } from '../../testing/harness.ts'

const LONG = 60_000

/** An order that expired without its intent, although the provider has got the money in time. */
async function expireThoughPaid(shop: Shop, buyer: TestUser) {
  const { orderId, intentId } = await shop.checkout(buyer)
  await shop.loseEvents()
  await payAtProvider(shop, intentId)
  await shop.sql`
    update orders set payment_intent_id = null, client_secret = null, expires_at = now()
    where id = ${orderId}`
  await expireOrders(shop.deps)
  expect(await shop.order(buyer, orderId)).toMatchObject({ state: 'expired' })
  return { orderId, intentId }
}

test(
  'history of a recovered order says that the money came after it was closed, and what the recovery did',
  async () => {
    await using fixture = await start()
    const { shop, staff } = fixture
    const ann = await shop.newUser()
    const { orderId, intentId } = await expireThoughPaid(shop, ann)
    const finance = await staff.newOperator('finance')
    const given = { order: orderId, intent: intentId, reason: '客户来信' }

    expect((await perform(finance, 'orders recover', given)).body.data).toMatchObject({
      is: 'done',
    })

    const { data } = (await finance.call(readConsoleOrder, { order: orderId })).body
    expect(data.order).toMatchObject({ state: 'paid', isLate: true })
    expect(data.timeline.map(({ what, why }) => [what, why])).toEqual([
      ['下单，待支付', null],
      ['待支付 → 已过期', null],
      ['运营操作“补单”，完成', '客户来信'],
      ['已过期 → 已支付', '关闭后到账：订单此前已过期'],
      ['积分购买', null],
      ['补单核对后：已支付', '客户来信'],
    ])
    const [receipt] = await shop.mails(ann.user.email)
    expect(receipt!.text).toContain('关闭之后')
    await proveLedger(shop)
  },
  LONG,
)

test(
  'preview of a recovery that was refused is in the audit log and not in the history of the order',
  async () => {
    await using fixture = await start()
    const { shop, staff } = fixture
    const { orderId, intentId } = await expireThoughPaid(shop, await shop.newUser())
    const finance = await staff.newOperator('finance')
    const given = { order: orderId, intent: 'pi_unknown', reason: '客户来信' }

    const refused = await finance.call(act, { command: 'orders recover', given, mark: null })

    expect(refused.body).toMatchObject({ code: 'ORDER_STATE' })
    const { timeline } = (await finance.call(readConsoleOrder, { order: orderId })).body.data
    expect(timeline.map(({ what }) => what)).toEqual(['下单，待支付', '待支付 → 已过期'])
    const { entries } = (await finance.call(listAudit, { subject: orderId })).body.data
    expect(entries).toMatchObject([
      { title: '补单', outcome: 'refused', failure: '支付平台没有这笔付款' },
    ])

    // however many there are, what was done stays
    await perform(finance, 'orders recover', { ...given, intent: intentId })
    for (let times = 0; times < 100; times += 1) {
      await finance.call(act, { command: 'orders recover', given, mark: null })
    }
    const after = (await finance.call(readConsoleOrder, { order: orderId })).body.data
    const what = after.timeline.map((entry) => entry.what)
    expect(what).toContain('运营操作“补单”，完成')
    expect(what).toContain('补单核对后：已支付')
  },
  LONG,
)

test(
  'an action that is refused after it was agreed to stands in the history of the order',
  async () => {
    await using fixture = await start()
    const { shop, staff } = fixture
    const { orderId, intentId } = await shop.buy(await shop.newUser())
    const finance = await staff.newOperator('finance')
    const command = 'orders refund'
    const given = { order: orderId }
    const shown = (await finance.call(act, { command, given, mark: null })).body.data
    if (shown?.is !== 'preview') throw new Error('no preview')
    await shop.loseEvents()
    await refundAtProvider(shop, intentId, 1990)

    expect((await finance.call(act, { command, given, mark: shown.mark })).status).toBe(409)

    const { timeline } = (await finance.call(readConsoleOrder, { order: orderId })).body.data
    expect(timeline).toContainEqual(
      expect.objectContaining({ what: '运营操作“退款”，被拒绝', by: finance.email }),
    )
  },
  LONG,
)
