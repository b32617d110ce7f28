import { expect, test } from 'vitest'
import { captureHold, holdCredit } from '../../credit/spending/spend-credit.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { startOperatorShop } from '../../testing/operator-shop.ts'
import { offerRefund, refundOrder } from '../../recharge/refunds/refund-order.ts'
import { hasTerminal, onTerminal } from '../../testing/operator.ts'
import { expectProven, consumeAsTool } from '../../testing/refunds.ts'
import { fallIntoDebt } from '../../testing/applications/spending.ts'
import { CARDS, LARGE, proveLedger, startShop } from '../../testing/shop.ts'

const LONG = 60_000

interface Shown {
  timeline: { what: string; credit: number | null; by: string; why: string | null }[]
}

test(
  'partial refunds take their share of the credit and never exceed the payment',
  async () => {
    await using fixture = await startOperatorShop()
    const { shop, operator } = fixture
    const ann = await shop.newUser()
    const order = await shop.checkout(ann)
    const refund = (...words: string[]) => ['orders', 'refund', order.orderId, ...words]
    expect(await operator.refusal(...refund('--reason', '不满意'))).toMatchObject({
      exit: 1,
      code: 'ORDER_STATE',
    })
    await shop.pay(ann, order, CARDS.good)
    // an amount other than the policy's requires a reason
    expect(await operator.refusal(...refund('--amount', '9.95'))).toMatchObject({
      exit: 2,
      code: 'USAGE',
    })
    for (const amount of ['0', '1.999', '-1', 'all', '1e2']) {
      expect(
        await operator.refusal(...refund('--reason', '不满意', `--amount=${amount}`)),
      ).toMatchObject({ exit: 2, code: 'USAGE' })
    }
    expect(
      await operator.refusal(...refund('--reason', '不满意', '--amount', '19.91')),
    ).toMatchObject({ exit: 1, code: 'VALIDATION' })

    const { output } = await operator.run(...refund('--reason', '不满意', '--amount', '9.95'))
    expect(output).toMatch(/^退款：¥9\.95，已退款$/m)
    expect(output).toMatch(/^扣回积分：1,000$/m)
    expect(output).toMatch(/^现在：部分退款，共退 ¥9\.95$/m)
    expect(await shop.balance(ann)).toBe(1000)
    expect(await operator.json(refund('--reason', '全退'))).toMatchObject({
      state: 'refunded',
      refundedAmount: 1990,
      refund: { amount: 995, status: 'succeeded' },
      creditTakenBack: 1000,
    })
    expect(await shop.balance(ann)).toBe(0)
    expect(await operator.refusal(...refund('--reason', '再退'))).toMatchObject({ exit: 1 })
    await proveLedger(shop)
    const { timeline } = await operator.json<Shown>(['orders', 'show', order.orderId])
    expect(timeline).toContainEqual(
      expect.objectContaining({
        what: '退款 ¥9.95，已退款',
        by: '运营',
        why: expect.stringMatching(/^不满意，re_/),
      }),
    )
    expect(timeline).toContainEqual(
      expect.objectContaining({ what: '积分退款扣回', credit: -1000 }),
    )
    expect(timeline).toContainEqual(
      expect.objectContaining({
        what: '已支付 → 部分退款',
        why: expect.stringMatching(/^退款 re_\w+，已退款$/),
      }),
    )
    const done = timeline.filter(({ what }) => what.startsWith('运营操作 orders refund'))
    expect(done.map(({ what, why }) => [what, why])).toEqual([
      ['运营操作 orders refund，被拒绝', expect.stringMatching(/^不满意；/)],
      ['运营操作 orders refund，完成', '不满意'],
      ['运营操作 orders refund，完成', '全退'],
      ['运营操作 orders refund，被拒绝', expect.stringMatching(/^再退；/)],
    ])
  },
  LONG,
)

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

test.skipIf(!hasTerminal)(
  'terminal shows the offer before the confirmation',
  async () => {
    await using fixture = await startOperatorShop()
    const { shop, operator } = fixture
    const ann = await shop.newUser()
    const { orderId } = await shop.buy(ann)
    const { code, screen } = await onTerminal(
      operator.settings,
      ['orders', 'refund', orderId],
      () => 'no\n',
    )
    expect(code).toBe(5)
    const asked = screen.slice(0, screen.indexOf('输入 yes 继续'))
    expect(asked).toMatch(/按规则应退：¥19\.90/)
    expect(asked).toContain('将退款 ¥19.90')
    expect(await shop.sql`select 1 from refunds`).toEqual([])
  },
  LONG,
)
