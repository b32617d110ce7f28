import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import * as calls from '#contract/applications/applications.ts'
import { applicationsPerFile } from '../../testing/applications/application-client.ts'
import { grantCredit, newApplication, newKeyOf } from '../../testing/applications/applications.ts'
import type { TestUser } from '../../testing/harness.ts'

const join = applicationsPerFile()

const none = { status: 404, body: { code: 'NOT_FOUND' } }

function create(user: TestUser, applicationId: string, monthlyLimit: number | null = null) {
  return user.call(apiKeys.createApiKey, { applicationId, name: '脚本', monthlyLimit })
}

test("a key is shown once, kept as a hash, and spends its customer's credit", async () => {
  const shop = await join()
  const { ann, application } = shop
  const made = await create(ann, application.id, 100)
  const { key, apiKey } = made.body.data
  expect(key).toMatch(/^key_[A-Za-z0-9_-]{43}$/)
  expect(apiKey).toMatchObject({
    application: { id: application.id, name: 'AI 工具' },
    ...{ name: '脚本', hint: key.slice(0, 8), monthlyLimit: 100, lastUsedAt: null },
  })
  const { body } = await ann.call(apiKeys.apiKeyList, {})
  expect(body.data.list).toEqual([apiKey])
  expect(JSON.stringify(body)).not.toContain(key)

  const introspect = () => shop.call(calls.introspectKey, { key })
  const active = { active: true, user: ann.user.id, keyId: apiKey.id, limit: 100 }
  expect((await introspect()).body.data).toEqual({ ...active, used: 0 })
  const charge = { user: ann.user.id, key: apiKey.id, reason: '翻译' }
  const charged = await shop.call(calls.chargeCredit, { ...charge, amount: 60 })
  expect(charged.body.data.charge).toMatchObject({ keyId: apiKey.id })
  await shop.call(calls.holdCredit, { ...charge, amount: 30 })
  expect((await introspect()).body.data).toEqual({ ...active, used: 90 })
  expect(await shop.call(calls.chargeCredit, { ...charge, amount: 11 })).toMatchObject({
    status: 402,
    body: { code: 'KEY_LIMIT' },
  })
  const later = await ann.call(apiKeys.apiKeyList, {})
  expect(later.body.data.list[0]!.lastUsedAt).not.toBeNull()
})

test('a revoked key is not active and spends no more', async () => {
  const shop = await join()
  const { ann, application } = shop
  const { key, apiKey } = (await create(ann, application.id)).body.data
  const introspected = await shop.call(calls.introspectKey, { key })
  expect(introspected.body.data).toEqual({ active: true, user: ann.user.id, keyId: apiKey.id })
  const ben = await shop.server.newUser()
  expect(await ben.call(apiKeys.revokeApiKey, { id: apiKey.id })).toMatchObject(none)
  expect(await ann.call(apiKeys.revokeApiKey, { id: apiKey.id })).toMatchObject({ status: 200 })
  expect(await ann.call(apiKeys.revokeApiKey, { id: apiKey.id })).toMatchObject(none)
  expect((await ann.call(apiKeys.apiKeyList, {})).body.data.list).toEqual([])
  const after = await shop.call(calls.introspectKey, { key })
  expect(after.body.data).toEqual({ active: false })
  const charge = { user: ann.user.id, key: apiKey.id, amount: 1, reason: '翻译' }
  expect(await shop.call(calls.chargeCredit, charge)).toMatchObject(none)
})

test('keys that are unknown, of another application or without a grant are not active', async () => {
  const shop = await join({ isFirstParty: false })
  const { server, ann, application } = shop
  await grantCredit(server, application, ann)
  const { key } = (await create(ann, application.id)).body.data
  const ask = async (given: string, headers = {}) =>
    (await shop.call(calls.introspectKey, { key: given }, { headers })).body.data
  expect(await ask(key)).toMatchObject({ active: true })
  for (const given of ['nonsense', 'key_', `key_${'A'.repeat(43)}`, shop.applicationKey])
    expect(await ask(given)).toEqual({ active: false })
  const other = await newKeyOf(server, await newApplication(server))
  expect(await ask(key, { authorization: `Bearer ${other}` })).toEqual({ active: false })
  await server.sql`update application_grants set revoked_at = now() where user_id = ${ann.user.id}`
  expect(await ask(key)).toEqual({ active: false })
})

test('a grant that is taken back takes its keys along and leaves open holds to be captured', async () => {
  const shop = await join({ isFirstParty: false })
  const { server, ann, application } = shop
  const user = ann.user.id
  const own = await newApplication(server)
  expect(await create(ann, application.id)).toMatchObject(none)
  await grantCredit(server, application, ann)
  const applications = async () => {
    const { list } = (await ann.call(apiKeys.applicationList, {})).body.data
    return list.filter(({ id }) => [application.id, own.id].includes(id))
  }
  expect(await applications()).toEqual(
    expect.arrayContaining([
      { id: application.id, name: 'AI 工具', grantedAt: expect.any(String) },
      { id: own.id, name: 'AI 工具', grantedAt: null },
    ]),
  )
  await create(ann, application.id)
  const ownKey = (await create(ann, own.id)).body.data.apiKey
  const held = await shop.call(calls.holdCredit, { user, amount: 10, reason: '翻译' })

  const { revokeGrant } = apiKeys
  expect(await ann.call(revokeGrant, { id: application.id })).toMatchObject({ status: 200 })
  expect(await ann.call(revokeGrant, { id: application.id })).toMatchObject(none)
  expect(await ann.call(revokeGrant, { id: own.id })).toMatchObject(none)
  expect(await applications()).toEqual([{ id: own.id, name: 'AI 工具', grantedAt: null }])
  expect((await ann.call(apiKeys.apiKeyList, {})).body.data.list).toEqual([ownKey])
  const { id } = held.body.data.hold
  expect(await shop.call(calls.captureHold, { user, id, amount: 10 })).toMatchObject({
    status: 200,
  })
})

test('keys need a session, a login of the last 15 minutes, a known application, a name and a limit that fits', async () => {
  const { server, ann, application } = await join()
  const { id } = application
  const visitor = server.visitor()
  for (const call of [apiKeys.apiKeyList, apiKeys.applicationList])
    expect(await visitor.call(call, {})).toMatchObject({ status: 401 })
  for (const call of [apiKeys.revokeApiKey, apiKeys.revokeGrant])
    expect(await visitor.call(call, { id })).toMatchObject({ status: 401 })
  expect(await ann.call(apiKeys.revokeApiKey, { id: 'nobody' })).toMatchObject(none)
  expect(await ann.call(apiKeys.revokeGrant, { id: 'nobody' })).toMatchObject(none)
  expect(await create(ann, 'nobody')).toMatchObject(none)
  for (const wrong of [
    { name: '' },
    { name: '长'.repeat(41) },
    { name: '<b>' },
    { monthlyLimit: 0 },
    { monthlyLimit: 1.5 },
  ]) {
    const fits = { applicationId: id, name: '脚本', monthlyLimit: null }
    expect(await ann.call(apiKeys.createApiKey, { ...fits, ...wrong })).toMatchObject({
      status: 400,
      body: { fields: { [Object.keys(wrong)[0]!]: expect.any(String) } },
    })
  }
  await server.sql`update applications set disabled_at = now() where id = ${id}`
  expect(await create(ann, id)).toMatchObject(none)
  server.advance(16 * 60_000)
  expect(await create(ann, id)).toMatchObject({ status: 403, body: { code: 'REAUTH' } })
  expect((await ann.call(apiKeys.apiKeyList, {})).body.data.list).toEqual([])
})

test('a customer has at most 20 keys, also when many are asked for at once', async () => {
  const { server, ann, application } = await join()
  const { id } = application
  await server.sql`
    insert into api_keys (user_id, id, application_id, name, hash, hint, created_at)
    select ${ann.user.id}, gen_random_uuid(), ${id}, '脚本', sha256((${ann.user.id} || n)::bytea), 'key_ab', now()
    from generate_series(1, 18) n`
  const answers = await Promise.all([1, 2, 3, 4].map(() => create(ann, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_KEYS')
})
