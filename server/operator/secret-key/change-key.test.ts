import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { newWebhookSecret, encryptWebhookSecret } from '../../applications/webhooks/sign-message.ts'
import { createUnsubscribeToken } from '../../credit/reminders/unsubscribe-token.ts'
import { decryptText, encryptText } from '../../lib/encrypted-text.ts'
import { checkSecretKey } from '../../process/start/checks/database-checks.ts'
import { newApplication } from '../../testing/applications/applications.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/harness.ts'
import { readMailedCode } from '../../testing/mailed-secrets.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { operatorOf } from '../../testing/operator.ts'

const OLD = 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe'
const NEW = 'Zq8vT2mKx4Rb6Jw1Yc9Ls3Hd5Gf7Np0A'

/** Nodes on one database, by their keys. */
const nodesOf = oncePerFile(async () => {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const nodeOf = async (SECRET_KEY: string) =>
    stack.use(await startTestServer({ database, environment: { SECRET_KEY } }))
  const [old, alone, both] = [await nodeOf(OLD), await nodeOf(NEW), await nodeOf(`${NEW},${OLD}`)]
  return { database, old, alone, both, [Symbol.asyncDispose]: () => stack.disposeAsync() }
})

/** What a browser of one node sends goes to another. */
function moveTo(node: TestServer, cookies: ReadonlyMap<string, string>) {
  const browser = node.visitor()
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}

const loginTo = (node: TestServer, email: string) =>
  node.visitor().call(api.account.login, { email, password: passwordDigest(PASSWORD) })

test('with new,old a session, its csrf token, a mailed code and a link of the old key go on', async () => {
  const { old, alone, both } = await nodesOf()
  const ann = await old.newUser()
  await ann.call(api.account.profile, {})
  const captcha = await old.solveCaptcha()
  const visitor = old.visitor()
  await visitor.call(api.account.registerCode, { email: 'bob@example.com', captcha })
  const code = await readMailedCode(old, 'bob@example.com')

  const stranger = moveTo(alone, ann.cookies)
  const refused = await stranger.call(api.account.editProfile, { nickname: 'Anna' })
  expect([refused.status, refused.body.code]).toEqual([403, 'CSRF'])
  const moved = moveTo(both, ann.cookies)
  expect((await moved.call(api.account.editProfile, { nickname: 'Anna' })).status).toBe(200)
  const registered = await moveTo(both, visitor.cookies).call(api.account.register, {
    email: 'bob@example.com',
    code,
    password: passwordDigest('correct horse battery 2'),
  })
  expect([registered.status, registered.body.message]).toEqual([200, expect.any(String)])
  const token = createUnsubscribeToken(OLD, { userId: ann.user.id, kind: 'low' })
  const page = await both.visitor().send({ method: 'POST', url: `/unsubscribe/${token}` })
  expect(page.status).toBe(200)
})

test('with new,old a login stores the password under the new key, and the new one alone suffices afterwards', async () => {
  const { old, alone, both } = await nodesOf()
  const { user } = await old.newUser()
  const login = (node: TestServer) => loginTo(node, user.email)
  expect((await login(alone)).body.code).toBe('BAD_CREDENTIALS')
  expect((await login(both)).status).toBe(200)
  expect((await login(alone)).status).toBe(200)
  expect((await login(both)).status).toBe(200)
  expect((await login(old)).body.code).toBe('BAD_CREDENTIALS')
})

test('rotate encrypts all stored secrets anew, keeps what no key opens, and refuses with one key alone', async () => {
  await using stack = new AsyncDisposableStack()
  const { database, old, both } = await nodesOf()
  const { sql } = old
  const read = await newApplication(old)
  const lost = await newApplication(old)
  const secret = newWebhookSecret()
  const store = (id: string, sealed: Buffer) => sql`
    update applications set webhook_url = 'https://tool.test/hook', webhook_secret = ${sealed}
    where id = ${id}`
  await store(read.id, encryptWebhookSecret(OLD, secret))
  const unreadable = encryptText('b'.repeat(32), 'application-webhook', secret)
  await store(lost.id, unreadable)

  const single = stack.use(await operatorOf({ config: old.config, database }))
  const refusal = await single.refusal('secret-key', 'rotate', '--yes')
  expect([refusal.code, refusal.message]).toEqual([
    'SECRET_KEY',
    expect.stringContaining('新的,旧的'),
  ])
  const operator = stack.use(await operatorOf({ config: both.config, database }))
  const { rotated, lost: count } = await operator.json<{ rotated: number; lost: number }>([
    'secret-key',
    'rotate',
    '--yes',
  ])
  expect([rotated >= 1, count]).toEqual([true, 1])
  const sealedOf = async (id: string) => {
    const [row] = await sql<{ sealed: Buffer }>`
      select webhook_secret as sealed from applications where id = ${id}`
    return row!.sealed
  }
  expect(decryptText(NEW, 'application-webhook', await sealedOf(read.id))).toBe(secret)
  expect(await sealedOf(lost.id)).toEqual(unreadable)
})

test('start with new,old teaches the database the new key; one that it does not know is refused', async () => {
  const { old } = await nodesOf()
  const check = (secretKey: string) => checkSecretKey(old.sql, { ...old.config, secretKey })
  await check(OLD)
  await expect(check(NEW)).rejects.toThrow('SECRET_KEY 与这个数据库一直使用的不同')
  await check(`${OLD},${NEW}`)
  await expect(check(NEW)).rejects.toThrow('新的,旧的')
  await check(`${NEW},${OLD}`)
  await check(NEW)
  await expect(check(OLD)).rejects.toThrow('SECRET_KEY 与这个数据库一直使用的不同')
})
