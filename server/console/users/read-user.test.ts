import { expect, test } from 'vitest'
import { listConsoleUsers, listUserLedger, readConsoleUser } from '#contract/console/users.ts'
import { createApiKey } from '#contract/account/api-keys.ts'
import { chargeCredit } from '../../credit/spending/spend-credit.ts'
import {
  grantCredit,
  newApplication,
  signOnTo,
  spendRequest,
} from '../../testing/applications/applications.ts'
import { fallIntoDebt, openHold } from '../../testing/applications/spending.ts'
import { ask } from '../../testing/console/console.ts'
import { closeForGood, insertOrders, startConsoleShop } from '../../testing/console/console-shop.ts'
import { adjust } from '../../testing/credit.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { consumeAsTool } from '../../testing/refunds.ts'
import { CARDS, LARGE } from '../../testing/shop.ts'

const fixtureOf = oncePerFile(startConsoleShop)
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

type Fixture = Awaited<ReturnType<typeof startConsoleShop>>

function read({ viewer }: Fixture, user: string) {
  return ask(viewer, readConsoleUser, { user })
}

test('one user: profile, credit by lot, orders, ledger, holds, sessions and applications, without a secret', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser({ email: 'ann@example.com' })
  const { orderId } = await shop.buy(ann, { id: LARGE.id })
  const { orderNo } = await shop.order(ann, orderId)
  await consumeAsTool(shop, ann, 200)
  const own = await newApplication(shop)
  const other = await newApplication(shop, { isFirstParty: false })
  await grantCredit(shop, other, ann)
  await signOnTo(shop, other, ann)
  await openHold(shop, ann, 30, own)
  const made = await ann.call(createApiKey, {
    applicationId: other.id,
    name: '批处理',
    monthlyLimit: 2000,
  })
  const { key } = made.body.data
  const shown = await read(fixture, 'ANN@example.com')
  expect(await read(fixture, ann.user.id)).toEqual(shown)
  expect(shown).toEqual({
    user: {
      secondFactorSince: null,
      passwordStoppedAt: null,
      id: ann.user.id,
      email: 'ann@example.com',
      nickname: 'Ann',
      source: null,
      createdAt: isoTime,
      closingAt: null,
      blockedAt: null,
      closedAt: null,
      paid: 4990,
      currency: 'cny',
      lastSeenAt: isoTime,
    },
    credit: { balance: 5300, held: 30, available: 5270, debt: 0 },
    lots: [
      {
        id: expect.any(String),
        kind: 'bonus',
        orderNo,
        planName: '大',
        granted: 500,
        remaining: 300,
        expiresAt: null,
        createdAt: isoTime,
      },
      expect.objectContaining({ kind: 'purchase', granted: 5000, remaining: 5000 }),
    ],
    orders: [expect.objectContaining({ id: orderId, paymentMethod: 'Visa 尾号 4242' })],
    entries: [
      {
        position: 3,
        type: 'consume',
        delta: -200,
        balanceAfter: 5300,
        orderNo: null,
        by: expect.any(String),
        reason: 'AI 对话',
        createdAt: isoTime,
      },
      expect.objectContaining({ position: 2, type: 'bonus', orderNo }),
      expect.objectContaining({ position: 1, type: 'purchase', orderNo }),
    ],
    holds: [
      {
        id: expect.any(String),
        application: { id: own.id, name: 'AI 工具' },
        amount: 30,
        reason: '翻译文档',
        createdAt: isoTime,
        expiresAt: isoTime,
      },
    ],
    sessions: [
      {
        id: expect.any(String),
        device: expect.any(String),
        address: '127.0.0.1',
        createdAt: isoTime,
        lastSeenAt: isoTime,
      },
    ],
    applications: expect.arrayContaining([
      { id: own.id, name: 'AI 工具', grantedAt: null, scopes: [], signedOnAt: null },
      {
        id: other.id,
        name: 'AI 工具',
        grantedAt: isoTime,
        scopes: ['openid', 'credit'],
        signedOnAt: isoTime,
      },
    ]),
    apiKeys: [
      {
        id: expect.any(String),
        name: '批处理',
        hint: key.slice(0, 8),
        application: { id: other.id, name: 'AI 工具' },
        monthlyLimit: 2000,
        createdAt: isoTime,
        lastUsedAt: null,
        revokedAt: null,
      },
    ],
    counts: { orders: 1, entries: 3 },
  })
  const answer = JSON.stringify(shown)
  for (const secret of [key, ann.cookies.get('__Host-sid')!]) expect(answer).not.toContain(secret)
})

test('user in debt and with many orders: the debt is a lot, the newest ten orders are shown', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser()
  await adjust(shop, ann, { delta: 100 })
  await fallIntoDebt(shop, ann, 50)
  const ids = await insertOrders(shop.sql, ann.user.id, { count: 12 })
  const { credit, lots, orders, counts } = await read(fixture, ann.user.id)
  expect(credit).toMatchObject({ balance: -50, available: -50, debt: 50 })
  expect(lots).toMatchObject([{ kind: 'debt', remaining: -50, orderNo: null }])
  expect(orders.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10))
  expect(counts).toEqual({ orders: 12, entries: 3 })
})

test('closed account: found by its id alone, without address, sessions and grants; an unknown one not at all', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser({ email: 'annie@example.com' })
  const { orderId } = await shop.buy(ann)
  await closeForGood(shop, ann)
  expect((await ask(fixture.viewer, listConsoleUsers, { q: 'annie@' })).users).toEqual([])
  expect((await ask(fixture.viewer, listConsoleUsers, { q: ann.user.id })).users).toMatchObject([
    { email: null, nickname: '已注销用户', closedAt: isoTime },
  ])
  expect(await read(fixture, ann.user.id)).toMatchObject({
    user: { email: null, closedAt: isoTime },
    credit: { balance: 2000 },
    orders: [{ id: orderId, email: null }],
    sessions: [],
    apiKeys: [],
  })
  expect(await ask(fixture.viewer, listUserLedger, { user: ann.user.id })).toMatchObject({
    count: 1,
  })

  const { viewer } = fixture
  for (const user of ['nobody@example.com', '0198c000-0000-7000-8000-000000000000', 'Ann']) {
    const answers = [
      await viewer.call(readConsoleUser, { user }),
      await viewer.call(listUserLedger, { user }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.code, body.message]).toEqual([404, 'NOT_FOUND', `没有这个用户：${user}`])
    }
  }
  expect((await ask(fixture.viewer, listConsoleUsers, { q: 'nobody' })).users).toEqual([])
  const wrong = await viewer.call(listUserLedger, { user: 'x', before: 0 })
  expect(wrong.status).toBe(400)
})

test('ledger: every movement with who made it', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser()
  await adjust(shop, ann, { delta: 1000 })
  for (let count = 1; count <= 6; count += 1) await consumeAsTool(shop, ann, count)
  await shop.pay(ann, await shop.checkout(ann), CARDS.good)
  const application = await newApplication(shop)
  await chargeCredit(shop.deps, spendRequest(application, ann), { amount: 5, reason: '翻译文档' })
  const first = await ask(fixture.viewer, listUserLedger, { user: ann.user.email, limit: 4 })
  expect(first).toMatchObject({ count: 9, next: 6 })
  expect(first.entries[0]).toEqual({
    position: 9,
    type: 'consume',
    delta: -5,
    balanceAfter: 2974,
    orderNo: null,
    by: 'AI 工具',
    reason: '翻译文档',
    createdAt: isoTime,
  })
  const rest = await ask(fixture.viewer, listUserLedger, { user: ann.user.id, before: first.next! })
  expect(rest.entries.at(-1)).toMatchObject({ type: 'adjust', by: '运营', reason: '补偿' })
})
