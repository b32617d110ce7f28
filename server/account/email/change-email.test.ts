import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Client } from '../../testing/client.ts'
import { PASSWORD, type TestServer, type TestUser } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { passwordDigest } from '../password/passwords.ts'
import { readMailedCode, readMailedToken } from '../../testing/mailed-secrets.ts'

const serverOf = serverOfFile()
const OLD = 'ann@example.com'
const NEW = 'ann@new.example'
const MINUTE = 60 * 1000

async function requestCode(server: TestServer, user: TestUser, email = NEW): Promise<string> {
  const answer = await user.call(api.account.sendChangeEmailCode, { email })
  expect(answer).toMatchObject({ status: 200, body: { data: { expiresIn: 600, resendIn: 60 } } })
  return readMailedCode(server, email)
}

test('§3 e-mail change: the code from the new mailbox changes the address; the old one is notified and its reset link expires', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: OLD })
  const captcha = await server.solveCaptcha()
  await server.visitor().call(api.account.resetPasswordLink, { email: OLD, captcha })
  const token = await readMailedToken(server, OLD)
  const code = await requestCode(server, ann)
  const answer = await ann.call(api.account.changeEmail, { email: NEW, code })
  expect(answer).toMatchObject({ status: 200, body: { data: { user: { email: NEW } } } })
  expect(JSON.parse(ann.cookies.get('_userInfo')!)).toMatchObject({ email: 'a***@new.example' })
  expect((await server.mails(OLD)).slice(1).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/邮箱已修改$/),
  ])
  const password = passwordDigest('an entirely new password')
  const reset = await server.visitor().call(api.account.resetPassword, { token, password })
  expect(reset).toMatchObject({ status: 410, body: { code: 'TOKEN_EXPIRED' } })
  await server.login(NEW)
  await expect(server.login(OLD)).rejects.toThrow('BAD_CREDENTIALS')
})

test('a login older than fifteen minutes gets REAUTH, which mails no code and uses up no try', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: OLD })
  server.advance(14 * MINUTE)
  const code = await requestCode(server, ann)
  server.advance(2 * MINUTE)
  const answer = await ann.call(api.account.changeEmail, { email: NEW, code })
  expect(answer).toMatchObject({ status: 403, body: { code: 'REAUTH' } })
  const other = await ann.call(api.account.sendChangeEmailCode, { email: 'ann@other.example' })
  expect(other).toMatchObject({ status: 403, body: { code: 'REAUTH' } })
  expect(await server.mails('ann@other.example')).toEqual([])
  const again = await server.login(OLD)
  expect((await again.call(api.account.changeEmail, { email: NEW, code })).status).toBe(200)
})

test("another user cannot try or invalidate a user's code, and a code for a registration changes no address", async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: OLD })
  const mallory = await server.newUser()
  const code = await requestCode(server, ann)
  const attempt = (user: Client) => user.call(api.account.changeEmail, { email: NEW, code })
  for (let n = 1; n <= 6; n += 1) {
    expect(await attempt(mallory)).toMatchObject({ status: 410, body: { code: 'CODE_EXPIRED' } })
  }
  await server.sql`update rate_limits set expire = 1 where key like 'mailResend:%'`
  const mallorys = await requestCode(server, mallory)
  if (mallorys !== code) expect((await attempt(mallory)).body.code).toBe('CODE_WRONG')
  const captcha = await server.solveCaptcha()
  const email = 'ann@third.example'
  await server.visitor().call(api.account.registerCode, { email, captcha })
  const foreign = { email, code: await readMailedCode(server, email) }
  const registration = await ann.call(api.account.changeEmail, foreign)
  expect(registration).toMatchObject({ status: 410, body: { code: 'CODE_EXPIRED' } })
  expect((await attempt(ann)).status).toBe(200)
})

test('a user gets ten codes an hour, three for one address, one a minute, none for the current one; another user has separate limits', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: OLD })
  const nextMinute = () =>
    server.sql`update rate_limits set expire = 1 where key like 'mailResend:%'`
  const send = async (user: Client, email: string) => {
    await nextMinute()
    return (await user.call(api.account.sendChangeEmailCode, { email })).status
  }
  expect(await ann.call(api.account.sendChangeEmailCode, { email: OLD })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', fields: { email: '新邮箱不能与当前邮箱相同' } },
  })
  for (let n = 1; n <= 3; n += 1) expect(await send(ann, NEW)).toBe(200)
  expect((await ann.call(api.account.sendChangeEmailCode, { email: NEW })).status).toBe(429)
  expect(await send(ann, NEW)).toBe(429)
  for (let n = 4; n <= 10; n += 1) expect(await send(ann, `ann${n}@new.example`)).toBe(200)
  expect(await send(ann, 'ann11@new.example')).toBe(429)
  const bob = await server.newUser()
  expect(await send(bob, NEW)).toBe(200)
  expect(await server.mails(NEW)).toHaveLength(4)
})

test('a registered address is mailed no code, and the answer is the same; one registered meanwhile gets 409 and nothing changes', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: OLD })
  await server.newUser({ email: NEW })
  const answer = await ann.call(api.account.sendChangeEmailCode, { email: NEW })
  expect(answer).toMatchObject({ status: 200, body: { data: { expiresIn: 600, resendIn: 60 } } })
  const [mail] = await server.mails(NEW)
  expect(mail!.text).not.toMatch(/\d{6}/)

  const email = 'ann@third.example'
  const code = await requestCode(server, ann, email)
  await server.newUser({ email })
  const taken = await ann.call(api.account.changeEmail, { email, code })
  expect(taken).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN', fields: { email: '该邮箱已被注册' } },
  })
  expect((await ann.call(api.account.profile, {})).body.data.user.email).toBe(OLD)
  expect(await server.mails(OLD)).toEqual([])
})

test("a password change or reset invalidates the user's codes, but not those of others", async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: OLD })
  const bob = await server.newUser()
  const kept = await requestCode(server, bob, 'bob@new.example')
  const beforeChange = await requestCode(server, ann)
  const change = {
    currentPassword: passwordDigest(PASSWORD),
    newPassword: 'the second good password',
  }
  expect((await ann.call(api.account.changePassword, change)).status).toBe(200)
  const attempt = (user: Client, email: string, code: string) =>
    user.call(api.account.changeEmail, { email, code })
  expect((await attempt(ann, NEW, beforeChange)).body.code).toBe('CODE_EXPIRED')

  const beforeReset = await requestCode(server, ann, 'ann@third.example')
  const captcha = await server.solveCaptcha()
  await server.visitor().call(api.account.resetPasswordLink, { email: OLD, captcha })
  const token = await readMailedToken(server, OLD)
  const password = 'the third good password'
  await server
    .visitor()
    .call(api.account.resetPassword, { token, password: passwordDigest(password) })
  const again = await server.login(OLD, password)
  expect((await attempt(again, 'ann@third.example', beforeReset)).body.code).toBe('CODE_EXPIRED')

  expect((await attempt(bob, 'bob@new.example', kept)).status).toBe(200)
})
