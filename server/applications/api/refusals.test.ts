import { expect, test } from 'vitest'
import type { ApplicationCall } from '#contract/applications/application-call.ts'
import * as api from '#contract/applications/applications.ts'
import { connect } from '../../db/sql.ts'
import { uuidv7 } from '../../db/ids.ts'
import { startApplication } from '../../testing/applications/application-client.ts'
import { grantCredit, newApplication, newKeyOf } from '../../testing/applications/applications.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { fittingCalls } from '../../testing/applications/fitting-calls.ts'
import { startInterruptibleProxy } from '../../testing/database/interruptible-line.ts'

const reason = '翻译文档'

type Shop = Awaited<ReturnType<typeof startApplication>>

/** Sends wrong inputs and expects a 4xx in the envelope each time, and nothing written. */
async function expectRefused(
  shop: Shop,
  inputs: (readonly [ApplicationCall, Record<string, unknown>])[],
  expected: { status: number; code: string },
  options?: Parameters<Shop['call']>[2],
): Promise<void> {
  const books = await shop.readBooks()
  for (const [call, input] of inputs) {
    const { status, body } = await shop.call(call, input, options)
    expect([call.path, input, status, body.code]).toEqual([
      call.path,
      input,
      expected.status,
      expected.code,
    ])
    expect(body).toMatchObject({ statusCode: status, data: null, message: expect.any(String) })
  }
  expect(await shop.readBooks()).toEqual(books)
}

test('bodies that are no JSON object are refused, and so is a field of the path in the body', async () => {
  await using shop = await startApplication()
  const user = shop.ann.user.id
  const books = await shop.readBooks()
  const post = (body: string, type = 'application/json') =>
    shop.send(`/api/v1/users/${user}/charges`, {
      method: 'POST',
      headers: { 'content-type': type, 'idempotency-key': uuidv7() },
      body,
    })
  const fits = JSON.stringify({ amount: 1, reason })
  for (const body of [
    '{',
    '[]',
    'null',
    '"a"',
    '7',
    '',
    '{"__proto__":{"amount":1}}',
    fits.slice(1),
  ])
    expect([body, (await post(body)).status]).toEqual([body, 400])
  expect(await post(JSON.stringify({ amount: 1, reason, user }))).toMatchObject({
    status: 400,
    body: { fields: { user: '不支持的字段：user' } },
  })
  expect(await post(`${' '.repeat(70_000)}${fits}`)).toMatchObject({ status: 400 })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect(await post(fits, type)).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_MEDIA' },
    })
  expect(await shop.readBooks()).toEqual(books)
})

test('a key of another customer or another application is not found', async () => {
  expect.hasAssertions()
  await using shop = await startApplication()
  const { server, ann, application } = shop
  const ben = await server.newUser()
  const other = await newApplication(server)
  const keyOf = async (userId: string, applicationId: string) => {
    const id = uuidv7()
    await server.sql`
      insert into api_keys (user_id, id, application_id, name, hash, hint, created_at)
      values (${userId}, ${id}, ${applicationId}, '脚本', ${id}, 'key_ab', now())`
    return id
  }
  const keys = [
    uuidv7(),
    await keyOf(ben.user.id, application.id),
    await keyOf(ann.user.id, other.id),
  ]
  const inputs = keys.flatMap((key) => [
    [api.holdCredit, { user: ann.user.id, amount: 1, reason, key }] as const,
    [api.chargeCredit, { user: ann.user.id, amount: 1, reason, key }] as const,
  ])
  await expectRefused(shop, inputs, { status: 404, code: 'NOT_FOUND' })
})

test('an application that is not of the operator finds no user without a grant', async () => {
  await using shop = await startApplication({ isFirstParty: false })
  const user = shop.ann.user.id
  const inputs = [
    [api.userCredit, { user }],
    [api.holdCredit, { user, amount: 1, reason }],
    [api.chargeCredit, { user, amount: 1, reason }],
    [api.userCharges, { user }],
  ] as const
  await expectRefused(shop, [...inputs], { status: 404, code: 'NOT_FOUND' })
  await shop.server.sql`
    insert into application_grants (user_id, application_id, granted_at) values (${user}, ${shop.application.id}, now())`
  for (const [call, input] of inputs)
    expect(await shop.call(call, input)).toMatchObject({ status: 200 })
  await shop.server.sql`update application_grants set revoked_at = now()`
  await expectRefused(shop, [...inputs], { status: 404, code: 'NOT_FOUND' })
})

test('an application whose grant was taken back ends what it began, but sees no balance any more', async () => {
  await using shop = await startApplication({ isFirstParty: false })
  const user = shop.ann.user.id
  await grantCredit(shop.server, shop.application, shop.ann)
  const [key, amount] = [uuidv7(), 10]
  const charged = await shop.call(api.chargeCredit, { user, amount, reason }, { key })
  expect(charged.body.data).toMatchObject({ balance: 490, held: 0, available: 490 })
  const held = await shop.call(api.holdCredit, { user, amount, reason })
  await shop.server.sql`update application_grants set revoked_at = now()`

  const unseen = { balance: null, held: null, available: null }
  const again = await shop.call(api.chargeCredit, { user, amount, reason }, { key })
  expect(again.body.data).toEqual({ ...charged.body.data, ...unseen })
  const { id } = held.body.data.hold
  const captured = await shop.call(api.captureHold, { user, id, amount })
  expect(captured.body.data).toMatchObject({ ...unseen, charge: { amount } })
})

test('a missing, an erased and another’s user are one and the same without a grant, and nothing is written', async () => {
  await using shop = await startApplication({ isFirstParty: false })
  const [ben, cat] = [await shop.server.newUser(), await shop.server.newUser()]
  await shop.server.sql`
    update users set closed_at = now(), closing_at = null, email = null, password_hash = null,
      email_verified_at = null where id = ${cat.user.id}`
  const users = [uuidv7(), ben.user.id, cat.user.id]
  const inputs = users.flatMap((user) => [
    [api.holdCredit, { user, amount: 1, reason }] as const,
    [api.chargeCredit, { user, amount: 1, reason }] as const,
    [api.userCredit, { user }] as const,
  ])
  await expectRefused(shop, inputs, { status: 404, code: 'NOT_FOUND' })
  expect(
    await shop.server
      .sql`select from credit_accounts where user_id = any(${[ben.user.id, cat.user.id]})`,
  ).toEqual([])
})

test('addresses beside the calls are answered in the envelope', async () => {
  await using shop = await startApplication()
  for (const path of ['/api', '/api/', '/api/v1/nothing', '/api/v2/users', '/api/v1/%zz']) {
    const { status, body } = await shop.send(path)
    expect([path, status, body.statusCode]).toEqual([path, status, status])
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  }
  const wrongMethod = await shop.send('/api/v1/charges', { method: 'DELETE' })
  expect(wrongMethod).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test.each(['silent', 'gone'])(
  'with the database %s every call is a 503 within 9 s and nothing is written',
  async (how) => {
    await using database = await createTestDatabase()
    await using line = await startInterruptibleProxy(database.url)
    const sql = connect(line.url)
    await using shop = await startApplication({}, { database, deps: { sql } })
    const calls = await fittingCalls(shop)
    // a key that this node has not read yet
    const unread = await newKeyOf(shop.server, shop.application)
    const books = await shop.readBooks()
    if (how === 'silent') line.cut()
    else await line[Symbol.asyncDispose]()
    const begun = performance.now()
    const answers = await Promise.all(
      calls.flatMap(({ call, input }) => [
        shop.call(call, input),
        shop.call(call, input, { headers: { authorization: `Bearer ${unread}` } }),
      ]),
    )
    expect(performance.now() - begun).toBeLessThan(9_000)
    for (const { status, body, headers } of answers) {
      expect([status, body.code]).toEqual([503, 'DEPENDENCY_DOWN'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await shop.readBooks()).toEqual(books)
    line.restore()
    if (how === 'silent') {
      const [charge] = calls.filter(({ call }) => call === api.chargeCredit)
      expect(await shop.call(api.chargeCredit, charge!.input)).toMatchObject({ status: 200 })
    }
    await sql.end()
  },
)
