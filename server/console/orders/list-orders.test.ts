import { expect, test } from 'vitest'
import { listConsoleOrders } from '#contract/console/orders/orders.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import { requestRefund, withdrawRefundRequest } from '#contract/recharge/refund-requests.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Sql } from '../../db/sql.ts'
import { ask, readPages } from '../../testing/console/console.ts'
import {
  insertOrders,
  startConsoleServer,
  startConsoleShop,
} from '../../testing/console/console-shop.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { CARDS, LARGE } from '../../testing/shop.ts'

type Filter = CallInputOf<typeof listConsoleOrders>
type Fixture = Pick<Awaited<ReturnType<typeof startConsoleServer>>, 'viewer'>

const fixtureOf = oncePerFile(startConsoleServer)

function listed({ viewer }: Fixture, filter: Filter) {
  return ask(viewer, listConsoleOrders, filter)
}

async function idsOf(fixture: Fixture, filter: Filter): Promise<string[]> {
  return (await listed(fixture, filter)).orders.map(({ id }) => id)
}

test('the row of a paid order has what is shown and nothing else; each filter alone and together finds its orders and counts them', async () => {
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

  const bob = await shop.newUser({ email: 'bob@example.com' })
  const paid = orderId
  const { orderId: disputed } = await shop.buy(ann, { card: CARDS.disputed })
  const { orderId: open } = await shop.checkout(bob)
  await ann.call(requestRefund, { orderId: paid })
  // an answer ends a request
  await ann.call(requestRefund, { orderId: disputed })
  await ann.call(withdrawRefundRequest, { orderId: disputed })
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
    [{ requested: '1' }, [paid]],
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
})

test('day range: days of the shop’s time zone, both included', async () => {
  const fixture = await fixtureOf()
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
  expect(await idsOf(fixture, { user: user.id, from: '2026-03-02', to: '2026-03-02' })).toEqual([
    last,
    first,
  ])
  expect(await idsOf(fixture, { user: user.id, from: '2026-03-02' })).toEqual([after, last, first])
  expect(await idsOf(fixture, { user: user.id, to: '2026-03-01' })).toEqual([before])
  expect(await idsOf(fixture, { user: user.id, from: '2026-03-04', to: '2026-03-05' })).toEqual([])
})

test('wrong filters: refused in Chinese, with the name of the field', async () => {
  const fixture = await fixtureOf()
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
    [{ limit: 101 }, 'limit', '该项不能大于 100'],
  ]
  for (const [filter, field, message] of wrong) {
    const { status, body } = await fixture.viewer.call(listConsoleOrders, filter)
    expect([status, body.code, body.message]).toEqual([400, 'VALIDATION', message])
    expect(body.fields).toMatchObject({ [field]: message })
  }
})

const BEGIN = Date.parse('2026-03-01T16:00:00Z')
const MINUTE_MS = 60_000
const days = { from: '2026-03-02', to: '2026-03-02' }

/** Goes through the pages of two, in each of which something new happens meanwhile. */
async function pagesOf(fixture: Fixture, filter: Filter, meanwhile: () => Promise<unknown>) {
  const pages = await readPages(async (before) => {
    const page = await listed(fixture, { ...days, limit: 2, ...filter, before })
    await meanwhile()
    return page
  })
  return pages.map(({ orders }) => orders.map(({ id }) => id))
}

function addFailure(
  sql: Sql,
  orderId: string,
  { minute, reason = 'do_not_honor' }: { minute: number; reason?: string },
) {
  return sql`
    insert into order_events (id, order_id, from_state, to_state, actor, reason, method, created_at)
    values (${uuidv7()}, ${orderId}, 'processing', 'pending', 'provider', ${reason}, 'card',
      ${new Date(BEGIN + minute * MINUTE_MS)})`
}

function addReversal(sql: Sql, orderId: string, { minute }: { minute: number }) {
  return sql`
    insert into order_reversals (id, order_id, kind, provider_id, amount, currency, booked_at)
    values (${uuidv7()}, ${orderId}, 'refund', 're_1', 1, 'cny', ${new Date(BEGIN + minute * MINUTE_MS)})`
}

test('failed attempts of a day: each order once, at its last attempt, in pages', async () => {
  const fixture = await fixtureOf()
  const { sql } = fixture.shop
  const { user } = await fixture.shop.newUser()
  const [a = '', b = '', c = '', d = '', e = ''] = await insertOrders(sql, user.id, { count: 5 })
  // backwards: the list goes by attempts, not by orders
  for (const [minute, id] of [e, d, c, b].entries()) await addFailure(sql, id, { minute })
  await addFailure(sql, a, { minute: 4, reason: 'expired_card' })
  await addFailure(sql, e, { minute: 5, reason: 'expired_card' })
  await addFailure(sql, d, { minute: -1 })
  await addFailure(sql, c, { minute: 24 * 60 })
  const failed = { by: 'failed', ...days } as const
  const all = await listed(fixture, failed)
  expect(all.orders.map(({ id }) => id)).toEqual([e, a, b, c, d])
  expect([all.count, all.next]).toEqual([{ count: 5, isMore: false }, null])
  const honor = await listed(fixture, { ...failed, failure: 'do_not_honor' })
  expect(honor.orders.map(({ id }) => id)).toEqual([b, c, d, e])
  expect(honor.count).toEqual({ count: 4, isMore: false })
  expect((await listed(fixture, { ...failed, user: 'nobody@example.com' })).orders).toEqual([])
  expect((await listed(fixture, { ...failed, user: user.id, state: 'expired' })).count.count).toBe(
    5,
  )
  expect((await listed(fixture, { ...failed, state: 'paid' })).count.count).toBe(0)
  // what fails anew stands at the top, and moves no page
  let minute = 6
  const pages = await pagesOf(fixture, failed, () => addFailure(sql, e, { minute: minute++ }))
  expect(pages).toEqual([[e, a], [b, c], [d]])
})

test('refunds and disputes of a day: each order once, at its last one, in pages', async () => {
  const fixture = await fixtureOf()
  const { sql } = fixture.shop
  const { user } = await fixture.shop.newUser()
  const [a = '', b = '', c = ''] = await insertOrders(sql, user.id, { count: 3 })
  for (const [minute, id] of [c, b, a, c].entries()) await addReversal(sql, id, { minute })
  await addReversal(sql, b, { minute: 24 * 60 })
  const reversed = { by: 'reversed', ...days } as const
  const all = await listed(fixture, reversed)
  expect(all.orders.map(({ id }) => id)).toEqual([c, a, b])
  expect([all.count, all.next]).toEqual([{ count: 3, isMore: false }, null])
  let minute = 4
  const pages = await pagesOf(fixture, reversed, () => addReversal(sql, c, { minute: minute++ }))
  expect(pages).toEqual([[c, a], [b]])
})
