import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, SMALL, startShop } from '../../testing/shop.ts'
import { startTestServer } from '../../testing/harness.ts'

const MINUTE = 60 * 1000

test('the export contains the account, its logins, orders and all credit entries', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser({ ip: '192.0.2.1' })
  await shop.login(ann.user.email, ann.password, { ip: '192.0.2.2' })
  await shop.pay(ann, await shop.checkout(ann), CARDS.good)
  const stranger = await shop.newUser()
  await shop.checkout(stranger)

  const { status, body } = await ann.call(api.account.exportData, {})
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
  expect(data.omitted).toEqual({ orders: 0, creditEntries: 0 })
  expect(JSON.stringify(data)).not.toMatch(/hash|token|secret|password/i)
})

test('an export with a login older than fifteen minutes gets REAUTH', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  server.advance(16 * MINUTE)
  expect(await ann.call(api.account.exportData, {})).toMatchObject({
    status: 403,
    body: { code: 'REAUTH' },
  })
})

test('an export needs a session and is limited to ten an hour', async () => {
  await using server = await startTestServer()
  expect((await server.visitor().call(api.account.exportData, {})).status).toBe(401)
  const ann = await server.newUser()
  for (let n = 1; n <= 10; n += 1) {
    expect((await ann.call(api.account.exportData, {})).status).toBe(200)
  }
  expect((await ann.call(api.account.exportData, {})).status).toBe(429)
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

  const { body } = await ann.call(api.account.exportData, {})

  expect(body.data.creditEntries).toHaveLength(50_000)
  expect(body.data.creditEntries[0]).toMatchObject({ balanceAfter: count })
  expect(body.data.omitted).toEqual({ orders: 0, creditEntries: 3 })
}, 60_000)
