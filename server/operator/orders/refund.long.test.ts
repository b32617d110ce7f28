import { expect, test } from 'vitest'
import { captureHold, holdCredit } from '../../credit/spending/spend-credit.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { startOperatorShop } from '../../testing/operator-shop.ts'
import { offerRefund, refundOrder } from '../../recharge/refunds/refund-order.ts'
import { expectProven, consumeAsTool } from '../../testing/refunds.ts'
import { fallIntoDebt } from '../../testing/applications/spending.ts'
import { LARGE, startShop } from '../../testing/shop.ts'

const LONG = 60_000

interface Shown {
  timeline: { what: string; credit: number | null; by: string; why: string | null }[]
}

test(
  'refund without an amount follows the policy and shows the unused share first',
  async () => {
    await using fixture = await startOperatorShop()
    const { shop, operator } = fixture
    const ann = await shop.newUser()
    const { orderId } = await shop.buy(ann, { id: LARGE.id })
    await consumeAsTool(shop, ann, 1234)

    const { output } = await operator.run('orders', 'refund', orderId)

    // 49.90 × 4266 ÷ 5500, half a fen rounded up
    for (const [label, value] of [
      ['实付', '¥49.90'],
      ['到账积分', '5,500'],
      ['已用', '1,234'],
      ['未用', '4,266'],
      ['按规则应退', '¥38.70（未用的积分占到账积分的比例）'],
      ['退款', '¥38.70，已退款'],
      ['现在', '部分退款，共退 ¥38.70'],
    ]) {
      expect(output).toMatch(new RegExp(`^${label}：${value}$`, 'm'))
    }
    expect(await shop.balance(ann)).toBe(1)
    await expectProven(shop)
    const { timeline } = await operator.json<Shown>(['orders', 'show', orderId])
    expect(timeline).toContainEqual(
      expect.objectContaining({
        what: '运营操作 orders refund，完成',
        why: '按退款规则退还未用的部分',
      }),
    )
  },
  LONG,
)

test(
  'refund by the policy leaves the credit that an application holds',
  async () => {
    await using fixture = await startOperatorShop()
    const { shop, operator } = fixture
    const ann = await shop.newUser()
    const { orderId } = await shop.buy(ann, { id: LARGE.id })
    const application = await newApplication(shop)
    const request = spendRequest(application, ann)
    const terms = { amount: 3_000, reason: '翻译文档' }
    const { hold } = await holdCredit(shop.deps, request, terms)

    const { output } = await operator.run('orders', 'refund', orderId)

    // 49.90 × 2500 ÷ 5500
    for (const line of ['未用：5,500', '其中可退：2,500', '退款：¥22.68，已退款'])
      expect(output).toMatch(new RegExp(`^${line}$`, 'm'))
    const captured = { holdId: hold.id, amount: 3_000 }
    const { charge } = await captureHold(shop.deps, spendRequest(application, ann), captured)
    expect(charge).toMatchObject({ amount: 3_000, owed: 0 })
    await expectProven(shop)
  },
  LONG,
)

test(
  'refund by the policy gives a user in debt what is left of its order alone, and leaves the debt',
  async () => {
    await using fixture = await startOperatorShop()
    const { shop, operator } = fixture
    const ann = await shop.newUser()
    await shop.buy(ann, { id: LARGE.id })
    await fallIntoDebt(shop, ann, 700)
    const { orderId } = await shop.buy(ann, { id: LARGE.id })

    const { output } = await operator.run('orders', 'refund', orderId)

    // the purchase paid the debt: 49.90 × 4800 ÷ 5500
    for (const line of ['已用：700', '未用：4,800', '退款：¥43.55，已退款'])
      expect(output).toMatch(new RegExp(`^${line}$`, 'm'))
    expect(await shop.balance(ann)).toBeLessThanOrEqual(1)
    await expectProven(shop)
  },
  LONG,
)

test(
  'refund beyond the policy requires amount and reason',
  async () => {
    await using fixture = await startOperatorShop()
    const { shop, operator } = fixture
    const ann = await shop.newUser()
    const used = await shop.buy(ann)
    await consumeAsTool(shop, ann, 2000)
    expect(await operator.refusal('orders', 'refund', used.orderId)).toMatchObject({
      exit: 1,
      code: 'POLICY',
      message: expect.stringContaining('未用 0'),
    })
    const old = await shop.buy(ann)
    await shop.sql`update orders set paid_at = paid_at - interval '169 hours' where id = ${old.orderId}`
    expect(await operator.refusal('orders', 'refund', old.orderId)).toMatchObject({
      code: 'POLICY',
      message: expect.stringContaining('付款已超过 7 天'),
    })
    expect(await operator.refusal('orders', 'refund', old.orderId, '--amount', '5')).toMatchObject({
      exit: 2,
      message: expect.stringContaining('--reason 必须填写'),
    })
    expect(await shop.sql`select 1 from refunds`).toEqual([])

    expect(
      await operator.json(['orders', 'refund', old.orderId, '--amount', '5', '--reason', '特例']),
    ).toMatchObject({
      policy: { rule: 'too late', amount: 0, received: 1990, granted: 2000, left: 2000 },
      refund: { amount: 500 },
    })
  },
  LONG,
)

test(
  'credit spent after the offer cancels the refund',
  async () => {
    await using shop = await startShop()
    const ann = await shop.newUser()
    const { orderId } = await shop.buy(ann)
    const { policy } = await offerRefund(shop.deps, { orderId, actor: 'operator' })
    await consumeAsTool(shop, ann, 1000)
    const { amount } = policy
    const request = {
      orderId,
      amount,
      isByPolicy: true,
      reason: '退款',
      actor: 'operator',
    } as const

    await expect(refundOrder(shop.deps, request)).rejects.toMatchObject({
      code: 'ORDER_STATE',
      message: '积分刚刚有变动，按规则应退 ¥9.95：没有退款，请再看一次',
    })

    expect(amount).toBe(1990)
    expect(await shop.sql`select 1 from refunds`).toEqual([])
    expect(await shop.balance(ann)).toBe(1000)
  },
  LONG,
)
