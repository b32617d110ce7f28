import { pino } from 'pino'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { emailKey } from '../limits.ts'
import { createPasswords, passwordDigest } from '../password/passwords.ts'
import { createTestDatabase, PATIENT, untilWaiting } from '../../testing/database/test-database.ts'
import { PASSWORD, startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { lockUser, setPasswordHash } from '../users.store.ts'

/** Its races may wait for locks. */
const serverOf = oncePerFile(async () => {
  const database = await createTestDatabase(PATIENT)
  const server = await startTestServer({ database })
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
})

const password = passwordDigest(PASSWORD)
const wrong = passwordDigest('not the password')

test('§3 login payload, §3 _userInfo: a login answers the user and sets the _userInfo cookie with a masked address', async () => {
  const server = await serverOf()
  const { user } = await server.newUser({ email: 'ann@example.com' })
  const visitor = server.visitor()
  const answer = await visitor.call(api.account.login, { email: ' Ann@Example.com', password })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ statusCode: 200, message: 'ok', data: { user } })
  expect(JSON.parse(visitor.cookies.get('_userInfo')!)).toEqual({
    nickname: 'Ann',
    email: 'a***@example.com',
    mark: expect.stringMatching(/^[\w-]{12}$/),
  })
  expect((await visitor.call(api.account.profile, {})).body.data.user).toEqual(user)
})

test('an unknown address and a wrong password get identical answers', async () => {
  const server = await serverOf()
  const { user } = await server.newUser()
  const [known, unknown] = await Promise.all([
    server.visitor().call(api.account.login, { email: user.email, password: wrong }),
    server.visitor().call(api.account.login, { email: 'nobody@example.com', password: wrong }),
  ])
  expect(known).toMatchObject({
    status: 400,
    body: { code: 'BAD_CREDENTIALS', message: '邮箱或密码不正确', data: null },
  })
  const { requestId: a, ...knownBody } = known.body
  const { requestId: b, ...unknownBody } = unknown.body
  expect(a).not.toBe(b)
  expect(unknownBody).toEqual(knownBody)
  expect(unknown.status).toBe(known.status)
  expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
})

test('a refused login is logged without address or password, and an unknown address is verified against a hash too', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const real = createPasswords('a', { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const verified: (string | null)[] = []
  const passwords: typeof real = {
    ...real,
    verify(stored, digest) {
      verified.push(stored)
      return real.verify(stored, digest)
    },
  }
  await using server = await startTestServer({ deps: { log, passwords } })
  const { user } = await server.newUser()
  verified.length = 0
  const emails = [user.email, 'nobody@example.com']
  for (const email of emails)
    await server.visitor({ ip: '203.0.113.9' }).call(api.account.login, { email, password: wrong })
  expect(verified).toEqual([expect.any(String), null])
  const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'login refused')
  expect(refused).toMatchObject([
    { user: user.id, email: emailKey(user.email), ip: '203.0.113.9', reqId: expect.any(String) },
    { user: null, email: emailKey('nobody@example.com'), ip: '203.0.113.9' },
  ])
  for (const secret of [...emails, wrong]) expect(lines.join('')).not.toContain(secret)
})

test('a login with the old password during a password change is rejected', async () => {
  const server = await serverOf()
  const { user } = await server.newUser()
  const { passwords } = server.deps
  const next = await passwords.hash(passwordDigest('the next password'))
  // locks the row as a password change does, until the login has read the old hash and waits for the lock
  const { login } = await server.sql.begin(async (tx) => {
    await lockUser(tx, user.id)
    await setPasswordHash(tx, user.id, next)
    const answering = server.visitor().call(api.account.login, { email: user.email, password })
    await untilWaiting(server.sql)
    return { login: answering }
  })
  expect(await login).toMatchObject({ status: 400, body: { code: 'BAD_CREDENTIALS' } })
})

test('a login rehashes a password that was stored at a lower cost', async () => {
  const weak = createPasswords('a', { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const strong = createPasswords('a', { memoryCost: 16, timeCost: 2, parallelism: 1 })
  await using server = await startTestServer({ deps: { passwords: weak } })
  const { user } = await server.newUser()
  const stored = async () => {
    const [row] = await server.sql<{ hash: string }>`select password_hash as hash from users`
    return row!.hash
  }
  expect(await stored()).toContain('m=8,t=1')
  server.deps.passwords = strong
  await server.login(user.email)
  expect(await stored()).toContain('m=16,t=2')
  const rehashed = await stored()
  await server.login(user.email)
  expect(await stored()).toBe(rehashed)
})

test('an account whose password was stored as it was typed logs in; the digest in front of it becomes no password', async () => {
  const server = await serverOf()
  const { user } = await server.newUser()
  const [composed, asTyped] = [passwordDigest(PASSWORD), passwordDigest('as it was typed')]
  await setPasswordHash(server.sql, user.id, await server.deps.passwords.hash(asTyped))
  const attempt = async (given: string) =>
    (await server.visitor().call(api.account.login, { email: user.email, password: given })).status
  expect(await attempt(composed)).toBe(400)
  expect(await attempt(`${composed} ${asTyped}`)).toBe(200)
  expect(await attempt(composed)).toBe(400)
  expect(await attempt(asTyped)).toBe(200)
})

test('two forms of a wrong password count as two failures', async () => {
  const server = await serverOf()
  const { user } = await server.newUser()
  const given = { email: user.email, password: `${wrong} ${passwordDigest('not it either')}` }
  const codes: (string | undefined)[] = []
  for (let time = 0; time < 4; time += 1) {
    codes.push((await server.visitor().call(api.account.login, given)).body.code)
  }
  expect(codes).toEqual([...Array<string>(3).fill('BAD_CREDENTIALS'), 'CAPTCHA_REQUIRED'])
})

test('an address is the same in full width, with invisible marks, punctuation around it and its domain in Chinese', async () => {
  const server = await serverOf()
  const { user } = await server.newUser({ email: 'lin@xn--fsqu00a.xn--fiqs8s' })
  for (const email of [
    'Lin@例子.中国',
    'ｌｉｎ＠例子．中国',
    ' <lin@xn--fsqu00a.xn--fiqs8s>；',
    '\uFEFFlin\u200B@例子。中国。',
    '\u3000lin@\u00ADxn--fsqu00a.xn--fiqs8s\u202C,',
  ]) {
    const { status, body } = await server.visitor().call(api.account.login, { email, password })
    expect([status, body.data?.user.id], email).toEqual([200, user.id])
  }
  const { body } = await server
    .visitor()
    .call(api.account.login, { email: 'lin wan@example.com', password })
  expect(body.fields).toEqual({ email: '请输入正确的邮箱地址' })
})
