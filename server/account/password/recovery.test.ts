import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { createTestDatabase, PATIENT, untilWaiting } from '../../testing/database/test-database.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/harness.ts'
import { passwordDigest } from './passwords.ts'
import { setEmail } from '../users.store.ts'
import { readMailedToken } from '../../testing/mailed-secrets.ts'
import { setUpTotp } from '../../testing/second-factor.ts'
import { forgetRefusals, serverOfFile } from '../../testing/server-of-file.ts'
import { closeAccount } from '#contract/account/personal-data.ts'

const serverOf = serverOfFile()

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
  const server = await serverOf()
  const ann = await server.newUser({ email: EMAIL })
  const token = await requestToken(server)
  const [link] = await server.sql<{ row: string; expiresAt: Date }>`
    select t::text as row, expires_at as "expiresAt" from reset_tokens t`
  expect(link!.row).not.toContain(token)
  const [mail] = await server.sql<{ goodUntil: string }>`
    select payload ->> 'goodUntil' as "goodUntil" from jobs where kind = 'mail'`
  expect(mail!.goodUntil).toBe(link!.expiresAt.toISOString())
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

test('a weak password is rejected and leaves the link; a logged-in browser that resets the password is logged out and can log in at once', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: EMAIL })
  const token = await requestToken(server)
  expect(await reset(server, token, '88888888')).toMatchObject({
    status: 422,
    body: { code: 'PASSWORD_WEAK', fields: { password: expect.any(String) } },
  })
  expect(
    (await ann.call(api.account.resetPassword, { token, password: passwordDigest(NEW) })).status,
  ).toBe(200)
  expect(ann.cookies.has('_userInfo')).toBe(false)
  const login = await ann.call(api.account.login, { email: EMAIL, password: passwordDigest(NEW) })
  expect(login.status).toBe(200)
})

test('an address without an account gets the same answer and a mail that says so', async () => {
  const server = await serverOf()
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
  const { asking } = await server.sql.begin(async (tx) => {
    await setEmail(tx, user.id, { email: 'new@example.com', now: new Date() })
    const asked = askForLink(server)
    await untilWaiting(server.sql)
    return { asking: asked }
  })
  expect((await asking).status).toBe(200)
  const [mail] = await server.mails(EMAIL)
  expect(mail!.text).not.toContain('token')
  expect(await server.sql`select from reset_tokens`).toEqual([])
})

test('a link expires after thirty minutes, and a newer one invalidates it', async () => {
  const server = await serverOf()
  await server.newUser({ email: EMAIL })
  const first = await requestToken(server)
  await server.sql`update rate_limits set expire = 1 where key like 'mailResend:%'`
  const second = await requestToken(server)
  expect((await reset(server, first)).body.code).toBe('TOKEN_EXPIRED')
  server.advance(30 * MINUTE + 1)
  expect((await reset(server, second)).body.code).toBe('TOKEN_EXPIRED')
})

test('of concurrent resets with one link, and of concurrent password changes, only one succeeds', async () => {
  const server = await serverOf()
  await server.newUser({ email: EMAIL })
  const token = await requestToken(server)
  const answers = await Promise.all([1, 2, 3].map((n) => reset(server, token, `${NEW} ${n}`)))
  const won = answers.flatMap(({ status }, index) => (status === 200 ? [index + 1] : []))
  expect(won).toHaveLength(1)
  const winner = `${NEW} ${won[0]}`
  const browsers = [await server.login(EMAIL, winner), await server.login(EMAIL, winner)]
  const changes = await Promise.all(
    browsers.map((browser, n) =>
      browser.call(api.account.changePassword, {
        currentPassword: passwordDigest(winner),
        newPassword: `${NEW} again ${n}`,
      }),
    ),
  )
  const changed = changes.flatMap(({ status }, n) => (status === 200 ? [n] : []))
  expect(changed).toHaveLength(1)
  await server.login(EMAIL, `${NEW} again ${changed[0]}`)
})

test('a reset unlocks the login, deletes codes mailed to the address and forgets the known devices of other browsers', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: EMAIL })
  const captcha = await server.solveCaptcha()
  await server.visitor().call(api.account.registerCode, { email: EMAIL, captcha })
  expect(await server.sql`select 1 from mailed_codes`).toHaveLength(1)
  const wrong = { email: EMAIL, password: passwordDigest('wrong') }
  await server.visitor().call(api.account.login, wrong)
  await server.sql`update rate_limits set points = 60 where key similar to 'login(Account|Success):%'`
  await expect(server.login(EMAIL)).rejects.toThrow('RATE_LIMITED')

  await reset(server, await requestToken(server))

  expect(await server.sql`select 1 from mailed_codes`).toEqual([])
  forgetRefusals(server)
  await server.login(EMAIL, NEW)
  await server.visitor().call(api.account.login, wrong)
  await server.sql`update rate_limits set points = 10 where key like 'loginAccount:%'`
  await ann.call(api.site.csrfToken, {})
  const answer = await ann.call(api.account.login, { email: EMAIL, password: passwordDigest(NEW) })
  expect(answer.body.code).toBe('RATE_LIMITED')
})

test('a reset cancels a closing that a thief with a second factor of their own began', async () => {
  const server = await serverOf()
  const { password } = await server.newUser({ email: EMAIL })
  const mallory = await server.login(EMAIL)
  await setUpTotp(server, mallory)
  const closing = await mallory.call(closeAccount, { password: passwordDigest(password) })
  expect(closing.status).toBe(200)

  const owner = server.visitor()
  const captcha = await server.solveCaptcha(owner)
  await owner.call(api.account.resetPasswordLink, { email: EMAIL, captcha })
  const token = await readMailedToken(server, EMAIL)
  const input = { token, password: passwordDigest('an entirely new password') }
  expect((await owner.call(api.account.resetPassword, input)).status).toBe(200)

  expect(await server.sql`select closing_at from users`).toEqual([{ closing_at: null }])
  const subjects = (await server.mails(EMAIL)).map(({ subject }) => subject)
  expect(subjects.at(-2)).toMatch(/账户不会注销$/)
})

test('§3 password change: a password change needs the old password, ends every other session and an earlier reset link', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: EMAIL })
  const phone = await server.login(EMAIL)
  const before = ann.cookies.get('__Host-sid')
  const link = await requestToken(server)
  const answer = await ann.call(api.account.changePassword, {
    currentPassword: passwordDigest(PASSWORD),
    newPassword: NEW,
  })
  expect(answer).toMatchObject({ status: 200, body: { data: null } })
  expect(ann.cookies.get('__Host-sid')).not.toBe(before)
  expect((await ann.call(api.account.editProfile, { nickname: 'Bob' })).status).toBe(200)
  expect((await phone.call(api.account.profile, {})).status).toBe(401)
  expect((await server.mails(EMAIL)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/在新设备上登录$/),
    expect.any(String),
    expect.stringMatching(/密码已修改$/),
  ])
  expect((await reset(server, link, `${NEW} 2`)).body.code).toBe('TOKEN_EXPIRED')
  await server.login(EMAIL, NEW)
})

test('a wrong current password gets 422 and a field error, the eleventh 429; a right one resets the counter', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const change = (from: string, to = NEW) =>
    ann.call(api.account.changePassword, { currentPassword: passwordDigest(from), newPassword: to })
  for (let n = 1; n <= 9; n += 1) expect((await change('wrong')).status).toBe(422)
  expect((await change(PASSWORD)).status).toBe(200)
  for (let n = 1; n <= 10; n += 1) {
    expect(await change('wrong', `${NEW} 2`)).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_WRONG', fields: { currentPassword: '当前密码不正确' } },
    })
  }
  expect((await change('wrong', `${NEW} 2`)).status).toBe(429)
})

test('two forms of a wrong current password are two tries', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const currentPassword = `${passwordDigest('wrong')} ${passwordDigest('not it either')}`
  const statuses: number[] = []
  for (let n = 1; n <= 6; n += 1) {
    const { status } = await ann.call(api.account.changePassword, {
      currentPassword,
      newPassword: NEW,
    })
    statuses.push(status)
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
})

test('a logged-in user sets ten new passwords an hour', async () => {
  const server = await serverOf()
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

test('§5 newPassword: the new password is checked as typed and hashed even when it looks like a digest', async () => {
  const server = await serverOf()
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
