import { pino } from 'pino'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { emailKey } from '../limits.ts'
import { SESSIONS_PER_USER } from '../../http/sessions/session.ts'
import { createPasswords, passwordDigest } from '../password/passwords.ts'
import { createTestDatabase, PATIENT, untilWaiting } from '../../testing/database/test-database.ts'
import { PASSWORD, startTestServer } from '../../testing/harness.ts'
import { lockUser, setPasswordHash } from '../users.store.ts'

const password = passwordDigest(PASSWORD)
const wrong = passwordDigest('not the password')

test('§3 login payload, §3 _userInfo: a login answers the user and sets the _userInfo cookie with a masked address', async () => {
  await using server = await startTestServer()
  const { user } = await server.newUser({ email: 'ann@example.com' })
  const visitor = server.visitor()
  const answer = await visitor.call(api.account.login, { email: ' Ann@Example.com', password })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ statusCode: 200, message: 'ok', data: { user } })
  expect(JSON.parse(visitor.cookies.get('_userInfo')!)).toEqual({
    nickname: 'Ann',
    email: 'a***@example.com',
  })
  expect((await visitor.call(api.account.profile, {})).body.data.user).toEqual(user)
})

test('an unknown address and a wrong password get identical answers', async () => {
  await using server = await startTestServer()
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

test('a refused login is logged with account, hash of the address and network, without address or password', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  await using server = await startTestServer({ deps: { log } })
  const { user } = await server.newUser()
  const emails = [user.email, 'nobody@example.com']
  for (const email of emails)
    await server.visitor({ ip: '203.0.113.9' }).call(api.account.login, { email, password: wrong })
  const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'login refused')
  expect(refused).toMatchObject([
    { user: user.id, email: emailKey(user.email), ip: '203.0.113.9', reqId: expect.any(String) },
    { user: null, email: emailKey('nobody@example.com'), ip: '203.0.113.9' },
  ])
  for (const secret of [...emails, wrong]) expect(lines.join('')).not.toContain(secret)
})

test('an unknown address is verified against a hash too', async () => {
  const real = createPasswords('a', { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const verified: (string | null)[] = []
  await using server = await startTestServer({
    deps: {
      passwords: {
        ...real,
        verify(stored, digest) {
          verified.push(stored)
          return real.verify(stored, digest)
        },
      },
    },
  })
  await server.visitor().call(api.account.login, { email: 'nobody@example.com', password })
  expect(verified).toEqual([null])
})

test('a login with the old password during a password change is rejected', async () => {
  await using database = await createTestDatabase(PATIENT)
  await using server = await startTestServer({ database })
  const { user } = await server.newUser()
  const { passwords } = server.deps
  const next = await passwords.hash(passwordDigest('the next password'))
  // locks the row as a password change does, until the login has read the old hash and waits for the lock
  const holding = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const change = server.sql.begin(async (tx) => {
    await lockUser(tx, user.id)
    await setPasswordHash(tx, user.id, next)
    holding.resolve()
    await release.promise
  })
  await holding.promise
  const login = server.visitor().call(api.account.login, { email: user.email, password })
  await untilWaiting(server.sql)
  release.resolve()
  await change
  expect(await login).toMatchObject({ status: 400, body: { code: 'BAD_CREDENTIALS' } })
})

test('concurrent logins leave no more than the maximum of sessions', async () => {
  await using server = await startTestServer()
  const { user } = await server.newUser()
  // more concurrent logins would need a captcha
  for (let begun = 0; begun <= SESSIONS_PER_USER; begun += 4) {
    await Promise.all(Array.from({ length: 4 }, () => server.login(user.email)))
  }
  const [row] = await server.sql<{ count: number }>`
    select count(*) from sessions where user_id = ${user.id}`
  expect(row!.count).toBe(SESSIONS_PER_USER)
})

test('a login rehashes a password that was stored at a lower cost', async () => {
  const weak = createPasswords('a', { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const strong = createPasswords('a', { memoryCost: 16, timeCost: 2, parallelism: 1 })
  await using server = await startTestServer({ deps: { passwords: weak } })
  const { user } = await server.newUser()
  await using later = await startTestServer({
    database: server.database,
    deps: { passwords: strong },
  })
  const stored = async () => {
    const [row] = await server.sql<{ hash: string }>`select password_hash as hash from users`
    return row!.hash
  }
  expect(await stored()).toContain('m=8,t=1')
  await later.login(user.email)
  expect(await stored()).toContain('m=16,t=2')
  const rehashed = await stored()
  await later.login(user.email)
  expect(await stored()).toBe(rehashed)
})
