import { expect, test } from 'vitest'
import * as api from '#contract/applications/applications.ts'
import { startApplication } from '../../testing/applications/application-client.ts'
import { newKeyOf } from '../../testing/applications/applications.ts'
import { startTestServer, type TestServer } from '../../testing/harness.ts'
import { disableApplication } from '../registry/applications.store.ts'
import { rotateSecrets } from '../registry/rotate-secrets.ts'
import { KEY_CACHE_MS } from './authenticate.ts'

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

test('a rotated key serves beside the new one until the next rotation, then is dead on every node within 30 s', async () => {
  await using shop = await startNodes()
  const { applicationKey: first, statuses, pass } = shop
  expect(await statuses(first)).toEqual([200, 200])
  expect(await rotate(shop)).toMatchObject({ revokedKeys: 0 })
  pass(KEY_CACHE_MS)
  expect(await statuses(first)).toEqual([200, 200])
  expect(await rotate(shop)).toMatchObject({ revokedKeys: 1 })
  pass(KEY_CACHE_MS - 1)
  expect(await statuses(first)).toEqual([200, 200])
  pass(1)
  expect(await statuses(first)).toEqual([401, 401])
})

test('all keys of a disabled application are dead on every node within 30 s, new ones at once', async () => {
  await using shop = await startNodes()
  const { server, application, applicationKey, statuses, pass } = shop
  const second = await newKeyOf(server, application)
  for (const key of [applicationKey, second]) expect(await statuses(key)).toEqual([200, 200])
  const unused = await newKeyOf(server, application)
  expect(await disableApplication(server.sql, application.id, new Date())).toBe(true)
  expect(await statuses(unused)).toEqual([401, 401])
  pass(KEY_CACHE_MS)
  for (const key of [applicationKey, second]) expect(await statuses(key)).toEqual([401, 401])
})
