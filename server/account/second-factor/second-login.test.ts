import { pino } from 'pino'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { closeAccount } from '#contract/account/personal-data.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import { startTestServer } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { codeOf, givePassword, setUpPasskey, setUpTotp } from '../../testing/second-factor.ts'
import { setBlocked, setPasswordHash } from '../users.store.ts'
import { passwordDigest } from '../password/passwords.ts'

const serverOf = serverOfFile()
const MINUTE = 60_000
const { beginSecondLogin, finishSecondLogin } = secondFactor

test('the password answers 403 SECOND_FACTOR with a five-minute cookie and no session', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const visitor = server.visitor()
  const { email } = ann.user
  const password = passwordDigest(ann.password)

  const answer = await visitor.call(api.account.login, { email, password })

  expect(answer).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR', data: null } })
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  const step = cookies.find((text) => text.startsWith('__Host-second='))
  expect(step).toMatch(/Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict/)
  expect(visitor.cookies.has('__Host-sid')).toBe(false)
  expect(visitor.cookies.has('_userInfo')).toBe(false)
  expect((await visitor.call(api.account.profile, {})).status).toBe(401)
  const wrong = passwordDigest('wrong')
  const refused = await server.visitor().call(api.account.login, { email, password: wrong })
  expect(refused.body.code).toBe('BAD_CREDENTIALS')
  // one way is taken at a time
  expect((await visitor.call(finishSecondLogin, {})).body.code).toBe('VALIDATION')
  const both = { totp: await totp.nextCode(), recoveryCode: totp.recoveryCodes[0]! }
  expect((await visitor.call(finishSecondLogin, both)).body.code).toBe('VALIDATION')
})

test('a code ends the login, once: the same code in another browser is refused', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const [laptop, phone] = [await givePassword(server, ann), await givePassword(server, ann)]
  const begun = await laptop.call(beginSecondLogin, {})
  expect(begun.body.data).toEqual({ hasTotp: true, passkeyOptions: null })
  const used = await laptop.call(finishSecondLogin, { totp: await totp.codeNow() })
  expect(used.body.message).toContain('该验证码已使用')

  const code = await totp.nextCode()
  const answer = await laptop.call(finishSecondLogin, { totp: code })

  expect(answer).toMatchObject({ status: 200, body: { data: { user: ann.user } } })
  expect(laptop.cookies.has('__Host-second')).toBe(false)
  expect((await laptop.call(api.account.profile, {})).status).toBe(200)
  const repeated = await phone.call(finishSecondLogin, { totp: code })
  expect(repeated).toMatchObject({
    status: 422,
    body: { code: 'CODE_WRONG', fields: { totp: {} } },
  })
})

test('a code is taken one step of 30 seconds early or late, and no more', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const browser = await givePassword(server, ann)
  server.advance(2 * MINUTE)
  const at = (steps: number) =>
    codeOf(totp.secret, new Date(server.deps.now().getTime() + steps * 30_000))
  const send = async (steps: number) =>
    (await browser.call(finishSecondLogin, { totp: await at(steps) })).status
  expect([await send(-2), await send(2)]).toEqual([422, 422])
  expect(await send(-1)).toBe(200)
  const next = await givePassword(server, ann)
  expect((await next.call(finishSecondLogin, { totp: await at(1) })).status).toBe(200)
})

test('a passkey ends the login; it is refused without its challenge, with one for a proof in a session and for another origin', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const { device } = await setUpPasskey(server, ann)
  const browser = await givePassword(server, ann)
  const begin = async () =>
    (await browser.call(beginSecondLogin, {})).body.data.passkeyOptions ?? {}
  const options = await begin()
  expect(options).toMatchObject({
    userVerification: 'required',
    allowCredentials: [{ id: device.id() }],
  })
  const finish = (passkey: Record<string, unknown>) => browser.call(finishSecondLogin, { passkey })
  const elsewhere = device.get(options, { origin: 'https://shop.invalid' })
  expect((await finish(elsewhere)).body.code).toBe('PASSKEY_REFUSED')
  expect((await finish(device.get({ challenge: 'AAAA' }))).body.code).toBe('PASSKEY_REFUSED')
  const stranger = await server.newUser()
  const { device: other } = await setUpPasskey(server, stranger)
  expect((await finish(other.get(await begin()))).body.code).toBe('PASSKEY_REFUSED')

  const response = device.get(await begin())
  expect((await finish(response)).status).toBe(200)

  const again = await givePassword(server, ann)
  expect((await again.call(finishSecondLogin, { passkey: response })).body.code).toBe(
    'PASSKEY_REFUSED',
  )
  const begun = await ann.call(secondFactor.beginSecondFactorProof, {})
  const proof = device.get(begun.body.data.passkeyOptions ?? {})
  await givePassword(server, ann, ann)
  const answer = await ann.call(finishSecondLogin, { passkey: proof })
  expect(answer.body.code).toBe('PASSKEY_REFUSED')
})

test('a recovery code serves once, ends all other sessions and is mailed', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const { recoveryCodes } = await setUpTotp(server, ann)
  const [recoveryCode = ''] = recoveryCodes
  const [first, second] = [await givePassword(server, ann), await givePassword(server, ann)]
  expect((await first.call(finishSecondLogin, { recoveryCode })).status).toBe(200)
  expect((await ann.call(api.account.profile, {})).status).toBe(401)
  const answer = await second.call(finishSecondLogin, { recoveryCode })
  expect(answer).toMatchObject({ status: 422, body: { code: 'CODE_WRONG' } })
  const mails = await server.mails(ann.user.email)
  expect(mails.at(-2)!.text).toContain('还剩 9 个恢复码')
  expect(mails.at(-1)!.subject).toMatch(/在新设备上登录$/)
})

test('the second step ends after five minutes, with a new password, in another browser and without a password', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const expired = { status: 410, body: { code: 'LOGIN_STEP_EXPIRED' } }
  const finish = async (browser: typeof ann | Awaited<ReturnType<typeof givePassword>>) =>
    browser.call(finishSecondLogin, { totp: await totp.nextCode() })
  expect(await finish(server.visitor())).toMatchObject(expired)

  const late = await givePassword(server, ann)
  server.advance(5 * MINUTE)
  expect(await finish(late)).toMatchObject(expired)

  const victim = await givePassword(server, ann)
  const thief = server.visitor()
  thief.cookies.set('__Host-second', victim.cookies.get('__Host-second')!)
  thief.cookies.set('__Host-device', 'A'.repeat(43))
  expect(await finish(thief)).toMatchObject(expired)
  const forged = victim.cookies
    .get('__Host-second')!
    .replace(/^./, (first) => (first === '0' ? '1' : '0'))
  thief.cookies.set('__Host-second', forged)
  expect(await finish(thief)).toMatchObject(expired)

  const hash = await server.deps.passwords.hash(passwordDigest('another good password'))
  await setPasswordHash(server.sql, ann.user.id, hash)
  expect(await finish(victim)).toMatchObject(expired)
})

test('the second step cancels a closing, the password alone does not; a blocked account gets no further', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  await ann.call(closeAccount, { password: passwordDigest(ann.password) })
  const closing = () => server.sql<{ at: Date | null }>`
    select closing_at as at from users where id = ${ann.user.id}`
  const browser = await givePassword(server, ann)
  expect(await closing()).not.toEqual([{ at: null }])
  const answer = await browser.call(finishSecondLogin, { totp: await totp.nextCode() })
  expect(answer.body.data.staysOpen).toBe(true)
  expect(await closing()).toEqual([{ at: null }])

  const next = await givePassword(server, ann)
  await setBlocked(server.sql, ann.user.id, server.deps.now())
  const blocked = await next.call(finishSecondLogin, { totp: await totp.nextCode() })
  expect(blocked.body.code).toBe('ACCOUNT_BLOCKED')
  const { email } = ann.user
  const again = { email, password: passwordDigest(ann.password) }
  expect((await server.visitor().call(api.account.login, again)).body.code).toBe('ACCOUNT_BLOCKED')
})

test('of wrong codes ten are looked at in 15 minutes; passkeys, recovery codes and a known device still enter', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  await using server = await startTestServer({ deps: { log } })
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const { device } = await setUpPasskey(server, ann)
  const known = await givePassword(server, ann, ann)
  const thief = await givePassword(server, ann)
  const right = await totp.nextCode()
  const wrong = right === '000000' ? '000001' : '000000'
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () => thief.call(finishSecondLogin, { totp: wrong })),
  )
  const codes = guesses.map(({ body }) => body.code)
  expect(codes.filter((code) => code === 'CODE_WRONG')).toHaveLength(10)
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(2)
  const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'login refused')
  expect(refused.map(({ user, code }) => `${user} ${code}`).toSorted()).toEqual(
    codes.map((code) => `${ann.user.id} ${code}`).toSorted(),
  )
  expect((await thief.call(finishSecondLogin, { totp: right })).body.code).toBe('RATE_LIMITED')
  expect((await known.call(finishSecondLogin, { totp: right })).status).toBe(200)
  const options = (await thief.call(beginSecondLogin, {})).body.data.passkeyOptions ?? {}
  const byPasskey = await thief.call(finishSecondLogin, { passkey: device.get(options) })
  expect(byPasskey.status).toBe(200)
  const other = await givePassword(server, ann)
  const byCode = await other.call(finishSecondLogin, { recoveryCode: totp.recoveryCodes[0]! })
  expect(byCode.status).toBe(200)
})
