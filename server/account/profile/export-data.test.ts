import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { exportData } from '#contract/account/personal-data.ts'
import { CARDS, SMALL, startShop } from '../../testing/shop.ts'
import { grantCredit, newApplication, signOnTo } from '../../testing/applications/applications.ts'
import { adjust } from '../../testing/credit.ts'
import { startTestServer } from '../../testing/harness.ts'
import { fallIntoDebt, spend } from '../../testing/applications/spending.ts'

const MINUTE = 60 * 1000

test('the export contains the account, its logins, orders and all credit entries', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser({ ip: '192.0.2.1' })
  await shop.login(ann.user.email, ann.password, { ip: '192.0.2.2' })
  await shop.pay(ann, await shop.checkout(ann), CARDS.good)
  const stranger = await shop.newUser()
  await shop.checkout(stranger)

  const { status, body } = await ann.call(exportData, {})
  expect(status).toBe(200)
  const { data } = body
  expect(data.user).toEqual(ann.user)
  expect(data.credit).toMatchObject({ balance: SMALL.credit, expiring: [{ amount: SMALL.credit }] })
  expect(data.sessions.map(({ ip, current }) => ({ ip, current }))).toEqual([
    { ip: '192.0.2.2', current: false },
    { ip: '192.0.2.1', current: true },
  ])
  expect(data.logins.map(({ ip }) => ip)).toEqual(['192.0.2.2', '192.0.2.1'])
  expect(data.orders).toMatchObject([{ state: 'paid', amount: SMALL.amount, num: 1 }])
  expect(data.creditEntries).toMatchObject([
    { type: 'purchase', delta: SMALL.credit, orderNo: data.orders[0]!.orderNo },
  ])
  expect(data.omitted).toEqual({ orders: 0, creditEntries: 0, holds: 0, charges: 0 })
  expect(JSON.stringify(data)).not.toMatch(/hash|token|secret|password/i)
})

test('the export contains API keys without their secrets, grants, sign-ons, holds and charges', async () => {
  await using server = await startTestServer()
  const [ann, ben] = [await server.newUser(), await server.newUser()]
  const other = await newApplication(server, { isFirstParty: false })
  const application = { id: other.id, name: 'AI 工具' }
  for (const user of [ann, ben]) {
    await adjust(server, user, { delta: 500 })
    await grantCredit(server, other, user)
    await spend(server, user, other)
    await signOnTo(server, await newApplication(server), user)
  }
  const made = await ann.call(apiKeys.createApiKey, {
    ...{ applicationId: other.id, name: '脚本', monthlyLimit: 100 },
  })
  const { key, apiKey } = made.body.data
  const revoked = await ann.call(apiKeys.revokeGrant, { id: other.id })
  expect(revoked.status).toBe(200)

  const { body } = await ann.call(exportData, {})

  const { data } = body
  expect(data).toMatchObject({
    apiKeys: [{ ...apiKey, application, revokedAt: expect.any(String) }],
    grants: [
      {
        ...{ application, scopes: ['openid', 'credit'] },
        ...{ grantedAt: expect.any(String), revokedAt: expect.any(String) },
      },
    ],
    signOns: [{ application: { name: 'AI 工具' }, signedOnAt: expect.any(String) }],
    holds: [
      { application, apiKeyId: null, state: 'open', amount: 30, captured: 0, reason: '翻译文档' },
    ],
    charges: [
      {
        ...{ application, apiKeyId: null, holdId: null, amount: 20, owed: 0, reversed: 0 },
        ...{ reason: '翻译文档', usage: { pages: 2 } },
      },
    ],
    omitted: { holds: 0, charges: 0 },
  })
  expect(JSON.stringify(body)).not.toContain(key)
  expect(JSON.stringify(data)).not.toMatch(/hash|token|secret|password/i)
})

test('the export of a user in debt contains the debt, the charge that made it and what it owes', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  await adjust(server, ann, { delta: 500 })
  await fallIntoDebt(server, ann, 70)

  const { body } = await ann.call(exportData, {})

  expect(body.data).toMatchObject({
    credit: { balance: -70, held: 0, expiring: [] },
    holds: [{ state: 'captured', amount: 1, captured: 570 }],
    charges: [{ amount: 570, owed: 70, reversed: 0 }],
  })
})

test('an export with a login older than fifteen minutes gets REAUTH', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  server.advance(16 * MINUTE)
  expect(await ann.call(exportData, {})).toMatchObject({
    status: 403,
    body: { code: 'REAUTH' },
  })
})

test('an export needs a session and is limited to ten an hour', async () => {
  await using server = await startTestServer()
  expect((await server.visitor().call(exportData, {})).status).toBe(401)
  const ann = await server.newUser()
  for (let n = 1; n <= 10; n += 1) {
    expect((await ann.call(exportData, {})).status).toBe(200)
  }
  expect((await ann.call(exportData, {})).status).toBe(429)
})

test('an export above the maximum contains the newest entries and counts the omitted ones', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const { id } = ann.user
  const count = 50_003
  await server.sql`insert into credit_accounts (user_id, balance, entries) values (${id}, ${count}, ${count})`
  for (let from = 1; from <= count; from += 2_000) {
    await server.sql`
      insert into credit_ledger (id, user_id, position, type, delta, balance_after, idempotency_key, actor, created_at)
      select gen_random_uuid(), ${id}, n, 'adjust', 1, n, 'gift ' || n, 'operator', now()
      from generate_series(${from}::integer, ${Math.min(count, from + 1_999)}::integer) n`
  }

  const { body } = await ann.call(exportData, {})

  expect(body.data.creditEntries).toHaveLength(50_000)
  expect(body.data.creditEntries[0]).toMatchObject({ balanceAfter: count })
  expect(body.data.omitted).toMatchObject({ orders: 0, creditEntries: 3 })
}, 60_000)
