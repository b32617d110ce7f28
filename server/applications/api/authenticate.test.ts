import { expect, test } from 'vitest'
import * as api from '#contract/applications/applications.ts'
import { startApplication } from '../../testing/applications/application-client.ts'
import { newApplication, newKeyOf } from '../../testing/applications/applications.ts'
import { startTestServer, type TestServer } from '../../testing/harness.ts'
import { disableApplication } from '../registry/applications.store.ts'
import { rotateSecrets } from '../registry/rotate-secrets.ts'
import { KEY_CACHE_MS } from './authenticate.ts'

const refused = {
  status: 401,
  body: { code: 'UNAUTHENTICATED', message: expect.stringMatching(/应用密钥/) },
}

test('without a live key, or with the session of a customer, a call is a 401 that clears no cookies', async () => {
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
  const url = `/api/v1/users/${user}/credit`
  expect(await shop.ann.send({ method: 'GET', url })).toMatchObject({ status: 401 })
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

/** Two nodes on one database whose clocks stand still, and whether a key serves on each. */
async function startNodes() {
  const cleanup = new AsyncDisposableStack()
  const shop = cleanup.use(await startApplication())
  const second = cleanup.use(await startTestServer({ database: shop.server.database }))
  const nodes: TestServer[] = [shop.server, second]
  for (const node of nodes) node.stopClock()
  const url = api.userCredit.path.replace(':user', shop.ann.user.id)
  const statuses = (key: string) =>
    Promise.all(
      nodes.map(async (node) => {
        const headers = { authorization: `Bearer ${key}` }
        return (await node.visitor().send({ method: 'GET', url, headers })).status
      }),
    )
  return {
    ...shop,
    statuses,
    pass: (ms: number) => nodes.forEach((node) => node.advance(ms)),
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

const rotate = ({ server, application }: Awaited<ReturnType<typeof startNodes>>) =>
  rotateSecrets(server.deps, application.id, { withClientSecret: false, withWebhookSecret: false })

test('a rotated key serves beside the new one until the next rotation; a dead one is refused on every node within 30 s', async () => {
  await using shop = await startNodes()
  const { server, application, applicationKey: first, statuses, pass } = shop
  expect(await statuses(first)).toEqual([200, 200])
  expect(await rotate(shop)).toMatchObject({ revokedKeys: 0 })
  pass(KEY_CACHE_MS)
  expect(await statuses(first)).toEqual([200, 200])
  expect(await rotate(shop)).toMatchObject({ revokedKeys: 1 })
  pass(KEY_CACHE_MS - 1)
  expect(await statuses(first)).toEqual([200, 200])
  pass(1)
  expect(await statuses(first)).toEqual([401, 401])

  // a disabled application
  const [second, third] = [await newKeyOf(server, application), await newKeyOf(server, application)]
  for (const key of [second, third]) expect(await statuses(key)).toEqual([200, 200])
  const unused = await newKeyOf(server, application)
  expect(await disableApplication(server.sql, application.id, new Date())).toBe(true)
  expect(await statuses(unused)).toEqual([401, 401])
  pass(KEY_CACHE_MS)
  for (const key of [second, third]) expect(await statuses(key)).toEqual([401, 401])
})
