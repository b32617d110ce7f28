import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { AppError } from '../../http/app-error.ts'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/harness.ts'
import { checkCode, createCode } from '../codes.ts'
import { createPasswords, passwordDigest } from '../password/passwords.ts'
import { readMailedCode } from '../../testing/mailed-secrets.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'

const serverOf = serverOfFile()

const EMAIL = 'ann@example.com'
const password = passwordDigest('a rather good password')
const MINUTE = 60 * 1000

/** Requests a code and reads it from the newest mail; the code works in this browser only. */
async function requestCode(
  server: TestServer,
  { email = EMAIL, browser = server.visitor() }: { email?: string; browser?: Client } = {},
): Promise<{ code: string; browser: Client }> {
  const captcha = await server.solveCaptcha(browser)
  const { status } = await browser.call(api.account.registerCode, { email, captcha })
  expect(status).toBe(200)
  return { code: await readMailedCode(server, email), browser }
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('§3 registration payload: the mailed code creates an account without a session, and the login works', async () => {
  const server = await serverOf()
  const { code, browser: visitor } = await requestCode(server)
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

test('a given nickname is stored; a long, blank or unprintable source is dropped', async () => {
  const server = await serverOf()
  for (const source of ['x'.repeat(65), 'a\nb', '   ']) {
    const email = `n${createHash('md5').update(source).digest('hex')}@example.com`
    const { code, browser } = await requestCode(server, { email })
    browser.cookies.set('user_source', source)
    const registration = { email, password, code, nickname: '小安' }
    const { body } = await browser.call(api.account.register, registration)
    expect(body.data.user).toMatchObject({ nickname: '小安', source: null })
  }
})

test('of many concurrent guesses five are tried and get a field error; then the right code is invalid too', async () => {
  const server = await serverOf()
  const { code, browser } = await requestCode(server)
  const attempt = (given: string) =>
    browser.call(api.account.register, { email: EMAIL, password, code: given })
  const answers = await Promise.all(Array.from({ length: 25 }, () => attempt(other(code))))
  const wrong = answers.filter(({ body }) => body.code === 'CODE_WRONG')
  expect(wrong).toHaveLength(5)
  for (const answer of wrong) {
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: { code: '验证码不正确，请核对后重新输入' } },
    })
  }
  expect(answers.filter(({ body }) => body.code === 'CODE_EXPIRED')).toHaveLength(20)
  expect(await attempt(code)).toMatchObject({ status: 410, body: { code: 'CODE_EXPIRED' } })
})

test('a code is good for ten minutes and until there is a new one, also between its check and its use', async () => {
  const server = await serverOf()
  const { code: old, browser } = await requestCode(server)
  await server.sql`update rate_limits set expire = 1 where key like 'mailResend:%'`
  const { code: fresh } = await requestCode(server, { browser })
  const attempt = (code: string) =>
    browser.call(api.account.register, { email: EMAIL, password, code })
  if (old !== fresh) {
    const message = '已发送新的验证码，请输入最新一封邮件中的验证码'
    const answer = await attempt(old)
    expect(answer.body).toMatchObject({ code: 'CODE_WRONG', fields: { code: message } })
    const guess = ['000000', '111111', '222222'].find((each) => each !== old && each !== fresh)!
    expect((await attempt(guess)).body.message).toBe('验证码不正确，请核对后重新输入')
  }
  server.advance(10 * MINUTE + 1)
  expect(await attempt(fresh)).toMatchObject({ status: 410, body: { code: 'CODE_EXPIRED' } })
  server.advance(-MINUTE)
  expect((await attempt(fresh)).status).toBe(200)

  const key = { purpose: 'register', email: 'bob@example.com', asker: 'browser' } as const
  const code = await createCode(server.deps, server.sql, key)
  const consume = await checkCode(server.deps, { ...key, code })
  await createCode(server.deps, server.sql, key)
  await expect(server.sql.begin(consume)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
})

test('a code works in its own browser and for its own address only; elsewhere it uses up no try, and a request there does not invalidate it', async () => {
  const server = await serverOf()
  const { code, browser } = await requestCode(server)
  const stranger = server.visitor({ ip: '203.0.113.66' })
  const attempt = (from: Client) =>
    from.call(api.account.register, { email: EMAIL, password, code })
  const refused = {
    status: 410,
    body: {
      code: 'CODE_EXPIRED',
      fields: { code: '验证码已失效，或不是在当前浏览器获取的，请重新获取' },
    },
  }
  for (let n = 1; n <= 6; n += 1) expect(await attempt(stranger)).toMatchObject(refused)

  await server.sql`update rate_limits set expire = 1 where key like 'mailResend:%'`
  const strangers = await requestCode(server, { browser: stranger })
  if (strangers.code !== code) expect((await attempt(stranger)).body.code).toBe('CODE_WRONG')

  const bob = { email: 'bob@example.com', password }
  const never = await browser.call(api.account.register, { ...bob, code })
  expect(never).toMatchObject({ status: 410, body: { code: 'CODE_EXPIRED' } })
  const { code: bobs } = await requestCode(server, { email: bob.email, browser })
  if (bobs !== code) {
    const swapped = await browser.call(api.account.register, { email: EMAIL, password, code: bobs })
    expect(swapped.body.code).toBe('CODE_WRONG')
  }

  expect((await attempt(browser)).status).toBe(200)
  expect(browser.cookies.has('__Host-asker')).toBe(false)
})

test('OVERLOADED while hashing the password uses up no try of the code', async () => {
  const real = createPasswords('a', { memoryCost: 8, timeCost: 1, parallelism: 1 })
  let isBusy = true
  await using server = await startTestServer({
    deps: {
      passwords: {
        ...real,
        async hash(digest) {
          if (isBusy) throw new AppError('OVERLOADED', { retryAfter: 2 })
          return real.hash(digest)
        },
      },
    },
  })
  const { code, browser } = await requestCode(server)
  const attempt = () => browser.call(api.account.register, { email: EMAIL, password, code })
  for (let n = 1; n <= 6; n += 1) expect((await attempt()).body.code).toBe('OVERLOADED')
  isBusy = false
  expect((await attempt()).status).toBe(200)
})

test('of concurrent registrations with the same code only one succeeds, and an address registered after the code was mailed gets 409', async () => {
  const server = await serverOf()
  const { code, browser } = await requestCode(server)
  const both = await Promise.all(
    [1, 2, 3, 4].map(() => browser.call(api.account.register, { email: EMAIL, password, code })),
  )
  const statuses = both.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 410)).toHaveLength(3)
  const [row] = await server.sql<{
    count: number
  }>`select count(*) from users where email = ${EMAIL}`
  expect(row!.count).toBe(1)

  const bob = { email: 'bob@example.com', password }
  const late = await requestCode(server, { email: bob.email })
  await server.newUser({ email: bob.email })
  const answer = await late.browser.call(api.account.register, { ...bob, code: late.code })
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN', fields: { email: '该邮箱已被注册' } },
  })
})

test('the 31st code tried from one network within an hour gets 429', async () => {
  const server = await serverOf()
  const visitor = server.visitor()
  const attempt = (n: number) =>
    visitor.call(api.account.register, { email: `n${n}@example.com`, password, code: '123456' })
  for (let n = 1; n <= 30; n += 1) expect((await attempt(n)).body.code).toBe('CODE_EXPIRED')
  expect((await attempt(31)).body.code).toBe('RATE_LIMITED')
})

test("common passwords, the user's own address and words about the shop with what people add to them are rejected and use up no try", async () => {
  const server = await serverOf()
  const { code, browser } = await requestCode(server)
  for (const weak of ['12345678', 'password', 'Qwertyuiop', EMAIL, 'ann']) {
    const registration = { email: EMAIL, password: passwordDigest(weak), code }
    const answer = await browser.call(api.account.register, registration)
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_WEAK', fields: { password: expect.any(String) } },
    })
  }
  const [row] = await server.sql<{ left: number }>`select tries_left as left from mailed_codes`
  expect(row!.left).toBe(5)

  const register = (typed: string) =>
    browser.call(api.account.register, { email: EMAIL, password: passwordDigest(typed), code })
  for (const weak of [
    ...['星桥 AI', '星桥AI123456', '2026星桥科技', 'xingqiao', 'Xingqiao888', 'XINGQIAO@123'],
    ...['xingqiaoxingqiao', 'localhost2026', 'support@example.com'],
  ]) {
    const { body } = await register(weak)
    expect([weak, body.code, body.fields?.['password']]).toEqual([
      weak,
      'PASSWORD_WEAK',
      expect.stringContaining('本站名称'),
    ])
  }
  expect((await register('xingqiao is no bridge of mine')).status).toBe(200)
})

test('§5 hashed at registration: a password that is not a canonical digest gets 400 and is not echoed; stored hashes are salted argon2id', async () => {
  const server = await serverOf()
  const { code, browser } = await requestCode(server)
  const canonical = password
  for (const wrong of [
    'my plain password',
    canonical.slice(0, -1),
    `${canonical.slice(0, 42)}B=`,
    canonical.replaceAll('=', ''),
    `${canonical}\n`,
    Buffer.from(canonical, 'base64').toString('hex'),
  ]) {
    const registration = { email: EMAIL, password: wrong, code }
    const answer = await browser.call(api.account.register, registration)
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['password'])
    expect(JSON.stringify(answer.body)).not.toContain(wrong.trim())
  }

  const bob = await requestCode(server, { email: 'bob@example.com' })
  for (const [email, each] of [
    [EMAIL, { code, browser }],
    ['bob@example.com', bob],
  ] as const) {
    const registered = await each.browser.call(api.account.register, {
      ...{ email, password, code: each.code },
    })
    expect(registered.status).toBe(200)
  }
  const hashes = await server.sql<{ hash: string }>`
    select password_hash as hash from users where email not like 'former-%'`
  expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(2)
  for (const { hash } of hashes) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$/)
    expect(hash).not.toContain(password)
  }
})
