import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { type Colleague, startSigning as start } from '../../testing/console/signing.ts'
import { payAtProvider } from '../../testing/pay-at-provider.ts'
import { proveLedger, type Shop } from '../../testing/shop.ts'

const LONG = 60_000

function forgetIntent({ sql }: Shop, orderId: string) {
  return sql`update orders set payment_intent_id = null, client_secret = null where id = ${orderId}`
}

function recover(operator: Colleague, given: Record<string, string>, mark: string | null = null) {
  return operator.call(act, { command: 'orders recover', given, mark })
}

async function preview(operator: Colleague, given: Record<string, string>) {
  const { body } = await recover(operator, given)
  if (body.data?.is !== 'preview') throw new Error(`${body.code}: ${body.message}`)
  return body.data
}

test(
  'preview of a recovery says what the provider has; when that changes, the new preview is shown',
  async () => {
    await using fixture = await start()
    const { shop, staff } = fixture
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.checkout(ann)
    await shop.loseEvents()
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
  },
  LONG,
)

test(
  'recovery with an intent of another order or of none is refused in its preview',
  async () => {
    await using fixture = await start()
    const { shop, staff } = fixture
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
    expect(await shop.sql`select 1 from orders where payment_intent_id is null`).toHaveLength(1)
  },
  LONG,
)

test(
  'recovery of a payment with another sum says before and afterwards that the order is to be verified',
  async () => {
    await using fixture = await start()
    const { shop, staff } = fixture
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.checkout(ann)
    await shop.loseEvents()
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
  },
  LONG,
)

test(
  'recovery while the provider does not answer fails clearly and changes nothing',
  async () => {
    await using fixture = await start()
    const { shop, staff } = fixture
    const { orderId, intentId } = await shop.checkout(await shop.newUser())
    await forgetIntent(shop, orderId)
    const finance = await staff.newOperator('finance')
    const given = { order: orderId, intent: intentId, reason: '客户来信' }
    shop.proxy.fault = () => 'reset before'

    const failed = await recover(finance, given)

    expect(failed).toMatchObject({ status: 503, body: { code: 'DEPENDENCY_DOWN' } })
    expect(failed.body.message).toContain('支付服务暂时不可用')
    shop.proxy.fault = () => null
    expect((await preview(finance, given)).preview.sentences[0]).toContain('还没有收到钱')
  },
  LONG,
)
