import { expect, test } from 'vitest'
import * as api from '#contract/applications/applications.ts'
import { uuidv7 } from '../../db/ids.ts'
import { applicationsPerFile } from '../../testing/applications/application-client.ts'
import { expectRefused, notFound } from '../../testing/applications/fitting-calls.ts'
import { grantCredit, newApplication } from '../../testing/applications/applications.ts'

const reason = '翻译文档'

const join = applicationsPerFile()

test('a request that no call understands is told in the envelope what is wrong with it, and nothing is written', async () => {
  const { user, ...shop } = await join()
  const path = `/api/v1/users/${user}/charges`
  const books = await shop.readBooks()
  const messageOf = async (...given: Parameters<typeof shop.send>) => {
    const { status, body } = await shop.send(...given)
    expect(body.statusCode).toBe(status)
    return [status, body.message]
  }
  const post = (body: string, type = 'application/json') =>
    messageOf(path, {
      method: 'POST',
      headers: { 'content-type': type, 'idempotency-key': uuidv7() },
      body,
    })
  const says = (status: number, words: string) => [status, expect.stringContaining(words)]

  const addresses = ['/api', '/api/', '/api/v1/nothing', '/api/v2/users', '/api/v1/%zz']
  for (const address of addresses) {
    const [status] = await messageOf(address)
    expect([address, Math.floor(Number(status) / 100)]).toEqual([address, 4])
  }
  expect(await messageOf('/api/v1/user')).toEqual(says(404, '没有这个接口'))
  expect(await messageOf(path, { method: 'DELETE' })).toEqual(says(404, '没有这个接口'))

  const fits = JSON.stringify({ amount: 1, reason })
  for (const body of ['{"amount": 1', '{', fits.slice(1)])
    expect([body, ...(await post(body))]).toEqual([body, ...says(400, '不是正确的 JSON')])
  for (const body of ['[]', 'null', '"a"', '7', '', '{"__proto__":{"amount":1}}'])
    expect([body, (await post(body))[0]]).toEqual([body, 400])
  expect(await post(' '.repeat(70_000) + fits)).toEqual([400, '请求内容过大'])
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect(await post(fits, type)).toEqual(says(415, 'application/json'))
  const twice = { amount: 1, reason, user: 'twice' }
  expect(
    await shop.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': uuidv7() },
      body: JSON.stringify(twice),
    }),
  ).toMatchObject({ status: 400, body: { fields: { user: '不支持的字段：user' } } })
  const surprised = await shop.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': uuidv7() },
    body: JSON.stringify({ amount: 1, reason, surprise: 1 }),
  })
  expect(surprised).toMatchObject({ status: 400, body: { message: '不支持的字段：surprise' } })
  expect(surprised.body.fields).toEqual({})
  const unknown = { authorization: `Bearer app_${'A'.repeat(43)}` }
  expect(await messageOf(path, { headers: unknown })).toEqual(says(401, '应用密钥无效'))
  const anonymous = await fetch(`${shop.url}${path}`)
  expect([anonymous.status, Object(await anonymous.json()).message]).toEqual(
    says(401, 'Authorization: Bearer'),
  )
  expect(await shop.readBooks()).toEqual(books)
})

test('a refusal says which of its reasons it has', async () => {
  const { user, ...shop } = await join()
  const messageOf = async (...given: Parameters<typeof shop.call>) =>
    (await shop.call(...given)).body.message
  const noCustomer = expect.stringContaining('没有这位客户')
  expect(await messageOf(api.userCredit, { user: uuidv7() })).toEqual(noCustomer)
  expect(await messageOf(api.chargeCredit, { user: uuidv7(), amount: 1, reason })).toEqual(
    noCustomer,
  )
  expect(await messageOf(api.userCredit, { user: 'ann' })).toContain('客户的编号格式不正确')
  expect(await messageOf(api.captureHold, { user, id: uuidv7(), amount: 1 })).toContain(
    '没有这笔预留',
  )
  expect(await messageOf(api.findCharge, { user, id: uuidv7() })).toContain('没有这笔扣费')

  const charge = (usage: unknown) => messageOf(api.chargeCredit, { user, amount: 1, reason, usage })
  expect(await charge({ Pages: 1 })).toContain('用量的名称')
  for (const value of ['x'.repeat(201), '\n', true])
    expect(await charge({ pages: value })).toContain('用量须为数字或最多 200 个字符')
  expect(await charge(7)).toContain('用量须为对象')
})

test('a hold that has expired says so to who would extend it', async () => {
  const { user, ...shop } = await join()
  const { body } = await shop.call(api.holdCredit, { user, amount: 10, reason, expiresIn: 60 })
  const id = body.data.hold.id
  shop.server.advance(61_000)
  const extended = await shop.call(api.extendHold, { user, id })
  expect(extended.body).toMatchObject({
    code: 'HOLD_ENDED',
    message: expect.stringContaining('不能延长'),
  })
  await shop.call(api.captureHold, { user, id, amount: 10 })
  const released = await shop.call(api.releaseHold, { user, id })
  expect(released.body).toMatchObject({
    code: 'HOLD_ENDED',
    message: expect.stringContaining('已经扣费'),
  })
})

test('a key of another customer or another application is not found', async () => {
  expect.hasAssertions()
  const shop = await join()
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
  await expectRefused(shop, inputs, notFound)
})

test('an application whose grant was taken back ends what it began, but sees no balance any more', async () => {
  const { user, ...shop } = await join({ isFirstParty: false })
  await grantCredit(shop.server, shop.application, shop.ann)
  const [key, amount] = [uuidv7(), 10]
  const charged = await shop.call(api.chargeCredit, { user, amount, reason }, { key })
  expect(charged.body.data).toMatchObject({ balance: 490, held: 0, available: 490 })
  const held = await shop.call(api.holdCredit, { user, amount, reason })
  await shop.server.sql`update application_grants set revoked_at = now() where user_id = ${user}`

  const unseen = { balance: null, held: null, available: null }
  const again = await shop.call(api.chargeCredit, { user, amount, reason }, { key })
  expect(again.body.data).toEqual({ ...charged.body.data, ...unseen })
  const { id } = held.body.data.hold
  const captured = await shop.call(api.captureHold, { user, id, amount })
  expect(captured.body.data).toMatchObject({ ...unseen, charge: { amount } })
})

test('a missing, an erased and another’s user are one and the same without a grant, and nothing is written', async () => {
  const shop = await join({ isFirstParty: false })
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
  await expectRefused(shop, inputs, notFound)
  expect(
    await shop.server
      .sql`select from credit_accounts where user_id = any(${[ben.user.id, cat.user.id]})`,
  ).toEqual([])
})
