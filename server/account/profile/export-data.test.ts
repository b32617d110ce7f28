import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { exportData } from '#contract/account/personal-data.ts'
import { CARDS, SMALL, startShop } from '../../testing/shop.ts'
import { grantCredit, newApplication, signOnTo } from '../../testing/applications/applications.ts'
import { adjust } from '../../testing/credit.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { fallIntoDebt, spend } from '../../testing/applications/spending.ts'

const shopOf = oncePerFile(() => startShop())
const MINUTE = 60 * 1000

test('the export contains the account, its logins, orders and all credit entries', async () => {
  const shop = await shopOf()
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

test('the export contains API keys without their secrets, grants, sign-ons, holds, charges and the debt that one made', async () => {
  const server = await shopOf()
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

  const zoe = await server.newUser()
  await adjust(server, zoe, { delta: 500 })
  await fallIntoDebt(server, zoe, 70)
  const debt = await zoe.call(exportData, {})
  expect(debt.body.data).toMatchObject({
    credit: { balance: -70, held: 0, expiring: [] },
    holds: [{ state: 'captured', amount: 1, captured: 570 }],
    charges: [{ amount: 570, owed: 70, reversed: 0 }],
  })
})

test('an export with a login older than fifteen minutes gets REAUTH; a user has ten an hour', async () => {
  const server = await shopOf()
  const ann = await server.newUser()
  server.advance(16 * MINUTE)
  expect(await ann.call(exportData, {})).toMatchObject({
    status: 403,
    body: { code: 'REAUTH' },
  })
  const again = await server.login(ann.user.email)
  for (let n = 1; n <= 10; n += 1) {
    expect((await again.call(exportData, {})).status).toBe(200)
  }
  expect((await again.call(exportData, {})).status).toBe(429)
})
