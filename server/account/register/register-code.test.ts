import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { passwordDigest } from '../password/passwords.ts'
import type { TestServer } from '../../testing/harness.ts'
import { forgetRefusals, serverOfFile } from '../../testing/server-of-file.ts'

const serverOf = serverOfFile()
const EMAIL = 'ann@example.com'

async function askFor(server: TestServer, email = EMAIL, ip = '127.0.0.1') {
  const visitor = server.visitor({ ip })
  const captcha = await server.solveCaptcha(visitor)
  return visitor.call(api.account.registerCode, { email, captcha })
}

/** Expires the counters of one limit in the database. */
async function expireCounters(server: TestServer, limit: string) {
  await server.sql`update rate_limits set expire = 1 where key like ${`${limit}:%`}`
}

test('a six-digit code is mailed, its row does not contain it, and the answer states its lifetime', async () => {
  const server = await serverOf()
  const answer = await askFor(server, 'Ann@Example.com ')
  expect(answer).toMatchObject({
    status: 200,
    body: { statusCode: 200, message: 'ok', data: { expiresIn: 600, resendIn: 60 } },
  })
  const [mail, ...more] = await server.mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: EMAIL, subject: expect.stringMatching(/^\d{6} 是您的/) })
  const code = mail!.subject.slice(0, 6)
  expect(mail!.text).toContain(code)
  expect(mail!.html).toContain(code)
  const [row] = await server.sql<{ row: string }>`select c::text as row from mailed_codes c`
  expect(row!.row).not.toContain(code)
})

test('a registered address gets the same answers and a mail without a code', async () => {
  const server = await serverOf()
  await server.newUser({ email: EMAIL })
  const visitor = server.visitor()
  const captcha = await server.solveCaptcha(visitor)
  const known = await visitor.call(api.account.registerCode, { email: EMAIL, captcha })
  const unknown = await askFor(server, 'bob@example.com')
  expect(known.body).toEqual(unknown.body)
  expect(known.status).toBe(unknown.status)
  const [mail] = await server.mails(EMAIL)
  expect(mail!.subject).toMatch(/^您已有.+账户$/)
  expect(mail!.text).toContain('/account/login')
  expect(mail!.text).not.toMatch(/\d{6}/)
  const guess = { email: EMAIL, password: passwordDigest('a rather good password') }
  const guessed = await visitor.call(api.account.register, { ...guess, code: '000000' })
  expect(guessed.body.code).toBe('CODE_WRONG')
})

test('§5 captcha: a missing, wrong or used captcha is rejected and nothing is mailed', async () => {
  const server = await serverOf()
  const visitor = server.visitor()
  const missing = await visitor.send({
    method: 'POST',
    url: api.account.registerCode.path,
    headers: { 'x-csrf-token': await token(server, visitor) },
    payload: { email: EMAIL },
  })
  expect(missing).toMatchObject({ status: 400, body: { fields: { captcha: '请输入人机验证' } } })
  const wrong = await visitor.call(api.account.registerCode, { email: EMAIL, captcha: 'eA==' })
  expect(wrong).toMatchObject({ status: 422, body: { code: 'CAPTCHA_FAILED' } })
  const captcha = await server.solveCaptcha(visitor)
  await visitor.call(api.account.registerCode, { email: 'bob@example.com', captcha })
  const used = await visitor.call(api.account.registerCode, { email: EMAIL, captcha })
  expect(used).toMatchObject({ status: 422, body: { code: 'CAPTCHA_FAILED' } })
  expect(await server.mails(EMAIL)).toEqual([])
})

async function token(server: TestServer, visitor: ReturnType<TestServer['visitor']>) {
  return (await visitor.call(api.site.csrfToken, {})).body.data.token
}

test('a second request for an address within a minute gets 429, registered or not', async () => {
  const server = await serverOf()
  await server.newUser({ email: EMAIL })
  for (const email of [EMAIL, 'bob@example.com']) {
    expect((await askFor(server, email)).status).toBe(200)
    const again = await askFor(server, email)
    expect(again).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(again.body.message).toMatch(/^操作过于频繁，请在 \d+ 秒后再试$/)
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await server.mails(email)).toHaveLength(1)
  }
})

test('an address gets five mails an hour and ten a day across nodes', async () => {
  const server = await serverOf()
  const askNode = () => {
    forgetRefusals(server)
    return askFor(server)
  }
  for (let hour = 1; hour <= 2; hour += 1) {
    for (let minute = 1; minute <= 5; minute += 1) {
      expect((await askNode()).status).toBe(200)
      await expireCounters(server, 'mailResend')
    }
    expect((await askNode()).status).toBe(429)
    await expireCounters(server, 'mailHour')
    await expireCounters(server, 'mailResend')
  }
  const eleventh = await askNode()
  expect(eleventh).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(3600)
  expect(eleventh.body.message).toMatch(/小时后再试$/)
  expect(await server.mails(EMAIL)).toHaveLength(10)
})

test('one network gets twenty mails an hour, and an IPv6 /64 counts as one network; a mail storm makes the captcha hard and refuses nobody', async () => {
  const server = await serverOf()
  for (let n = 1; n <= 20; n += 1) {
    const answer = await askFor(server, `n${n}@example.com`, `2001:db8:0:1::${n}`)
    expect(answer.status).toBe(200)
  }
  expect((await askFor(server, 'z@example.com', '2001:db8:0:1::ffff')).status).toBe(429)
  expect((await askFor(server, 'z@example.com', '2001:db8:0:2::1')).status).toBe(200)

  await server.sql`update rate_limits set points = 300 where key like 'mailAll:%'`
  const { body } = await server.visitor().call(api.site.captchaChallenge, {})
  expect(body.data.challenge).toMatchObject({ parameters: { data: { hard: true } } })
  expect((await askFor(server, 'b@example.com')).status).toBe(200)
})
