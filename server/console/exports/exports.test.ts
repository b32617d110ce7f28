import { expect, test } from 'vitest'
import { prepareExport } from '#contract/console/exports.ts'
import { insertOrders, startConsoleShop } from '../../testing/console/console-shop.ts'
import { download, fileAddress, open, ticketFor } from '../../testing/console/download.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { CARDS, LARGE } from '../../testing/shop.ts'

interface StoredAction {
  operator: string
  given: Record<string, string>
  subject: string | null
  outcome: string | null
  result: Record<string, unknown> | null
}

const shopOf = oncePerFile(startConsoleShop)

async function start() {
  const fixture = await shopOf()
  const finance = await fixture.staff.newOperator('finance')
  return {
    ...fixture,
    finance,
    app: fixture.staff.app,
    audited: () => fixture.shop.sql<StoredAction>`
      select operator, given, subject, outcome, result from operator_actions
      where command = 'console export' and operator = ${finance.email} order by id`,
  }
}

test('orders: the file holds what the database holds, in major units and in the shop’s time', async () => {
  const fixture = await start()
  const { shop, app, finance } = fixture
  const ann = await shop.newUser()
  await shop.buy(ann, { id: LARGE.id, num: 2 })
  await shop.buy(ann, { card: CARDS.disputed })
  await shop.checkout(ann)
  await insertOrders(shop.sql, ann.user.id, { count: 2500 })
  const { rows, lines, text, headers } = await download(app, finance, 'orders', {
    user: ann.user.id,
  })
  const stored = await shop.sql<Record<string, string>>`
      select order_no as "订单号", (amount / 100.0)::numeric(12, 2)::text as "金额",
        (refunded_amount / 100.0)::numeric(12, 2)::text as "已退", upper(currency) as "币种", num::text as "数量",
        (credit + bonus_credit)::text as "积分",
        to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as "下单时间",
        coalesce(to_char(paid_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'), '') as "付款时间",
        user_id::text as "用户编号"
      from orders where user_id = ${ann.user.id} order by id desc`
  expect(lines).toHaveLength(2503)
  expect(lines).toEqual(stored.map((row) => expect.objectContaining(row)))
  expect(rows).toBe(2503)
  expect(text.startsWith('\uFEFF订单号,状态,')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
    /^attachment; filename="export\.csv"; filename\*=UTF-8''订单-\d{8}-\d{6}\.csv$/,
  )
  expect(lines.filter((line) => line['争议'] !== '')).toHaveLength(1)
  expect(lines.filter((line) => line['付款方式'] === 'Visa 尾号 4242')).toHaveLength(1)
})

test('each list: its filter holds for the file, and an empty one is a file with headings, and text that a spreadsheet would run stays text', async () => {
  const fixture = await start()
  const { shop, app, finance, audited } = fixture
  const before = await shop.sql`
    select from provider_events where type = 'payment_intent.succeeded'`
  const ann = await shop.newUser({ email: 'anna@example.com' })
  const bob = await shop.newUser({ email: 'bobby@example.com' })
  await shop.buy(ann, { id: LARGE.id })
  await shop.buy(bob)
  await shop.checkout(bob)
  const read = async (
    ...given: Parameters<typeof download> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => (await download(app, finance, ...given)).lines
  expect((await read('orders', { user: 'bobby@example.com' })).map((row) => row['状态'])).toEqual([
    '待支付',
    '已支付',
  ])
  expect(await read('orders', { state: 'paid', user: 'bobby@example.com' })).toHaveLength(1)
  expect(await read('orders', { user: 'nobody@example.com' })).toEqual([])
  const users = (await read('users')).slice(0, 2)
  expect(users.map((row) => [row['邮箱'], row['积分余额'], row['实付']])).toEqual([
    ['bobby@example.com', '2000', '19.90'],
    ['anna@example.com', '5500', '49.90'],
  ])
  expect(await read('users', { q: 'ANNA@example.com' })).toEqual([users[1]])
  expect(await read('users', { q: 'bobb' })).toEqual([users[0]])
  const ledger = await read('ledger', { user: 'anna@example.com' })
  expect(ledger.map((row) => [row['序号'], row['事由'], row['变动'], row['余额']])).toEqual([
    ['2', '赠送', '500', '5500'],
    ['1', '购买', '5000', '5000'],
  ])
  const [mails, events] = [await read('mails'), await read('events')]
  expect(mails.length).toBeGreaterThan(0)
  const stored = await shop.sql<{ id: string }>`select id from provider_events`
  expect(events).toHaveLength(stored.length)
  const succeeded = await read('events', { type: 'payment_intent.succeeded' })
  expect(succeeded).toHaveLength(before.length + 2)
  // written when the last byte is gone
  await expect.poll(async () => (await audited()).at(-1)?.outcome).toBe('done')
  const audit = await read('audit', { command: 'console export' })
  // the first one is this very file
  expect(audit[1]).toMatchObject({ 操作: '导出 CSV', 来自: '控制台', 结果: '完成' })
  expect(audit.map((row) => row['内容'])).toContain(
    '列表：支付事件；类型：payment_intent.succeeded',
  )

  // text that a spreadsheet would run stays text; quotes, commas and lines survive
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', '＝cmd', ' =1', 'a,"b"', "it's"]
  for (const [index, nickname] of names.entries()) {
    const { user } = await shop.newUser({ email: `odd${index}@example.com` })
    await shop.sql`update users set nickname = ${nickname} where id = ${user.id}`
  }
  const { lines, text } = await download(app, finance, 'users')
  expect(
    lines
      .slice(0, names.length)
      .map((line) => line['昵称'])
      .toReversed(),
  ).toEqual(["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'＝cmd", "' =1", 'a,"b"', "it's"])
  expect(text).not.toMatch(/(^|,)"?[=+@＝]/m)
})

test('ticket: good for one download, also of two clicks at once, of one filter in one session within a minute, from the console’s own page', async () => {
  const fixture = await start()
  const { shop, staff, app, finance, audited } = fixture
  const other = await staff.newOperator('owner')
  const { ticket } = await ticketFor(finance, 'orders', { state: 'paid' })
  const address = fileAddress('orders', { state: 'paid' }, ticket)
  const refused = async (...given: Parameters<typeof open>) => {
    const answer = await open(...given)
    expect(answer.headers['content-disposition']).toBeUndefined()
    return [answer.statusCode, answer.json().code]
  }
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect(await refused(app, finance, address, { 'sec-fetch-site': site })).toEqual([403, 'CSRF'])
  }
  const stale = [410, 'LINK_EXPIRED']
  expect(await refused(app, other, address)).toEqual(stale)
  expect(await refused(app, finance, fileAddress('orders', {}, ticket))).toEqual(stale)
  expect(await refused(app, finance, fileAddress('users', { state: 'paid' }, ticket))).toEqual(
    stale,
  )
  expect(await refused(app, { cookies: new Map() }, address)).toEqual([401, 'UNAUTHENTICATED'])
  expect(await audited()).toEqual([])
  expect((await open(app, finance, address)).statusCode).toBe(200)
  expect(await refused(app, finance, address)).toEqual([409, 'ACTION_REPEATED'])
  expect(await audited()).toHaveLength(1)
  const { ticket: late } = await ticketFor(finance, 'orders')
  shop.advance(61_000)
  expect(await refused(app, finance, fileAddress('orders', {}, late))).toEqual(stale)
  shop.advance(-61_000)
  const { ticket: clicked } = await ticketFor(finance, 'orders')
  const twice = fileAddress('orders', {}, clicked)
  const answers = await Promise.all([open(app, finance, twice), open(app, finance, twice)])
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  expect(await audited()).toHaveLength(2)
})

test('audit log: who exported what and how many rows; an address of a user is not in it; wrong filters are refused', async () => {
  const fixture = await start()
  const { shop, app, finance, audited } = fixture
  const ann = await shop.newUser({ email: 'anni@example.com' })
  await insertOrders(shop.sql, ann.user.id, { count: 3 })
  await download(app, finance, 'orders', { user: 'anni@example.com', state: 'expired' })
  await expect.poll(audited).toEqual([
    {
      operator: finance.email,
      given: { list: '订单', user: '（不记录）', state: 'expired' },
      subject: ann.user.id,
      outcome: 'done',
      result: { rows: 3 },
    },
  ])
  // nor that of somebody who has no account any more
  await download(app, finance, 'audit', { subject: 'gone@example.com' })
  await expect.poll(async () => (await audited()).length).toBe(2)
  expect(JSON.stringify(await audited())).not.toContain('gone@')

  for (const filter of [{ sate: 'paid' }, { state: 'gone' }, { limit: '5' }, { from: 'x' }]) {
    const { status, body } = await finance.call(prepareExport, { list: 'orders', filter })
    expect([status, body.code]).toEqual([400, 'VALIDATION'])
  }
  const nobody = { list: 'ledger' as const, filter: { user: 'nobody@example.com' } }
  expect((await finance.call(prepareExport, nobody)).body.code).toBe('NOT_FOUND')
})
