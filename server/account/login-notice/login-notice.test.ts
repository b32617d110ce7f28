import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { api } from '#contract/api.ts'
import { refuseLogin } from '#contract/account/login-notice.ts'
import { finishSecondLogin } from '#contract/account/second-factor.ts'
import { newApplication } from '../../testing/applications/applications.ts'
import { PASSWORD, type TestServer, type TestUser } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { readMailedCode, readMailedToken } from '../../testing/mailed-secrets.ts'
import { givePassword, setUpTotp } from '../../testing/second-factor.ts'
import { passwordDigest } from '../password/passwords.ts'

const serverOf = serverOfFile()
const EMAIL = 'ann@example.com'
const DAY = 24 * 60 * 60 * 1000
const NEW = passwordDigest('an entirely new password')
const right = passwordDigest(PASSWORD)
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const isNotice = ({ subject }: { subject: string }) => subject.endsWith('账户在新设备上登录')

async function notices(server: TestServer, email = EMAIL) {
  return (await server.mails(email)).filter(isNotice)
}

const refuse = (server: TestServer, token: string) => server.visitor().call(refuseLogin, { token })

/** An account that somebody else logs in to; the token of the mail about it. */
async function intrude(server: TestServer) {
  const owner = await server.newUser({ email: EMAIL })
  const intruder = await server.login(EMAIL)
  return { owner, intruder, token: await readMailedToken(server, EMAIL, 'not-me') }
}

test('a login on a new device is mailed with its time, device and address; the first login and those on known devices are not', async () => {
  const server = await serverOf()
  const owner = await server.newUser({ email: EMAIL })
  await owner.call(api.account.login, { email: EMAIL, password: right })
  expect(await notices(server)).toEqual([])

  server.stopClock()
  server.advance(Date.parse('2031-05-01T18:30:05.000Z') - server.deps.now().getTime())
  const headers = { 'user-agent': CHROME }
  const phone = server.visitor({ ip: '203.0.113.7' })
  const answer = await phone.call(api.account.login, { email: EMAIL, password: right }, { headers })
  expect(answer.status).toBe(200)
  await phone.call(api.account.login, { email: EMAIL, password: right })

  const mails = await notices(server)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('在一台新设备上用密码登录')
  expect(mails[0]!.text).toContain(
    '时间：2031-05-02 02:30:05\n设备：Chrome · Windows\nIP：203.0.113.7',
  )
  expect(mails[0]!.text).toContain('如是本人操作，请忽略本邮件')
  expect(mails[0]!.html).toContain('>非本人操作</a')
})

test('a wrong password is not mailed, and with a second factor the mail waits for it; its link stops logins that wait for theirs', async () => {
  const server = await serverOf()
  const owner = await server.newUser({ email: EMAIL })
  const totp = await setUpTotp(server, owner)
  const wrong = { email: EMAIL, password: passwordDigest('wrong') }
  await server.visitor().call(api.account.login, wrong)
  const stranger = await givePassword(server, owner)
  expect(await notices(server)).toEqual([])

  const answer = await stranger.call(finishSecondLogin, { totp: await totp.nextCode() })

  expect(answer.status).toBe(200)
  const mails = await notices(server)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('在一台新设备上用密码和两步验证登录')

  const waiting = await givePassword(server, owner)
  await refuse(server, await readMailedToken(server, EMAIL, 'not-me'))
  const finished = await waiting.call(finishSecondLogin, { totp: await totp.nextCode() })
  expect(finished.body.code).toBe('PASSWORD_STOPPED')
  const again = await server.visitor().call(api.account.login, { email: EMAIL, password: right })
  expect(again.body.code).toBe('PASSWORD_STOPPED')
})

test('an account gets five such mails a day', async () => {
  const server = await serverOf()
  await server.newUser({ email: EMAIL })
  await server.newUser({ email: 'bob@example.com' })
  for (let round = 1; round <= 2; round += 1) {
    await Promise.all([1, 2, 3, 4].map(() => server.login(EMAIL)))
  }
  await server.login('bob@example.com')
  expect(await notices(server)).toHaveLength(5)
  expect(await notices(server, 'bob@example.com')).toHaveLength(1)
  server.advance(DAY)
  await server.login(EMAIL)
  expect(await notices(server)).toHaveLength(6)
})

test('the link ends all sessions, stops the password, takes back keys made since and mails a link that sets a new one', async () => {
  const server = await serverOf()
  const owner = await server.newUser({ email: EMAIL })
  const application = await newApplication(server)
  const makeKey = (user: TestUser, name: string) =>
    user.call(apiKeys.createApiKey, { applicationId: application.id, name, monthlyLimit: null })
  const before = await makeKey(owner, 'before')
  server.advance(60_000)
  const intruder = await server.login(EMAIL)
  const since = await makeKey(intruder, 'since')
  expect([before.status, since.status]).toEqual([200, 200])
  const token = await readMailedToken(server, EMAIL, 'not-me')

  const visitor = server.visitor()
  const answer = await visitor.call(refuseLogin, { token })

  expect(answer).toMatchObject({ status: 200, body: { data: { mailedTo: 'a***@example.com' } } })
  expect(visitor.cookies.has('__Host-sid')).toBe(false)
  for (const browser of [owner, intruder]) {
    expect((await browser.call(api.account.profile, {})).status).toBe(401)
  }
  const keys = await server.sql`select name from api_keys where revoked_at is null`
  expect(keys).toEqual([{ name: 'before' }])
  const login = await server.visitor().call(api.account.login, { email: EMAIL, password: right })
  expect(login).toMatchObject({ status: 403, body: { code: 'PASSWORD_STOPPED' } })
  expect(login.body.message).toBe('该密码已停用，请通过“忘记密码”设置新密码')
  const wrong = { email: EMAIL, password: passwordDigest('wrong') }
  expect((await server.visitor().call(api.account.login, wrong)).body.code).toBe('BAD_CREDENTIALS')

  const link = await readMailedToken(server, EMAIL)
  const reset = await server
    .visitor()
    .call(api.account.resetPassword, { token: link, password: NEW })
  expect(reset.status).toBe(200)
  await server.login(EMAIL, 'an entirely new password')
})

test('the browser that uses the link is logged out of this account, and of no other', async () => {
  const server = await serverOf()
  const { owner, token } = await intrude(server)
  expect((await owner.call(refuseLogin, { token })).status).toBe(200)
  expect(owner.cookies.has('_userInfo')).toBe(false)

  const bob = await server.newUser({ email: 'bob@example.com' })
  await server.login('bob@example.com')
  const eve = await server.newUser({ email: 'eve@example.com' })
  const foreign = await readMailedToken(server, 'bob@example.com', 'not-me')
  expect((await eve.call(refuseLogin, { token: foreign })).status).toBe(200)
  expect((await eve.call(api.account.profile, {})).status).toBe(200)
  expect((await bob.call(api.account.profile, {})).status).toBe(401)
})

test('the link serves once and for seven days; opening the page changes nothing, and only a hash of its token is stored', async () => {
  const server = await serverOf()
  const { owner, token } = await intrude(server)
  const [row] = await server.sql<{ row: string }>`select n::text as row from login_notices n`
  expect(row!.row).not.toContain(token)
  await server.app.inject(`/account/reset-password?not-me=${token}`)
  await server.app.inject(`/clients/web/auth/login/refuse?token=${token}`)
  expect((await owner.call(api.account.profile, {})).status).toBe(200)
  const expired = { status: 410, body: { code: 'TOKEN_EXPIRED' } }
  server.advance(7 * DAY + 1)
  expect(await refuse(server, token)).toMatchObject(expired)
  server.advance(-DAY)
  const answers = await Promise.all([1, 2, 3].map(() => refuse(server, token)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410])
})

test('a link also answers later logins, a reset leaves those of earlier ones, and the newest takes back the keys of an earlier visit', async () => {
  const server = await serverOf()
  const { token: first } = await intrude(server)
  server.advance(1000)
  await server.login(EMAIL)
  const second = await readMailedToken(server, EMAIL, 'not-me')
  server.advance(1000)
  await server.login(EMAIL)
  const third = await readMailedToken(server, EMAIL, 'not-me')
  expect((await refuse(server, second)).status).toBe(200)
  expect((await refuse(server, third)).status).toBe(410)
  // a reset alone takes no keys back, so the link of an earlier login still does
  const link = await readMailedToken(server, EMAIL)
  await server.visitor().call(api.account.resetPassword, { token: link, password: NEW })
  expect((await refuse(server, first)).status).toBe(200)

  await server.newUser({ email: 'bob@example.com' })
  const application = await newApplication(server)
  server.advance(60_000)
  const visit = await server.login('bob@example.com')
  const key = { applicationId: application.id, name: 'first', monthlyLimit: null }
  expect((await visit.call(apiKeys.createApiKey, key)).status).toBe(200)
  const old = await readMailedToken(server, 'bob@example.com', 'not-me')
  server.advance(60_000)
  await server.login('bob@example.com')
  const newest = await readMailedToken(server, 'bob@example.com', 'not-me')
  expect(newest).not.toBe(old)
  expect((await refuse(server, newest)).status).toBe(200)
  expect(await server.sql`select name from api_keys where revoked_at is null`).toEqual([])
})

test('passwords that the intruder sets, also by a mailbox of their own, leave the link; then no reset link is mailed', async () => {
  const server = await serverOf()
  const { intruder, token } = await intrude(server)
  const hers = 'eve@example.com'
  await intruder.call(api.account.changePassword, {
    currentPassword: right,
    newPassword: 'mine now, all mine',
  })
  await intruder.call(api.account.sendChangeEmailCode, { email: hers })
  const code = await readMailedCode(server, hers)
  await intruder.call(api.account.changeEmail, { email: hers, code })
  const captcha = await server.solveCaptcha(intruder)
  await intruder.call(api.account.resetPasswordLink, { email: hers, captcha })
  const link = await readMailedToken(server, hers)
  await intruder.call(api.account.resetPassword, { token: link, password: NEW })
  await intruder.call(api.account.login, { email: hers, password: NEW })
  const resetLinks = async () =>
    (await server.mails()).filter(({ text }) => text.includes('reset-password?token=')).length
  const before = await resetLinks()

  expect((await refuse(server, token)).body.data).toEqual({ mailedTo: null })

  expect((await intruder.call(api.account.profile, {})).status).toBe(401)
  const stopped = server.login(hers, 'an entirely new password')
  await expect(stopped).rejects.toThrow('PASSWORD_STOPPED')
  expect(await resetLinks()).toBe(before)
})

test('the link in the mail about a new password ends the session of who set it and mails a reset', async () => {
  const server = await serverOf()
  const thief = await server.newUser({ email: EMAIL })
  const change = { currentPassword: right, newPassword: 'an entirely new password' }
  expect((await thief.call(api.account.changePassword, change)).status).toBe(200)
  const token = await readMailedToken(server, EMAIL, 'not-me')

  expect((await refuse(server, token)).body.data).toEqual({ mailedTo: 'a***@example.com' })

  expect((await thief.call(api.account.profile, {})).status).toBe(401)
  await expect(server.login(EMAIL, change.newPassword)).rejects.toThrow('PASSWORD_STOPPED')
  const reset = { token: await readMailedToken(server, EMAIL), password: right }
  expect((await server.visitor().call(api.account.resetPassword, reset)).status).toBe(200)
  expect((await server.login(EMAIL)).user.email).toBe(EMAIL)
})

test('a link in a mailbox that the account has left refuses nothing after an undone change', async () => {
  const server = await serverOf()
  const { intruder, token } = await intrude(server)
  await intruder.call(api.account.sendChangeEmailCode, { email: 'eve@example.com' })
  const code = await readMailedCode(server, 'eve@example.com')
  await intruder.call(api.account.changeEmail, { email: 'eve@example.com', code })
  const undo = await readMailedToken(server, EMAIL, 'undo')
  await server.login('eve@example.com')
  const eves = await readMailedToken(server, 'eve@example.com', 'not-me')
  expect((await server.visitor().call(api.account.undoEmailChange, { token: undo })).status).toBe(
    200,
  )

  expect((await refuse(server, eves)).status).toBe(410)
  expect((await refuse(server, token)).status).toBe(200)
})
