import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { createTestDatabase, PATIENT, untilWaiting } from '../../testing/database/test-database.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/harness.ts'
import { passwordDigest } from './passwords.ts'
import { setEmail } from '../users.store.ts'
import { readMailedToken } from '../../testing/mailed-secrets.ts'

const EMAIL = 'ann@example.com'
const NEW = 'an entirely new password'
const MINUTE = 60 * 1000

async function askForLink(server: TestServer, email = EMAIL) {
  const visitor = server.visitor()
  const captcha = await server.solveCaptcha(visitor)
  return visitor.call(api.account.resetPasswordLink, { email, captcha })
}

async function requestToken(server: TestServer): Promise<string> {
  expect((await askForLink(server)).status).toBe(200)
  return readMailedToken(server, EMAIL)
}

const reset = (server: TestServer, token: string, typed = NEW) =>
  server.visitor().call(api.account.resetPassword, { token, password: passwordDigest(typed) })

test('§3 reset, §3 reset link: the mailed link sets a new password once, ends every session and logs nobody in', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  const token = await requestToken(server)
  const visitor = server.visitor()
  const input = { token, password: passwordDigest(NEW) }
  const answer = await visitor.call(api.account.resetPassword, input)
  expect(answer).toMatchObject({ status: 200, body: { data: null } })
  expect([...visitor.cookies.keys()].toSorted()).toEqual(['__Host-device', '__Host-pre', '_csrf'])
  expect((await ann.call(api.account.profile, {})).status).toBe(401)
  await expect(server.login(EMAIL, PASSWORD)).rejects.toThrow('BAD_CREDENTIALS')
  expect((await server.mails(EMAIL)).at(-1)!.subject).toMatch(/密码已修改$/)
  await server.login(EMAIL, NEW)
  expect(await reset(server, token)).toMatchObject({ status: 410, body: { code: 'TOKEN_EXPIRED' } })
})

test('a logged-in browser that resets the password is logged out and can log in at once', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  const token = await requestToken(server)
  expect(
    (await ann.call(api.account.resetPassword, { token, password: passwordDigest(NEW) })).status,
  ).toBe(200)
  expect(ann.cookies.has('_userInfo')).toBe(false)
  const login = await ann.call(api.account.login, { email: EMAIL, password: passwordDigest(NEW) })
  expect(login.status).toBe(200)
})

test('an address without an account gets the same answer and a mail that says so', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  const known = await askForLink(server, EMAIL)
  const unknown = await askForLink(server, 'bob@example.com')
  expect(known).toMatchObject({ status: 200, body: { data: { expiresIn: 1800 } } })
  expect(unknown.body).toEqual(known.body)
  const [mail] = await server.mails('bob@example.com')
  expect(mail!.text).not.toContain('token')
})

test('a link requested during a change of the address is not mailed to the old address', async () => {
  await using database = await createTestDatabase(PATIENT)
  await using server = await startTestServer({ database })
  const { user } = await server.newUser({ email: EMAIL })
  const holding = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const change = server.sql.begin(async (tx) => {
    await setEmail(tx, user.id, { email: 'new@example.com', now: new Date() })
    holding.resolve()
    await release.promise
  })
  await holding.promise
  const asking = askForLink(server)
  await untilWaiting(server.sql)
  release.resolve()
  await change
  expect((await asking).status).toBe(200)
  const [mail] = await server.mails(EMAIL)
  expect(mail!.text).not.toContain('token')
  expect(await server.sql`select from reset_tokens`).toEqual([])
})

test('the stored row does not contain the token', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  const token = await requestToken(server)
  const [row] = await server.sql<{ row: string }>`select t::text as row from reset_tokens t`
  expect(row!.row).not.toContain(token)
})

test('a link expires after thirty minutes, and a newer one invalidates it', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  const first = await requestToken(server)
  await using later = await startTestServer({ database: server.database })
  await server.sql`update rate_limits set expire = 1 where key like 'mailResend:%'`
  const second = await requestToken(later)
  expect((await reset(server, first)).body.code).toBe('TOKEN_EXPIRED')
  server.advance(30 * MINUTE + 1)
  expect((await reset(server, second)).body.code).toBe('TOKEN_EXPIRED')
})

test('of concurrent resets with one link only one succeeds', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  const token = await requestToken(server)
  const answers = await Promise.all([1, 2, 3].map((n) => reset(server, token, `${NEW} ${n}`)))
  const won = answers.flatMap(({ status }, index) => (status === 200 ? [index + 1] : []))
  expect(won).toHaveLength(1)
  await server.login(EMAIL, `${NEW} ${won[0]}`)
})

test('a weak password is rejected and the link stays valid', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  const token = await requestToken(server)
  expect(await reset(server, token, '88888888')).toMatchObject({
    status: 422,
    body: { code: 'PASSWORD_WEAK', fields: { password: expect.any(String) } },
  })
  expect((await reset(server, token)).status).toBe(200)
})

test('the 31st reset token tried from one network within an hour gets 429', async () => {
  await using server = await startTestServer()
  for (let n = 1; n <= 30; n += 1) expect((await reset(server, 'A'.repeat(43))).status).toBe(410)
  expect((await reset(server, 'A'.repeat(43))).status).toBe(429)
})

test('an unknown token gets 410, a malformed one 400', async () => {
  await using server = await startTestServer()
  expect((await reset(server, 'A'.repeat(43))).status).toBe(410)
  expect((await reset(server, 'A'.repeat(42))).status).toBe(400)
})

test('a reset works while the login is locked and unlocks it', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  await server
    .visitor()
    .call(api.account.login, { email: EMAIL, password: passwordDigest('wrong') })
  await server.sql`update rate_limits set points = 60 where key similar to 'login(Account|Success):%'`
  await expect(server.login(EMAIL)).rejects.toThrow('RATE_LIMITED')
  await reset(server, await requestToken(server))
  await using fresh = await startTestServer({ database: server.database })
  await fresh.login(EMAIL, NEW)
})

test('a reset forgets the known devices of other browsers', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  await reset(server, await requestToken(server))
  await server
    .visitor()
    .call(api.account.login, { email: EMAIL, password: passwordDigest('wrong') })
  await server.sql`update rate_limits set points = 10 where key like 'loginAccount:%'`

  await ann.call(api.site.csrfToken, {})
  const answer = await ann.call(api.account.login, { email: EMAIL, password: passwordDigest(NEW) })

  expect(answer.body.code).toBe('RATE_LIMITED')
})

test('a reset deletes codes that were mailed to the address', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  const captcha = await server.solveCaptcha()
  await server.visitor().call(api.account.registerCode, { email: EMAIL, captcha })
  expect(await server.sql`select 1 from mailed_codes`).toHaveLength(1)
  await reset(server, await requestToken(server))
  expect(await server.sql`select 1 from mailed_codes`).toEqual([])
})

test('the reset mail is valid exactly as long as its link', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  await requestToken(server)
  const [mail] = await server.sql<{ goodUntil: string }>`
    select payload ->> 'goodUntil' as "goodUntil" from jobs where kind = 'mail'`
  const [link] = await server.sql<{ expiresAt: Date }>`
    select expires_at as "expiresAt" from reset_tokens`
  expect(mail?.goodUntil).toBe(link?.expiresAt.toISOString())
})

test('§3 password change: a password change needs the old password and ends every other session', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  const phone = await server.login(EMAIL)
  const before = ann.cookies.get('__Host-sid')
  const answer = await ann.call(api.account.changePassword, {
    currentPassword: passwordDigest(PASSWORD),
    newPassword: NEW,
  })
  expect(answer).toMatchObject({ status: 200, body: { data: null } })
  expect(ann.cookies.get('__Host-sid')).not.toBe(before)
  expect((await ann.call(api.account.editProfile, { nickname: 'Bob' })).status).toBe(200)
  expect((await phone.call(api.account.profile, {})).status).toBe(401)
  expect((await server.mails(EMAIL)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/在新设备上登录了$/),
    expect.stringMatching(/密码已修改$/),
  ])
  await server.login(EMAIL, NEW)
})

test('a wrong current password gets 422 and a field error, the eleventh 429', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const attempt = () =>
    ann.call(api.account.changePassword, {
      currentPassword: passwordDigest('wrong'),
      newPassword: NEW,
    })
  for (let n = 1; n <= 10; n += 1) {
    expect(await attempt()).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_WRONG', fields: { currentPassword: '当前密码不正确' } },
    })
  }
  expect((await attempt()).status).toBe(429)
})

test('of two concurrent password changes only one succeeds', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  const phone = await server.login(EMAIL)
  const answers = await Promise.all(
    [ann, phone].map((browser, n) =>
      browser.call(api.account.changePassword, {
        currentPassword: passwordDigest(PASSWORD),
        newPassword: `${NEW} ${n}`,
      }),
    ),
  )
  const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
  expect(won).toHaveLength(1)
  await server.login(EMAIL, `${NEW} ${won[0]}`)
})

test('a right password resets the counter of wrong ones', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const change = (from: string, to: string) =>
    ann.call(api.account.changePassword, { currentPassword: passwordDigest(from), newPassword: to })
  for (let n = 1; n <= 9; n += 1) await change('wrong', NEW)
  expect((await change(PASSWORD, NEW)).status).toBe(200)
  const answers = [await change('wrong', `${NEW} 2`), await change('wrong', `${NEW} 2`)]
  expect(answers.map(({ status }) => status)).toEqual([422, 422])
})

test('a logged-in user sets ten new passwords an hour', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  const typed = [PASSWORD, ...Array.from({ length: 11 }, (_, n) => `${NEW} ${n}`)]
  const answers: number[] = []
  for (const [n, newPassword] of typed.slice(1).entries()) {
    const currentPassword = passwordDigest(typed[n]!)
    const answer = await ann.call(api.account.changePassword, { currentPassword, newPassword })
    answers.push(answer.status)
  }
  expect(answers).toEqual([...Array<number>(10).fill(200), 429])
})

test('a password change invalidates an earlier reset link', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  const token = await requestToken(server)
  await ann.call(api.account.changePassword, {
    currentPassword: passwordDigest(PASSWORD),
    newPassword: NEW,
  })
  expect((await reset(server, token, `${NEW} 2`)).body.code).toBe('TOKEN_EXPIRED')
})

test('§5 newPassword: the new password is checked as typed and hashed even when it looks like a digest', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  const change = (newPassword: string) =>
    ann.call(api.account.changePassword, { currentPassword: passwordDigest(PASSWORD), newPassword })
  for (const [typed, code] of [
    ['short', 'VALIDATION'],
    ['x'.repeat(65), 'VALIDATION'],
    [PASSWORD, 'VALIDATION'],
    ['password123', 'PASSWORD_WEAK'],
    [EMAIL, 'PASSWORD_WEAK'],
  ] as const) {
    const answer = await change(typed)
    expect([typed, answer.body.code]).toEqual([typed, code])
    expect(answer.body.fields).toHaveProperty('newPassword')
  }
  const looksLikeDigest = passwordDigest('x')
  expect((await change(looksLikeDigest)).status).toBe(200)
  await server.login(EMAIL, looksLikeDigest)
  await expect(server.login(EMAIL, 'x')).rejects.toThrow('BAD_CREDENTIALS')
})
