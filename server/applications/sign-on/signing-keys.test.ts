import { buildEndSessionUrl } from 'openid-client'
import { expect, test } from 'vitest'
import { startSignOnServer } from '../../testing/applications/sign-on-server.ts'
import { startTestServer } from '../../testing/harness.ts'
import { readSigningKeys, rotateSigningKey } from './signing-keys.ts'

const MINUTE = 60 * 1000
const DAY = 24 * 60 * MINUTE

test('a new key is published for 15 minutes before it signs, and its predecessor stays for 60 days', async () => {
  await using server = await startTestServer()
  const kids = async () => (await readSigningKeys(server.deps)).map(({ kid }) => kid)
  const [first] = await kids()
  server.advance(400 * DAY)
  const second = await rotateSigningKey(server.deps, { isLeaked: false })
  expect(second.ended).toBe(0)
  expect(await kids()).toEqual([first, second.id])
  server.advance(15 * MINUTE)
  expect(await kids()).toEqual([second.id, first])
  server.advance(59 * DAY)
  expect(await rotateSigningKey(server.deps, { isLeaked: false })).toMatchObject({ ended: 0 })
  server.advance(2 * DAY)
  expect(await rotateSigningKey(server.deps, { isLeaked: false })).toMatchObject({ ended: 1 })
  expect(await kids()).not.toContain(first)
})

test('the secret part of a key stays in the server; a rotated key is still taken, a leaked one is not', async () => {
  await using shop = await startSignOnServer()
  const { browser } = await shop.newCustomer()
  const tokens = await shop.application.signOn(browser)
  const readPublished = async () =>
    (await fetch(`${shop.server.config.publicUrl}/oidc/jwks`)).text()
  const [key] = await readSigningKeys(shop.server.deps)
  const secret = String(key!['d'])
  expect(secret).toMatch(/^[\w-]{43}$/)
  const published = await readPublished()
  expect(published).toContain(key!.kid)
  expect(published).not.toContain(secret)
  const rows = await shop.sql<{ key: Buffer }>`select private_key as key from sign_on_keys`
  expect(rows).toHaveLength(1)
  for (const encoding of ['utf8', 'latin1'] as const)
    expect(rows[0]!.key.toString(encoding)).not.toContain(secret)

  await shop.sql`update sign_on_keys set created_at = created_at - interval '400 days'`
  await rotateSigningKey(shop.server.deps, { isLeaked: false })
  const end = buildEndSessionUrl(shop.application.client, { id_token_hint: tokens.id_token! })
  expect(await browser.open(end.href)).toMatchObject({
    status: 200,
    text: expect.stringContaining('退出登录'),
  })

  const { id, ended } = await rotateSigningKey(shop.server.deps, { isLeaked: true })
  expect(ended).toBe(2)
  expect(Object(JSON.parse(await readPublished())).keys).toMatchObject([{ kid: id }])
  expect((await browser.open(end.href)).status).toBe(400)
  const begun = await shop.application.begin()
  const { url } = await browser.open(begun.url.href)
  const renewed = await shop.application.redeem(url, begun)
  const [header = ''] = renewed.id_token!.split('.')
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ kid: id })
})
