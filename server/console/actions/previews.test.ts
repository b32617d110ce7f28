import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { holdCredit } from '../../credit/spending/spend-credit.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { type Colleague, perform, startSigning as start } from '../../testing/console/signing.ts'
import { payAtProvider } from '../../testing/pay-at-provider.ts'
import { CARDS } from '../../testing/shop.ts'

const LONG = 60_000

async function ask(operator: Colleague, command: string, given: Record<string, string>) {
  return (await operator.call(act, { command, given, mark: null })).body
}

async function sentencesOf(operator: Colleague, command: string, given: Record<string, string>) {
  const { data, code, message } = await ask(operator, command, given)
  if (data?.is !== 'preview') throw new Error(`${code}: ${message}`)
  return data.preview.sentences
}

test(
  'taking more credit than is available is refused in the preview, which says how much can be taken',
  async () => {
    await using fixture = await start()
    const { shop, staff } = fixture
    const ann = await shop.newUser()
    await shop.buy(ann)
    const finance = await staff.newOperator('finance')
    const take = (amount: number) => ({
      user: ann.user.id,
      take: String(amount),
      reason: '更正',
    })

    expect(await ask(finance, 'users credit', take(2_001))).toMatchObject({
      code: 'CREDIT_SHORT',
      message: '余额不足：最多能扣除 2,000',
    })
    const application = await newApplication(shop)
    const terms = { amount: 500, reason: '翻译文档' }
    await holdCredit(shop.deps, spendRequest(application, ann), terms)
    expect(await ask(finance, 'users credit', take(1_501))).toMatchObject({
      code: 'CREDIT_SHORT',
      message: '余额不足：最多能扣除 1,500，另有 500 正被任务预留',
    })

    const given = take(1_500)
    const shown = (await ask(finance, 'users credit', given)).data
    if (shown?.is !== 'preview') throw new Error('no preview')
    const agree = () => finance.call(act, { command: 'users credit', given, mark: shown.mark })
    expect((await agree()).body.data).toMatchObject({ is: 'done' })
    // sent again because the answer was lost: shown anew, not refused as if nothing had been taken
    expect((await agree()).body.data).toMatchObject({ is: 'preview' })
    expect(await shop.balance(ann)).toBe(500)
  },
  LONG,
)

test(
  'preview of a replay says that the event was handled, and when',
  async () => {
    await using fixture = await start()
    const { shop, staff } = fixture
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.checkout(ann)
    await shop.loseEvents()
    await payAtProvider(shop, intentId)
    const events = await shop.provider<{ data: { id: string }[] }>(
      'GET',
      '/v1/events?type=payment_intent.succeeded',
    )
    const event = events.data[0]!.id
    const support = await staff.newOperator('support')
    const named = `事件 ${event}（payment_intent.succeeded）`

    expect(await sentencesOf(support, 'events replay', { event })).toEqual([`将处理${named}`])
    await perform(support, 'events replay', { event })
    expect(await sentencesOf(support, 'events replay', { event })).toEqual([
      expect.stringMatching(/已在 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 处理过，重放不会有变化$/),
    ])
    expect(await shop.order(ann, orderId)).toMatchObject({ state: 'paid' })
  },
  LONG,
)

test(
  'preview of a refund says that the payment is disputed, and the provider refuses it as announced',
  async () => {
    await using fixture = await start()
    const { shop, staff } = fixture
    const ann = await shop.newUser()
    const { orderId } = await shop.buy(ann, { card: CARDS.disputed })
    await expect.poll(() => shop.order(ann, orderId)).toMatchObject({ dispute: 'open' })
    const finance = await staff.newOperator('finance')
    const given = { order: orderId, amount: '5.00', reason: '补偿' }

    expect((await sentencesOf(finance, 'orders refund', given)).slice(0, 2)).toEqual([
      '将退款 ¥5.00',
      '这笔付款有 ¥19.90 的争议还没有结果：银行已经扣走争议款的，支付平台会拒绝退款；银行只在询问、没有扣款的，可以退',
    ])
    expect((await perform(finance, 'orders refund', given)).body).toMatchObject({
      code: 'ORDER_STATE',
      message: '支付平台拒绝了这笔退款：付款有争议，不能退款',
    })

    await shop.sql`update disputes set status = 'lost'`
    expect(await sentencesOf(finance, 'orders refund', { ...given, reason: '再试' })).toContain(
      '这笔付款有 ¥19.90 的争议已败诉，银行已经退给持卡人：支付平台会拒绝退款',
    )
  },
  LONG,
)
