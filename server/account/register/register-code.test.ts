import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { startTestServer, type TestServer } from '../../testing/harness.ts'

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

test('a six-digit code is mailed and the answer states its lifetime', async () => {
  await using server = await startTestServer()
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
})

test('the stored row does not contain the code', async () => {
  await using server = await startTestServer()
  await askFor(server)
  const [mail] = await server.mails()
  const [row] = await server.sql<{ row: string }>`select c::text as row from mailed_codes c`
  expect(row!.row).not.toContain(mail!.subject.slice(0, 6))
})

test('a registered address gets the same answer and a mail without a code', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  const known = await askFor(server, EMAIL)
  const unknown = await askFor(server, 'bob@example.com')
  expect(known.body).toEqual(unknown.body)
  expect(known.status).toBe(unknown.status)
  const [mail] = await server.mails(EMAIL)
  expect(mail!.subject).toMatch(/^您已经有.+账户了$/)
  expect(mail!.text).toContain('/account/login')
  expect(mail!.text).not.toMatch(/\d{6}/)
})

test('§5 captcha: a missing, wrong or used captcha is rejected and nothing is mailed', async () => {
  await using server = await startTestServer()
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
  await using server = await startTestServer()
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
  await using first = await startTestServer()
  await using second = await startTestServer({ database: first.database })
  const nodes = [first, second]
  let mailed = 0
  for (let hour = 1; hour <= 2; hour += 1) {
    for (let minute = 1; minute <= 5; minute += 1) {
      // a fresh node, without limits cached in memory
      await using node = await startTestServer({ database: first.database })
      expect((await askFor(node)).status).toBe(200)
      mailed += 1
      await expireCounters(first, 'mailResend')
    }
    const sixth = await askFor(nodes[hour % 2]!)
    expect(sixth.status).toBe(429)
    await expireCounters(first, 'mailHour')
    await expireCounters(first, 'mailResend')
  }
  await using node = await startTestServer({ database: first.database })
  const eleventh = await askFor(node)
  expect(eleventh).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(3600)
  expect(eleventh.body.message).toMatch(/小时后再试$/)
  expect(await first.mails(EMAIL)).toHaveLength(mailed)
})

test('one network gets twenty mails an hour, and an IPv6 /64 counts as one network', async () => {
  await using server = await startTestServer()
  for (let n = 1; n <= 20; n += 1) {
    const answer = await askFor(server, `n${n}@example.com`, `2001:db8:0:1::${n}`)
    expect(answer.status).toBe(200)
  }
  expect((await askFor(server, 'z@example.com', '2001:db8:0:1::ffff')).status).toBe(429)
  expect((await askFor(server, 'z@example.com', '2001:db8:0:2::1')).status).toBe(200)
})

test('a mail storm makes the captcha hard and refuses nobody', async () => {
  await using server = await startTestServer()
  await askFor(server, 'a@example.com')
  await server.sql`update rate_limits set points = 300 where key like 'mailAll:%'`
  const { body } = await server.visitor().call(api.site.captchaChallenge, {})
  expect(body.data.challenge).toMatchObject({ parameters: { data: { hard: true } } })
  expect((await askFor(server, 'b@example.com')).status).toBe(200)
})
