import { expect, test } from 'vitest'
import * as api from '#contract/applications/applications.ts'
import { startApplication } from '../../testing/applications/application-client.ts'
import { newApplication, newKeyOf } from '../../testing/applications/applications.ts'
import { KEY_CACHE_MS } from './authenticate.ts'

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
const refused = {
  status: 401,
  body: { code: 'UNAUTHENTICATED', message: expect.stringMatching(/应用密钥/) },
}

test('without a live key every call is a 401 in the envelope that clears no cookies', async () => {
  await using shop = await startApplication()
  const user = shop.ann.user.id
  const strangers = [
    '',
    'Bearer',
    'Bearer app_',
    `Bearer app_${'A'.repeat(43)}`,
    `Bearer ${shop.applicationKey}x`,
    `Basic ${shop.applicationKey}`,
    shop.applicationKey,
  ]
  for (const authorization of strangers) {
    const answer = await shop.call(api.userCredit, { user }, { headers: { authorization } })
    expect([authorization, answer.status]).toEqual([authorization, 401])
    expect(answer).toMatchObject(refused)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  // before the body is read
  const broken = await shop.send(`/api/v1/users/${user}/charges`, {
    method: 'POST',
    headers: { authorization: 'Bearer none', 'content-type': 'application/json' },
    body: '{',
  })
  expect(broken.status).toBe(401)
})

test('the session of a customer opens nothing here', async () => {
  await using shop = await startApplication()
  const { status } = await shop.ann.send({
    method: 'GET',
    url: `/api/v1/users/${shop.ann.user.id}/credit`,
  })
  expect(status).toBe(401)
})

test('several keys live at a time; a revoked one is dead within 30 seconds', async () => {
  await using shop = await startApplication()
  const { server, application } = shop
  server.stopClock()
  const user = shop.ann.user.id
  const second = await newKeyOf(server, application)
  expect(await shop.call(api.userCredit, { user })).toMatchObject({ status: 200 })
  expect(await shop.call(api.userCredit, { user }, bearer(second))).toMatchObject({ status: 200 })
  await server.sql`
    update application_keys set revoked_at = now()
    where id = (select id from application_keys order by id limit 1)`
  server.advance(KEY_CACHE_MS)
  expect(await shop.call(api.userCredit, { user })).toMatchObject(refused)
  expect(await shop.call(api.userCredit, { user }, bearer(second))).toMatchObject({ status: 200 })
  await server.sql`update applications set disabled_at = now()`
  server.advance(KEY_CACHE_MS)
  expect(await shop.call(api.userCredit, { user }, bearer(second))).toMatchObject(refused)
})

test('a key is read once in 30 seconds, and its use noted once a minute', async () => {
  await using shop = await startApplication()
  const { server } = shop
  server.stopClock()
  const user = shop.ann.user.id
  const lastUse = async () => {
    const [key] = await server.sql<{ at: Date }>`select last_used_at as at from application_keys`
    return key!.at.getTime()
  }
  const ask = () => shop.call(api.userCredit, { user })
  const begun = server.deps.now().getTime()
  await ask()
  expect(await lastUse()).toBe(begun)
  await server.sql`update applications set disabled_at = now()`
  server.advance(KEY_CACHE_MS - 1)
  expect(await ask()).toMatchObject({ status: 200 })
  await server.sql`update applications set disabled_at = null`
  server.advance(1)
  await ask()
  expect(await lastUse()).toBe(begun)
  server.advance(KEY_CACHE_MS)
  await ask()
  expect(await lastUse()).toBe(begun + 60_000)
})

test('a key that is bound to networks serves from there alone', async () => {
  await using shop = await startApplication()
  const { server } = shop
  const user = shop.ann.user.id
  const application = await newApplication(server)
  const from = async (networks: string[], ip: string) => {
    const key = await newKeyOf(server, application, { networks })
    const answer = await server.visitor({ ip }).send({
      method: 'GET',
      url: `/api/v1/users/${user}/credit`,
      headers: { authorization: `Bearer ${key}` },
    })
    return answer.status
  }
  const networks = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32']
  expect(await from(networks, '203.0.113.9')).toBe(200)
  expect(await from(networks, '::ffff:203.0.113.9')).toBe(200)
  expect(await from(networks, '198.51.100.7')).toBe(200)
  expect(await from(networks, '2001:db8::1')).toBe(200)
  expect(await from(networks, '203.0.114.1')).toBe(401)
  expect(await from(networks, '198.51.100.8')).toBe(401)
  expect(await from(networks, '2001:db9::1')).toBe(401)
})
