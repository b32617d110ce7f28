import { expect, test } from 'vitest'
import { openDesk } from '../../testing/operator-desk.ts'
import { CARDS, proveLedger } from '../../testing/shop.ts'

const LONG = 60_000

interface Shown {
  timeline: { what: string; credit: number | null; by: string; why: string | null }[]
}

test(
  'a refund goes back in parts, takes its share of the credit and never more than was paid',
  async () => {
    await using here = await openDesk()
    const { shop, operator } = here
    const ann = await shop.newUser()
    const order = await shop.checkout(ann)
    const refund = (...words: string[]) => ['orders', 'refund', order.orderId, ...words]
    expect(await operator.refusal(...refund('--reason', '不满意'))).toMatchObject({
      exit: 1,
      code: 'ORDER_STATE',
    })
    await shop.pay(ann, order, CARDS.good)
    expect(await operator.refusal(...refund())).toMatchObject({ exit: 2, code: 'USAGE' })
    for (const amount of ['0', '1.999', '-1', 'all', '1e2']) {
      expect(
        await operator.refusal(...refund('--reason', '不满意', `--amount=${amount}`)),
      ).toMatchObject({ exit: 2, code: 'USAGE' })
    }
    expect(
      await operator.refusal(...refund('--reason', '不满意', '--amount', '19.91')),
    ).toMatchObject({ exit: 1, code: 'VALIDATION' })

    const { output } = await operator.run(...refund('--reason', '不满意', '--amount', '9.95'))
    expect(output).toMatch(/^退款 +¥9\.95，已退款$/m)
    expect(output).toMatch(/^订单 +部分退款，共退 ¥9\.95$/m)
    expect(await shop.balance(ann)).toBe(1000)
    expect(await operator.json(refund('--reason', '全退'))).toMatchObject({
      state: 'refunded',
      refundedAmount: 1990,
      refund: { amount: 995, status: 'succeeded' },
    })
    expect(await shop.balance(ann)).toBe(0)
    expect(await operator.refusal(...refund('--reason', '再退'))).toMatchObject({ exit: 1 })
    await proveLedger(shop)
    const list = await operator.json<{ refundedAmount: number }[]>([
      'orders',
      'list',
      '--state',
      'refunded',
    ])
    expect(list).toMatchObject([{ refundedAmount: 1990 }])
    const { timeline } = await operator.json<Shown>(['orders', 'show', order.orderId])
    expect(timeline).toContainEqual(
      expect.objectContaining({
        what: '退款 ¥9.95，已退款',
        by: '运营',
        why: expect.stringMatching(/^不满意，re_/),
      }),
    )
    expect(timeline).toContainEqual(
      expect.objectContaining({ what: '积分退款收回', credit: -1000 }),
    )
    expect(timeline).toContainEqual(
      expect.objectContaining({
        what: '已支付 → 部分退款',
        why: expect.stringMatching(/^退款 re_\w+，已退款：不满意$/),
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
