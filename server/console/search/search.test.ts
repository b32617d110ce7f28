import { expect, test } from 'vitest'
import { searchConsole } from '#contract/console/search.ts'
import { uuidv7 } from '../../db/ids.ts'
import { queueMail } from '../../mail/outbox.ts'
import { ask } from '../../testing/console/console.ts'
import { closeForGood, insertOrders, startConsoleShop } from '../../testing/console/console-shop.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { refundAsOperator } from '../../testing/refunds.ts'
import { CARDS } from '../../testing/shop.ts'

const fixtureOf = oncePerFile(startConsoleShop)

type Fixture = Awaited<ReturnType<typeof startConsoleShop>>

async function found({ viewer }: Pick<Fixture, 'viewer'>, q: string) {
  return (await ask(viewer, searchConsole, { q })).hits
}

async function newUser(shop: Fixture['shop'], email: string, nickname: string) {
  const { user } = await shop.newUser({ email })
  await shop.sql`update users set nickname = ${nickname} where id = ${user.id}`
}

test('order: found by its number, id, intent, refund, dispute and card', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser({ email: 'buyer@example.com' })
  const { orderId, intentId } = await shop.buy(ann, { num: 2 })
  const { orderNo } = await shop.order(ann, orderId)
  await refundAsOperator(shop, orderId)
  await shop.receiveEvents()
  await shop.sql`
      update orders set payment_method = payment_method || '{"last4": "7317"}' where id = ${orderId}`
  const hit = {
    kind: 'order',
    id: orderId,
    title: orderNo,
    detail: '小 × 2，¥39.80，已退款，buyer@example.com',
    address: `/orders/order?order=${orderNo}`,
  }
  const [refund] = await shop.sql<{
    id: string
  }>`select provider_id as id from refunds where order_id = ${orderId}`
  for (const q of [
    orderNo,
    ` ${orderNo} `,
    `订单号：${orderNo}。`,
    `#${orderNo.slice(0, 4)} ${orderNo.slice(4, 12)}-${orderNo.slice(12)}`,
    orderId,
    orderId.toUpperCase(),
    intentId,
    refund!.id,
  ]) {
    expect([q, await found(fixture, q)]).toEqual([q, [hit]])
  }
  for (const q of ['7317', '•• 7317', '···· 7317', 'xxxx7317', '**** **** 7317']) {
    expect([q, await found(fixture, q)]).toEqual([q, [hit]])
  }
  const { orderId: disputed } = await shop.buy(ann, { card: CARDS.disputed })
  const [dispute] = await shop.sql<{
    id: string
  }>`select id from disputes where order_id = ${disputed}`
  expect(await found(fixture, dispute!.id)).toMatchObject([{ kind: 'order', id: disputed }])
  await shop.sql`
      update orders set payment_method = payment_method || '{"last4": "7319"}' where id = ${disputed}`
  expect(await found(fixture, '7319')).toMatchObject([{ id: disputed }])
})

test('user: found by id, whole address and its beginning, in order of address; a closed one by id', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser({ email: 'ann@example.com' })
  const annie = await shop.newUser({ email: 'annie@example.com' })
  await newUser(shop, 'a_n@example.com', '张三')
  const hit = {
    kind: 'user',
    id: ann.user.id,
    title: 'ann@example.com',
    detail: 'Ann',
    address: `/users/user?user=${ann.user.id}`,
  }
  expect(await found(fixture, 'ANN@EXA')).toEqual([hit])
  // with the whole address or the id come lists of what belongs to the user
  const lists = [
    { kind: 'orders', title: '订单：ann@example.com', detail: '1 笔', address: '/orders?user=' },
    {
      kind: 'ledger',
      title: '积分流水：ann@example.com',
      detail: '余额 2,000',
      address: '/credit/ledger?user=',
    },
    {
      kind: 'mails',
      title: '邮件：ann@example.com',
      detail: '还没有送出的',
      address: '/mails?to=',
    },
  ].map((list) => ({ ...list, id: ann.user.id, address: `${list.address}ann%40example.com` }))
  await shop.buy(ann)
  for (const q of ['ann@example.com', 'Ann@Example.com', ann.user.id]) {
    expect([q, await found(fixture, q)]).toEqual([q, [hit, ...lists]])
  }
  const beginning = (await found(fixture, 'an')).slice(0, 2)
  expect(beginning.map(({ title }) => title)).toEqual(['ann@example.com', 'annie@example.com'])
  // wildcards of LIKE are matched as plain characters, and one character begins too much
  expect(await found(fixture, 'a_n')).toMatchObject([{ title: 'a_n@example.com' }])
  for (const q of ['a', '%', 'a%', '__']) expect([q, await found(fixture, q)]).toEqual([q, []])
  await closeForGood(shop, annie)
  expect(await found(fixture, 'annie')).toEqual([])
  expect((await found(fixture, annie.user.id)).map(({ title }) => title)).toEqual([
    '已注销的用户',
    '订单：已注销的用户',
    '积分流水：已注销的用户',
  ])
})

test('user: found by a part of nickname or address, after those whose address begins so, a few of them', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  await newUser(shop, 'linwan@example.com', '小林晚')
  await newUser(shop, 'wang@example.com', '王林晚')
  await newUser(shop, 'wanlin@example.com', 'LIN 50%')
  const titles = async (q: string) => (await found(fixture, q)).map(({ title }) => title)
  expect(await titles('林晚')).toEqual(['wang@example.com', 'linwan@example.com'])
  expect(await titles('lin')).toEqual(['linwan@example.com', 'wanlin@example.com'])
  expect(await titles('0%')).toEqual(['wanlin@example.com'])
  for (const q of ['林', '林晚晚', '%晚', '晚_']) expect([q, await titles(q)]).toEqual([q, []])
  // the newest of many, so that mails and applications have room
  for (const n of [1, 2, 3, 4]) {
    await newUser(shop, `many${n}@example.com`, `许多人${n}`)
  }
  expect(await titles('许多人')).toEqual([4, 3, 2].map((n) => `many${n}@example.com`))
})

test('event and mail: found by id, a mail by the beginning of its subject, never by its code, which is not shown', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser({ email: 'payer@example.com' })
  const { orderId } = await shop.buy(ann)
  const { orderNo } = await shop.order(ann, orderId)
  const [event] = await shop.sql<{
    id: string
  }>`select id from provider_events where order_id = ${orderId}`
  expect(await found(fixture, event!.id)).toEqual([
    {
      kind: 'event',
      id: event!.id,
      title: 'payment_intent.succeeded',
      detail: `${event!.id}，订单 ${orderNo}`,
      address: `/events?id=${event!.id}`,
    },
  ])
  const [mail] = await shop.sql<{ id: string; subject: string }>`
      select id, payload ->> 'subject' as subject from jobs where payload ->> 'to' = 'payer@example.com'`
  await shop.sql`
      update jobs set payload = payload || '{"subject": "付款收据之一"}' where id = ${mail!.id}`
  mail!.subject = '付款收据之一'
  const hit = {
    kind: 'mail',
    id: mail!.id,
    title: mail!.subject,
    detail: '待发送，payer@example.com',
    address: `/mails?id=${mail!.id}`,
  }
  for (const q of [mail!.id, mail!.subject, mail!.subject.slice(0, -3)]) {
    expect([q, await found(fixture, q)]).toEqual([q, [hit]])
  }
  await shop.sql`update jobs set state = 'done', payload = '{}' where id = ${mail!.id}`
  expect(await found(fixture, mail!.subject)).toEqual([])
  expect(await found(fixture, mail!.id)).toMatchObject([
    { kind: 'mail', title: '已发送的邮件', detail: '已发送' },
  ])

  const to = 'coded@example.com'
  const content = { text: '482917', html: '<p>482917' }
  await queueMail(shop.sql, { to, subject: '482917 是您的验证码', ...content })
  for (const q of ['48', '4829', '482917', '482918', '______']) {
    const hits = await found(fixture, q)
    expect(JSON.stringify(hits)).not.toContain('482917')
    // six digits, right or wrong, find every mail with a code
    expect([q, hits.length]).toEqual([q, /^\d{6}$/.test(q) ? 1 : 0])
  }
  const title = '•••••• 是您的验证码'
  for (const q of [title, '482917 是您的验证码', '000000 是您的']) {
    expect([q, await found(fixture, q)]).toMatchObject([q, [{ kind: 'mail', title }]])
  }
})

test('unknown and odd texts: nothing; an empty one is refused; at most eight hits', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const nothing = [
    uuidv7(),
    '202601011234567890',
    'pi_unknown',
    're_unknown',
    'ch_unknown',
    'evt_unknown',
    '9999',
    'nobody@example.com',
    "'; drop table users; --",
    '小明',
  ]
  for (const q of nothing) expect([q, await found(fixture, q)]).toEqual([q, []])
  const { status, body } = await fixture.viewer.call(searchConsole, { q: ' ' })
  expect([status, body.code, body.message]).toEqual([400, 'VALIDATION', '请输入要找的内容'])
  expect((await fixture.viewer.call(searchConsole, { q: 'a\0b' })).status).toBe(400)
  const ann = await shop.newUser()
  const ids = await insertOrders(shop.sql, ann.user.id, { count: 9 })
  await shop.sql`
      update orders set payment_method = '{"type":"card","brand":"visa","last4":"1881"}'
      where user_id = ${ann.user.id}`
  const hits = await found(fixture, '1881')
  expect(hits.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 8))
})
