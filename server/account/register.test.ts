import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { startTestServer, type TestServer } from '../testing/harness.ts'
import { checkCode, newCode } from './codes.ts'
import { digestOf } from './passwords.ts'

const EMAIL = 'ann@example.com'
const password = digestOf('a rather good password')
const MINUTE = 60 * 1000

/** Asks for a code and reads it in the newest mail. */
async function mailedCode(server: TestServer, email = EMAIL): Promise<string> {
  const visitor = server.visitor()
  const captcha = await server.solveCaptcha(visitor)
  const { status } = await visitor.call(api.account.registerCode, { email, captcha })
  expect(status).toBe(200)
  return (await server.mails(email)).at(-1)!.subject.slice(0, 6)
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('§3 registration payload: with the mailed code an account opens, without a session; then the login works', async () => {
  await using server = await startTestServer()
  const code = await mailedCode(server)
  const visitor = server.visitor()
  visitor.cookies.set('user_source', 'youtube')
  const answer = await visitor.call(api.account.register, { email: EMAIL, password, code })
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { user: { email: EMAIL, nickname: 'ann', source: 'youtube' } } },
  })
  expect(answer.body.data.user.emailVerifiedAt).not.toBeNull()
  expect(visitor.cookies.has('__Host-sid')).toBe(false)
  expect(visitor.cookies.has('_userInfo')).toBe(false)
  const login = await visitor.call(api.account.login, { email: EMAIL, password })
  expect(login.status).toBe(200)
})

test('a nickname may be chosen; a source that is no short printable text is dropped', async () => {
  await using server = await startTestServer()
  for (const source of ['x'.repeat(65), 'a\nb', '   ']) {
    const email = `n${createHash('md5').update(source).digest('hex')}@example.com`
    const visitor = server.visitor()
    visitor.cookies.set('user_source', source)
    const { body } = await visitor.call(api.account.register, {
      email,
      password,
      code: await mailedCode(server, email),
      nickname: '小安',
    })
    expect(body.data.user).toMatchObject({ nickname: '小安', source: null })
  }
})

test('a wrong code is refused beside its field and five wrong ones end the code', async () => {
  await using server = await startTestServer()
  const code = await mailedCode(server)
  const visitor = server.visitor()
  const attempt = (given: string) =>
    visitor.call(api.account.register, { email: EMAIL, password, code: given })
  for (let n = 1; n <= 5; n += 1) {
    const answer = await attempt(other(code))
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'CODE_WRONG', fields: { code: '验证码不正确，请核对后重新输入' } },
    })
  }
  expect(await attempt(code)).toMatchObject({ status: 410, body: { code: 'CODE_EXPIRED' } })
})

test('a hundred guesses at once are five tries', async () => {
  await using server = await startTestServer()
  const code = await mailedCode(server)
  const guesses = Array.from({ length: 25 }, (_, n) =>
    server
      .visitor({ ip: `203.0.113.${n}` })
      .call(api.account.register, { email: EMAIL, password, code: other(code) }),
  )
  const codes = (await Promise.all(guesses)).map(({ body }) => body.code)
  expect(codes.filter((answer) => answer === 'CODE_WRONG')).toHaveLength(5)
  expect(codes.filter((answer) => answer === 'CODE_EXPIRED')).toHaveLength(20)
})

test('a code lives ten minutes', async () => {
  await using server = await startTestServer()
  const code = await mailedCode(server)
  server.advance(10 * MINUTE + 1)
  const answer = await server.visitor().call(api.account.register, { email: EMAIL, password, code })
  expect(answer).toMatchObject({ status: 410, body: { code: 'CODE_EXPIRED' } })
})

test('a new code kills the old one', async () => {
  await using server = await startTestServer()
  const old = await mailedCode(server)
  await using later = await startTestServer({ database: server.database })
  await server.sql`update rate_limits set expire = 1 where key like 'mailResend:%'`
  const fresh = await mailedCode(later)
  const visitor = server.visitor()
  if (old !== fresh) {
    const answer = await visitor.call(api.account.register, { email: EMAIL, password, code: old })
    expect(answer.body.code).toBe('CODE_WRONG')
  }
  const answer = await visitor.call(api.account.register, { email: EMAIL, password, code: fresh })
  expect(answer.status).toBe(200)
})

test('a code that a newer one replaces while it is being used opens nothing', async () => {
  await using server = await startTestServer()
  const code = await mailedCode(server)
  const consume = await checkCode(server.deps, { purpose: 'register', email: EMAIL, code })
  await newCode(server.deps, server.sql, { purpose: 'register', email: EMAIL })

  const late = server.sql.begin(consume)

  await expect(late).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
})

test("a code serves its own address alone, and nobody's without one", async () => {
  await using server = await startTestServer()
  const code = await mailedCode(server)
  const visitor = server.visitor()
  const never = await visitor.call(api.account.register, {
    email: 'bob@example.com',
    password,
    code,
  })
  expect(never).toMatchObject({ status: 410, body: { code: 'CODE_EXPIRED' } })
  const bobs = await mailedCode(server, 'bob@example.com')
  if (bobs !== code) {
    const swapped = await visitor.call(api.account.register, { email: EMAIL, password, code: bobs })
    expect(swapped.body.code).toBe('CODE_WRONG')
  }
})

test('of two registrations with the same code at once one opens the account', async () => {
  await using server = await startTestServer()
  const code = await mailedCode(server)
  const both = await Promise.all(
    [1, 2, 3, 4].map(() =>
      server.visitor().call(api.account.register, { email: EMAIL, password, code }),
    ),
  )
  const statuses = both.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 410)).toHaveLength(3)
  const [row] = await server.sql<{ count: number }>`select count(*) from users`
  expect(row!.count).toBe(1)
})

test('thirty codes an hour are tried from one network', async () => {
  await using server = await startTestServer()
  const visitor = server.visitor()
  const attempt = (n: number) =>
    visitor.call(api.account.register, { email: `n${n}@example.com`, password, code: '123456' })
  for (let n = 1; n <= 30; n += 1) expect((await attempt(n)).body.code).toBe('CODE_EXPIRED')
  expect((await attempt(31)).body.code).toBe('RATE_LIMITED')
})

test('an address that was taken while the code lay in the mailbox is 409', async () => {
  await using server = await startTestServer()
  const code = await mailedCode(server)
  await server.newUser({ email: EMAIL })
  const answer = await server.visitor().call(api.account.register, { email: EMAIL, password, code })
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN', fields: { email: '该邮箱已被注册' } },
  })
})

test('for an address with an account every guess is just a wrong code', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  const visitor = server.visitor()
  const captcha = await server.solveCaptcha(visitor)
  await visitor.call(api.account.registerCode, { email: EMAIL, captcha })
  const answer = await visitor.call(api.account.register, {
    email: EMAIL,
    password,
    code: '000000',
  })
  expect(answer.body.code).toBe('CODE_WRONG')
})

test('common passwords and the own address are refused by their digest, and cost no try', async () => {
  await using server = await startTestServer()
  const code = await mailedCode(server)
  for (const weak of ['12345678', 'password', 'Qwertyuiop', EMAIL, 'ann']) {
    const answer = await server
      .visitor()
      .call(api.account.register, { email: EMAIL, password: digestOf(weak), code })
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_WEAK', fields: { password: expect.any(String) } },
    })
  }
  const [row] = await server.sql<{ left: number }>`select tries_left as left from email_codes`
  expect(row!.left).toBe(5)
})

test('§5 hashed at registration: a password that is no canonical digest is a 400 and neither stored nor echoed', async () => {
  await using server = await startTestServer()
  const code = await mailedCode(server)
  const canonical = password
  for (const wrong of [
    'my plain password',
    canonical.slice(0, -1),
    `${canonical.slice(0, 42)}B=`,
    canonical.replaceAll('=', ''),
    `${canonical}\n`,
    Buffer.from(canonical, 'base64').toString('hex'),
  ]) {
    const answer = await server
      .visitor()
      .call(api.account.register, { email: EMAIL, password: wrong, code })
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['password'])
    expect(JSON.stringify(answer.body)).not.toContain(wrong.trim())
  }
})

test('what is stored of a password is neither it nor its digest, and differs for the same one', async () => {
  await using server = await startTestServer()
  for (const email of [EMAIL, 'bob@example.com']) {
    const code = await mailedCode(server, email)
    await server.visitor().call(api.account.register, { email, password, code })
  }
  const rows = await server.sql<{ hash: string }>`select password_hash as hash from users`
  expect(rows).toHaveLength(2)
  expect(rows[0]!.hash).toMatch(/^\$argon2id\$v=19\$/)
  expect(rows[0]!.hash).not.toBe(rows[1]!.hash)
  expect(rows.map(({ hash }) => hash).join()).not.toContain(password)
})
