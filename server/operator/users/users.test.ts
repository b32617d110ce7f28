import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { chargeCredit } from '../../credit/spending/spend-credit.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { startInterruptibleProxy } from '../../testing/database/interruptible-line.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { operatorOf } from '../../testing/operator.ts'
import { startOperatorShop } from '../../testing/operator-shop.ts'
import { CARDS, proveLedger } from '../../testing/shop.ts'

const shopOf = oncePerFile(startOperatorShop)

test('user by address or id: JSON with balance, ledger entries and what operators did', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser({ email: 'ann@show.example' })
  const { orderId } = await shop.buy(ann)
  const { orderNo } = await shop.order(ann, orderId)
  const application = await newApplication(shop)
  const charge = { amount: 5, reason: '翻译文档' }
  await chargeCredit(shop.deps, spendRequest(application, ann), charge)
  await operator.run('users', 'sessions-revoke', ann.user.id, '--reason', '手机丢失')
  const shown = await operator.json(['users', 'show', 'ANN@show.example'])
  expect(shown).toMatchObject({
    user: { email: 'ann@show.example', balance: 1995, orders: 1, paid: 1990, sessions: 0 },
    movements: [
      { position: 2, delta: -5, balanceAfter: 1995, application: 'AI 工具', reason: '翻译文档' },
      { position: 1, type: 'purchase', delta: 2000, orderNo },
    ],
    actions: [{ command: 'users sessions-revoke', reason: '手机丢失', outcome: 'done' }],
  })
  expect(await operator.json(['users', 'show', ann.user.id])).toEqual(shown)
  const { message } = await operator.refusal('users', 'show', 'ann@show')
  expect(message).toBe('没有这个用户：ann@show（按部分内容查找请到控制台的“用户”）')
})

test('adjustment requires a reason, happens once per key and leaves no negative balance', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser({ email: 'ann@adjust.example' })
  const give = ['users', 'credit', 'ann@adjust.example', '--give', '300', '--reason', '补偿故障']
  expect(await operator.json([...give, '--key', 'k1'])).toMatchObject({
    delta: 300,
    balance: 300,
    isRepeat: false,
  })
  expect(await operator.json([...give, '--key', 'k1'])).toMatchObject({
    balance: 300,
    isRepeat: true,
  })
  expect((await operator.run(...give, '--key', 'k1')).output).toContain('没有再次调整')
  expect(
    await operator.json(['users', 'credit', ann.user.id, '--take', '120', '--reason', '误发']),
  ).toMatchObject({
    delta: -120,
    balance: 180,
  })
  expect(
    await operator.refusal('users', 'credit', ann.user.id, '--take', '181', '--reason', '误发'),
  ).toMatchObject({
    exit: 1,
    code: 'CREDIT_SHORT',
  })
  expect(await shop.entries(ann)).toMatchObject([
    { type: 'adjust', delta: -120, balanceAfter: 180, reason: '误发' },
    { type: 'adjust', delta: 300, balanceAfter: 300, reason: '补偿故障' },
  ])
  await proveLedger(shop)
  expect(await operator.audit(ann.user.id)).toMatchObject([
    { outcome: 'refused', reason: '误发', result: { code: 'CREDIT_SHORT' } },
    { outcome: 'done', given: { take: '120' }, result: { balance: 180 } },
    { outcome: 'done' },
    { outcome: 'done' },
    { outcome: 'done', given: { give: '300', key: 'k1' }, result: { delta: 300 } },
  ])
  expect(JSON.stringify(await operator.audit())).not.toContain('ann@adjust.example')
})

test("adjustment may expire after a time span or on a day in the shop's time zone", async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser({ email: 'ann@expiry.example' })
  const give = [
    'users',
    'credit',
    'ann@expiry.example',
    '--give',
    '5',
    '--reason',
    '活动',
    '--expires',
  ]
  await operator.json([...give, '90d'])
  await operator.json([...give, '2040-02-01'])
  const { body } = await ann.call(api.account.profile, {})
  const [soon, later] = body.data.credit.expiring
  const days = (Date.parse(soon!.expiresAt ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(89.99)
  expect(days).toBeLessThan(90.01)
  expect(later!.expiresAt).toBe('2040-01-31T16:00:00.000Z')
  for (const wrong of ['2001-01-01', '90', 'soon', '2040-13-01']) {
    expect(await operator.refusal(...give, wrong)).toMatchObject({ exit: 2, code: 'USAGE' })
  }
})

test('an adjustment whose commit is not answered is unknown, and repeated on the same day it is made once', async () => {
  const { shop } = await shopOf()
  const ann = await shop.newUser({ email: 'ann@unanswered.example' })
  await using line = await startInterruptibleProxy(shop.database.url)
  await using operator = await operatorOf({
    ...{ config: shop.config, database: shop.database },
    settings: { DATABASE_URL: line.url },
  })
  const give = ['users', 'credit', ann.user.email, '--give', '100', '--reason', '补偿']
  line.closeInsteadOfAnswering('commit')
  expect(await operator.refusal(...give)).toMatchObject({ exit: 4, code: 'UNKNOWN' })
  for (const _ of [1, 2]) {
    expect(await operator.refusal(...give)).toMatchObject({
      ...{
        exit: 1,
        code: 'REPEATED',
        message: expect.stringContaining('已经做过同样的调整（+100'),
      },
    })
  }
  expect(await shop.sql`select delta from credit_ledger where user_id = ${ann.user.id}`).toEqual([
    { delta: 100 },
  ])
  expect(await operator.audit(ann.user.id)).toMatchObject([
    { outcome: 'refused', result: { code: 'REPEATED' } },
    { outcome: 'refused', result: { code: 'REPEATED' } },
    { outcome: 'unknown', result: { code: 'UNKNOWN' } },
  ])
  await operator.json([...give.slice(0, -1), '补偿，第二次'])
  await proveLedger(shop)
})

test('ambiguous adjustment is refused', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser({ email: 'ann@wrong.example' })
  const start = ['users', 'credit', 'ann@wrong.example']
  const wrong: [string[], string][] = [
    [['--give', '5'], '--reason 必须填写'],
    [['--give', '5', '--reason', ' '], '--reason 不能为空'],
    [['--reason', '补偿'], '--give 与 --take 必须写且只能写一个'],
    [['--give', '5', '--take', '5', '--reason', '补偿'], '只能写一个'],
    [['--give', '0', '--reason', '补偿'], '--give 应为 1–1000000000 的整数'],
    [['--give', '1.5', '--reason', '补偿'], '--give 应为'],
    [['--give', '1e3', '--reason', '补偿'], '--give 应为'],
    [['--give=-5', '--reason', '补偿'], '--give 应为'],
    [['--take', '5', '--expires', '9d', '--reason', '补偿'], '只能与 --give 一起用'],
    [['--give', '5', '--reason', '补\u0007偿'], '--reason 含有不可见的控制字符'],
  ]
  for (const [words, sentence] of wrong) {
    const refusal = await operator.refusal(...start, ...words)
    expect(refusal).toMatchObject({ exit: 2, code: 'USAGE' })
    expect(refusal.message).toContain(sentence)
  }
  const nobody = await operator.refusal(
    'users',
    'credit',
    'no@example.com',
    '--give',
    '5',
    '--reason',
    '补偿',
  )
  expect(nobody).toMatchObject({ exit: 1, code: 'NOT_FOUND' })
  expect(await shop.entries(ann)).toEqual([])
  expect(await operator.audit(ann.user.id)).toEqual([])
})

test("revoked sessions end at once on every device; other users' sessions stay", async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser({ email: 'ann@revoked.example' })
  const phone = await shop.login('ann@revoked.example')
  const bob = await shop.newUser()
  const { output } = await operator.run(
    'users',
    'sessions-revoke',
    'ann@revoked.example',
    '--reason',
    '手机丢失',
  )
  expect(output).toContain('2 台设备已退出登录')
  for (const device of [ann, phone]) {
    expect((await device.call(api.account.profile, {})).status).toBe(401)
  }
  expect((await bob.call(api.account.profile, {})).status).toBe(200)
  expect(await operator.refusal('users', 'sessions-revoke', 'no@example.com')).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('account is closed for its owner: sessions end, a mail tells when, a login takes it back', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser({ email: 'ann@closed.example' })
  const close = ['users', 'close', 'ann@closed.example', '--reason', '来信要求']
  const { closesAt } = await operator.json<{ closesAt: string }>(close)
  const days = (Date.parse(closesAt) - shop.deps.now().getTime()) / (24 * 60 * 60 * 1000)
  expect(Math.round(days)).toBe(7)
  expect((await ann.call(api.account.profile, {})).status).toBe(401)
  expect((await shop.mails('ann@closed.example')).at(-1)!.subject).toMatch(/将于 7 天后注销$/)
  expect(await operator.refusal(...close)).toMatchObject({ code: 'CLOSING' })
  await shop.login('ann@closed.example')
  expect(await operator.json(close)).toMatchObject({ userId: ann.user.id })
})

test('money that was under way is credited to a blocked user and can be refunded', async () => {
  const { shop, operator } = await shopOf()
  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  await operator.run('users', 'block', ann.user.email, '--reason', '盗用')
  await shop.provider('POST', `/v1/payment_intents/${checkout.intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: 'https://shop.test/',
  })
  await shop.receiveEvents()
  const { order } = await operator.json<{ order: { state: string } }>([
    'orders',
    'show',
    checkout.orderId,
  ])
  expect(order.state).toBe('paid')
  const { output } = await operator.run('orders', 'refund', checkout.orderId)
  expect(output).toContain('已退款')
})
