import { expect, test } from 'vitest'
import { listConsoleOrders } from '#contract/console/orders/orders.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import { closeForGood, insertOrders, startConsoleShop } from '../../testing/console/console-shop.ts'
import { CARDS, LARGE } from '../../testing/shop.ts'

const LONG = 60_000

type Filter = CallInputOf<typeof listConsoleOrders>
type Fixture = Awaited<ReturnType<typeof startConsoleShop>>

async function listed({ viewer }: Fixture, filter: Filter) {
  const { status, body } = await viewer.call(listConsoleOrders, filter)
  if (status !== 200) throw new Error(`${status} ${body.code}: ${body.message}`)
  return body.data
}

async function idsOf(fixture: Fixture, filter: Filter): Promise<string[]> {
  return (await listed(fixture, filter)).orders.map(({ id }) => id)
}

test(
  'paid order: the row has buyer, plan, amounts and payment method, and nothing else',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop } = fixture
    const ann = await shop.newUser({ email: 'ann@example.com' })
    const { orderId } = await shop.buy(ann, { id: LARGE.id, num: 2 })
    const { orderNo } = await shop.order(ann, orderId)
    expect(await listed(fixture, {})).toEqual({
      orders: [
        {
          id: orderId,
          orderNo,
          state: 'paid',
          dispute: null,
          disputeDueAt: null,
          isLate: false,
          userId: ann.user.id,
          email: 'ann@example.com',
          nickname: 'Ann',
          planName: '大',
          num: 2,
          amount: 9980,
          currency: 'cny',
          credit: 11_000,
          refundedAmount: 0,
          paymentMethod: 'Visa 尾号 4242',
          source: null,
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
          paidAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
      count: { count: 1, isMore: false },
      next: null,
    })
  },
  LONG,
)

test(
  'filters: each one alone and together finds its orders and counts them',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop } = fixture
    const ann = await shop.newUser({ email: 'ann@example.com' })
    const bob = await shop.newUser({ email: 'bob@example.com' })
    const { orderId: paid } = await shop.buy(ann)
    const { orderId: disputed } = await shop.buy(ann, { card: CARDS.disputed })
    const { orderId: open } = await shop.checkout(bob)
    await shop.sql`update orders set source = 'zhihu' where id = ${open}`
    const [wallet] = await insertOrders(shop.sql, bob.user.id, { count: 1 })
    await shop.sql`
      update orders set state = 'paid', paid_late = true, paid_at = now(),
        payment_method = '{"type":"alipay","brand":"","last4":""}' where id = ${wallet!}`
    const [odd] = await insertOrders(shop.sql, bob.user.id, { count: 1 })
    await shop.sql`update orders set state = 'exception' where id = ${odd!}`

    const cases: [Filter, string[]][] = [
      [{}, [odd!, wallet!, open, disputed, paid]],
      [{ state: 'pending' }, [open]],
      [{ state: 'refunded' }, []],
      [{ user: 'ANN@example.com' }, [disputed, paid]],
      [{ user: bob.user.id }, [odd!, wallet!, open]],
      [{ user: 'nobody@example.com' }, []],
      [{ method: 'card' }, [disputed, paid]],
      [{ method: 'alipay' }, [wallet!]],
      [{ method: 'wechat_pay' }, []],
      [{ unusual: '1' }, [odd!, wallet!, disputed]],
      [{ disputed: '1' }, [disputed]],
      [{ disputed: '1', user: 'bob@example.com' }, []],
      [{ disputed: '1', by: 'paid' }, [disputed]],
      [{ disputed: '1', by: 'reversed' }, [disputed]],
      [{ disputed: '1', by: 'failed' }, []],
      [{ source: 'zhihu' }, [open]],
      [{ source: 'zhi' }, []],
      [{ source: '', user: '' }, [odd!, wallet!, open, disputed, paid]],
      [{ unusual: '1', user: 'bob@example.com', state: 'paid' }, [wallet!]],
      [{ method: 'card', user: 'bob@example.com' }, []],
    ]
    for (const [filter, ids] of cases) {
      const answer = await listed(fixture, filter)
      expect([filter, answer.orders.map(({ id }) => id)]).toEqual([filter, ids])
      expect([filter, answer.count]).toEqual([filter, { count: ids.length, isMore: false }])
    }
  },
  LONG,
)

test(
  'day range: days of the shop’s time zone, both included',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop } = fixture
    expect(shop.deps.content.site.timeZone).toBe('Asia/Shanghai')
    const { user } = await shop.newUser()
    const at = async (time: string) => {
      const [id] = await insertOrders(shop.sql, user.id, { count: 1, at: Date.parse(time) })
      return id!
    }
    const before = await at('2026-03-01T15:59:59Z')
    const first = await at('2026-03-01T16:00:01Z')
    const last = await at('2026-03-02T15:59:58Z')
    const after = await at('2026-03-02T16:00:01Z')
    expect(await idsOf(fixture, { from: '2026-03-02', to: '2026-03-02' })).toEqual([last, first])
    expect(await idsOf(fixture, { from: '2026-03-02' })).toEqual([after, last, first])
    expect(await idsOf(fixture, { to: '2026-03-01' })).toEqual([before])
    expect(await idsOf(fixture, { from: '2026-03-04', to: '2026-03-05' })).toEqual([])
  },
  LONG,
)

test(
  'wrong filters: refused in Chinese, with the name of the field',
  async () => {
    await using fixture = await startConsoleShop()
    const wrong: [object, string, string][] = [
      [{ state: 'lost' }, 'state', '没有这种订单状态'],
      [{ method: 'cash' }, 'method', '没有这种付款方式'],
      [{ from: '2026-02-30' }, 'from', '日期应为 2026-08-01 这样的形式'],
      [{ to: 'today' }, 'to', '日期应为 2026-08-01 这样的形式'],
      [{ from: '2026-03-02', to: '2026-03-01' }, 'from', '开始日期不能晚于结束日期'],
      [{ unusual: 'yes' }, 'unusual', '只能写 1'],
      [{ disputed: 'yes' }, 'disputed', '只能写 1'],
      [{ before: 'x' }, 'before', '翻页位置不正确，请从第一页看起'],
      [{ source: 'x'.repeat(300) }, 'source', '筛选内容最多 254 个字'],
      [{ limit: 101 }, 'limit', '该项不能大于100'],
    ]
    for (const [filter, field, message] of wrong) {
      const { status, body } = await fixture.viewer.call(listConsoleOrders, filter)
      expect([status, body.code, body.message]).toEqual([400, 'VALIDATION', message])
      expect(body.fields).toMatchObject({ [field]: message })
    }
  },
  LONG,
)

test(
  'pages to the end: every order once, also when new ones come meanwhile',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop } = fixture
    const { user } = await shop.newUser()
    const ids = await insertOrders(shop.sql, user.id, { count: 23 })
    const seen: string[] = []
    let before: string | undefined
    do {
      const { orders, next } = await listed(fixture, {
        limit: 5,
        state: 'expired',
        ...(before && { before }),
      })
      seen.push(...orders.map(({ id }) => id))
      await insertOrders(shop.sql, user.id, { count: 1 })
      before = next ?? undefined
    } while (before !== undefined)
    expect(seen).toEqual(ids.toReversed())
    const whole = await listed(fixture, { limit: 28 })
    expect([whole.orders.length, whole.next]).toEqual([28, null])
  },
  LONG,
)

test(
  'more than 10,000 orders: counted up to there',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop } = fixture
    const { user } = await shop.newUser()
    for (let batch = 0; batch < 10; batch += 1)
      await insertOrders(shop.sql, user.id, { count: 1_000 })
    expect((await listed(fixture, {})).count).toEqual({ count: 10_000, isMore: false })
    await insertOrders(shop.sql, user.id, { count: 1 })
    expect((await listed(fixture, {})).count).toEqual({ count: 10_000, isMore: true })
    expect((await listed(fixture, { state: 'paid' })).count).toEqual({ count: 0, isMore: false })
  },
  LONG,
)

test(
  'closed account: its orders stay, without an address',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop } = fixture
    const ann = await shop.newUser()
    const { orderId } = await shop.buy(ann)
    await closeForGood(shop, ann)
    expect((await listed(fixture, {})).orders).toMatchObject([
      { id: orderId, email: null, nickname: '已注销用户' },
    ])
    expect(await idsOf(fixture, { user: ann.user.id })).toEqual([orderId])
  },
  LONG,
)
