import { expect, test, vi } from 'vitest'
import { compareDay, readDay } from '#contract/console/figures/books.ts'
import { insertOrders, startConsoleShop } from '../../testing/console/console-shop.ts'
import { download } from '../../testing/console/download.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { operatorOf } from '../../testing/operator.ts'
import { CARDS, LARGE } from '../../testing/shop.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const dayIn = (at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(at)

const DAY = '2026-08-01'

/** Two payments, a part refund and a dispute, all on one day. */
async function startDay() {
  const stack = new AsyncDisposableStack()
  const fixture = stack.use(await startConsoleShop())
  const { shop, staff } = fixture
  const operator = stack.use(await operatorOf(shop))
  const finance = await staff.newOperator('finance')
  const ann = await shop.newUser({ email: 'ann@example.com' })
  const large = await shop.buy(ann, { id: LARGE.id, num: 2 })
  const disputed = await shop.buy(ann, { card: CARDS.disputed })
  const refund = ['orders', 'refund', large.orderId, '--amount', '10.00', '--reason', '补偿']
  await operator.json(refund)
  await shop.receiveEvents()
  await shop.sql`update orders set paid_at = '2026-08-01T04:00:00Z'`
  await shop.sql`
    update order_reversals set booked_at = timestamptz '2026-08-01T05:00:00Z'
      + case kind when 'refund' then interval '0' else interval '1 hour' end`
  const { createdAt } = await shop.order(ann, large.orderId)
  return {
    ...fixture,
    operator,
    finance,
    ann,
    large,
    disputed,
    /** On which the payments began at the provider. */
    begunOn: dayIn(new Date(createdAt)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const dayOf = oncePerFile(startDay)

const EXPECTED = {
  sums: [
    {
      currency: 'cny',
      payment: { count: 2, amount: 11_970 },
      refund: { count: 1, amount: 1000 },
      refund_failed: { count: 0, amount: 0 },
      dispute: { count: 1, amount: 1990 },
      dispute_won: { count: 0, amount: 0 },
      net: 11_970 - 1000 - 1990,
    },
  ],
  credit: { due: 13_000, booked: 13_000, differing: 0, examples: [] },
}

test('day: sums, methods and movements in the console, in the file and at the terminal are the same', async () => {
  const fixture = await dayOf()
  const { staff, viewer, finance, operator } = fixture
  const { status, body } = await viewer.call(readDay, { day: DAY })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ ...EXPECTED, day: DAY, next: null })
  expect(body.data.methods).toEqual([
    { currency: 'cny', method: '银行卡', count: 2, amount: 11_970 },
  ])
  const kinds = body.data.movements.map(({ kindLabel, amount }) => [kindLabel, amount])
  // both were paid at the same moment
  expect(new Set(kinds.slice(0, 2))).toEqual(
    new Set([
      ['收款', 1990],
      ['收款', 9980],
    ]),
  )
  expect(kinds.slice(2)).toEqual([
    ['退款', -1000],
    ['争议扣款', -1990],
  ])

  const { lines, rows } = await download(staff.app, finance, 'day', { day: DAY })
  expect(rows).toBe(4)
  expect(lines.map((line) => [line['类型'], line['币种'], line['金额']])).toEqual(
    body.data.movements.map(({ kindLabel, amount }) => [
      kindLabel,
      'CNY',
      (amount / 100).toFixed(2),
    ]),
  )
  const sum = lines.reduce((total, line) => total + Math.round(Number(line['金额']) * 100), 0)
  expect(sum).toBe(EXPECTED.sums[0]!.net)
  expect(lines.map((line) => line['订单号'])).toEqual(
    body.data.movements.map(({ orderNo }) => orderNo),
  )

  const { output } = await operator.run('books', 'day', '--day', DAY, '--compare')
  expect(JSON.parse(output)).toMatchObject({ ...EXPECTED, diff: { differences: [] } })
})

test('without a day: today; a day that has not begun, or is none, is refused', async () => {
  const fixture = await dayOf()
  const { shop, viewer, operator } = fixture
  const today = dayIn(shop.deps.now())
  const { body } = await viewer.call(readDay, {})
  expect(body.data).toMatchObject({ day: today, today, sums: [], movements: [], next: null })
  const before = dayIn(new Date(shop.deps.now().getTime() - 2 * DAY_MS))
  expect(await operator.json(['books', 'day', '--day', before])).toMatchObject({ sums: [] })
  const later = dayIn(new Date(shop.deps.now().getTime() + 2 * DAY_MS))
  for (const day of [later, '2026-02-31', 'today']) {
    const refused = await viewer.call(readDay, { day })
    expect([day, refused.status, refused.body.code]).toEqual([day, 400, 'VALIDATION'])
  }
  expect(await operator.refusal('books', 'day', '--day', '2026-02-31')).toMatchObject({ exit: 2 })
  expect((await operator.refusal('books', 'day', '--day', later)).message).toBe('这一天还没有到')
})

test('midnight of the shop parts the days, and a dispute that was won comes back on its own day; payments of one moment are all in the pages and in the file', async () => {
  const { shop, staff, viewer, finance, ann } = await dayOf()
  const [large = '', disputed = ''] = await insertOrders(shop.sql, ann.user.id, { count: 2 })
  await shop.sql`
    update orders set state = 'paid', paid_at = '2026-07-01T15:59:59.999999Z', amount = 9980
    where id = ${large}`
  await shop.sql`
    update orders set state = 'paid', paid_at = '2026-07-01T16:00:00Z' where id = ${disputed}`
  await shop.sql`
    insert into order_reversals (id, order_id, kind, provider_id, amount, currency, booked_at)
    values
      (gen_random_uuid(), ${large}, 'refund', 're_midnight', 1000, 'cny', '2026-07-01T05:00:00Z'),
      (gen_random_uuid(), ${disputed}, 'dispute', 'dp_midnight', 1990, 'cny', '2026-07-01T16:00:00Z'),
      (gen_random_uuid(), ${disputed}, 'dispute', 'dp_midnight', -1990, 'cny', '2026-07-03T16:00:00Z')`
  const read = async (day: string) => (await viewer.call(readDay, { day })).body.data
  const none = { count: 0, amount: 0 }
  expect((await read('2026-07-01')).sums).toEqual([
    expect.objectContaining({ payment: { count: 1, amount: 9980 }, dispute: none, net: 8980 }),
  ])
  const lost = { payment: { count: 1, amount: 1990 }, dispute: { count: 1, amount: 1990 }, net: 0 }
  expect((await read('2026-07-02')).sums).toEqual([expect.objectContaining(lost)])
  expect((await read('2026-07-03')).sums).toEqual([])
  const won = { payment: none, dispute: none, dispute_won: { count: 1, amount: 1990 }, net: 1990 }
  expect((await read('2026-07-04')).sums).toEqual([expect.objectContaining(won)])

  // a thousand payments of one moment: every page and the file have each of them once
  const ids = await insertOrders(shop.sql, ann.user.id, { count: 1200 })
  await shop.sql`
      update orders set state = 'paid', paid_at = '2026-08-05T04:00:00.123456Z' where id = any(${ids}::uuid[])`
  const seen: string[] = []
  let after: string | undefined
  do {
    const { body } = await viewer.call(readDay, { day: '2026-08-05', after })
    seen.push(...body.data.movements.map(({ key }) => key))
    after = body.data.next ?? undefined
  } while (after !== undefined)
  expect(seen.toSorted()).toEqual(ids)
  const { lines } = await download(staff.app, finance, 'day', { day: '2026-08-05' })
  expect(new Set(lines.map((line) => line['订单号'])).size).toBe(1200)
  expect(lines).toHaveLength(1200)
})

test('orders whose credit the ledger does not have are counted and named; payments are compared with the provider', async () => {
  const fixture = await dayOf()
  const { shop, viewer, operator, begunOn, ann, large } = fixture
  const { orderNo } = await shop.order(ann, large.orderId)
  // younger payments may still be in progress, and are not compared
  shop.advance(20 * 60_000)
  const compare = async () => (await viewer.call(compareDay, { day: begunOn })).body.data
  expect(await compare()).toMatchObject({ failure: null, differences: [] })
  await shop.sql`
      update orders set credit = credit + 1, amount = amount + 1 where id = ${large.orderId}`
  const { body } = await viewer.call(readDay, { day: DAY })
  const credit = { due: 13_001, booked: 13_000, differing: 1, examples: [orderNo] }
  expect(body.data.credit).toEqual(credit)
  expect(await operator.json(['books', 'day', '--day', DAY], 3)).toMatchObject({ credit })
  const { differences, intents } = await compare()
  expect(intents).toBeGreaterThan(0)
  expect(differences).toEqual([expect.objectContaining({ what: '金额不同', orderNo })])
  shop.proxy.fault = () => '500 before'
  expect(await compare()).toMatchObject({
    failure: expect.stringContaining('支付平台'),
    intents: 0,
  })
  shop.proxy.fault = () => null
  shop.advance(-20 * 60_000)
  await shop.sql`
      update orders set credit = credit - 1, amount = amount - 1 where id = ${large.orderId}`
})

test('a day is closed once it is over: its sums, the fees of the provider and what is left are kept as they were', async () => {
  await using fixture = await startDay()
  const { shop, viewer, operator, begunOn, large } = fixture
  const close = ['books', 'close', '--day', begunOn]
  expect(await operator.refusal(...close)).toMatchObject({ code: 'DAY_OPEN' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS })
  // 3.4 % of 9980 and of 1990; a refund gives none of it back
  const settled = [{ currency: 'cny', fees: 339 + 68, net: 11_970 - 407 - 1000 - 1990 }]
  expect(await operator.json(close)).toMatchObject({ day: begunOn, sums: [], settled })
  expect(await operator.refusal(...close)).toMatchObject({ code: 'DAY_CLOSED' })
  vi.useRealTimers()
  const read = async () => (await viewer.call(readDay, { day: begunOn })).body.data
  const { closed } = await read()
  expect(closed).toMatchObject({ sums: [], settled, closedBy: expect.stringMatching(/./) })

  // what is booked on it later changes the day, not what was kept
  await shop.sql`
    update orders set paid_at = ${`${begunOn}T04:00:00Z`}::timestamptz where id = ${large.orderId}`
  expect(await read()).toMatchObject({ sums: [{ net: 9980 }], closed: { sums: [], settled } })
})
