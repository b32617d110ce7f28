import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { AppError } from '../../http/app-error.ts'
import type { Client } from '../../testing/client.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/harness.ts'
import { createPasswords, passwordDigest } from '../password/passwords.ts'
import { accountLimits, emailKey } from '../limits.ts'

const EMAIL = 'ann@example.com'
const right = passwordDigest(PASSWORD)
const wrong = passwordDigest('not the password')

async function login(browser: Client, password: string, captcha?: string, email = EMAIL) {
  const answer = await browser.call(api.account.login, {
    email,
    password,
    ...(captcha !== undefined && { captcha }),
  })
  return answer.body.code ?? 'OK'
}

/** Uses up the tries without captcha of one network and one account. */
async function fail(server: TestServer, times: number, { ip = '203.0.113.1', email = EMAIL } = {}) {
  const browser = server.visitor({ ip })
  for (let n = 1; n <= times; n += 1) {
    expect(await login(browser, wrong, undefined, email)).toBe('BAD_CREDENTIALS')
  }
}

test('after five failures a login needs a captcha and succeeds with one', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  await fail(server, 5)
  const stranger = server.visitor({ ip: '203.0.113.2' })
  expect(await login(stranger, right)).toBe('CAPTCHA_REQUIRED')
  expect(await login(stranger, right, 'eA==')).toBe('CAPTCHA_FAILED')
  expect(await login(stranger, wrong, await server.solveCaptcha(stranger))).toBe('BAD_CREDENTIALS')
  expect(await login(stranger, right, await server.solveCaptcha(stranger))).toBe('OK')
})

test('an unknown address is throttled like a registered one', async () => {
  await using server = await startTestServer()
  await fail(server, 5, { email: 'nobody@example.com' })
  const stranger = server.visitor({ ip: '203.0.113.2' })
  expect(await login(stranger, wrong, undefined, 'nobody@example.com')).toBe('CAPTCHA_REQUIRED')
})

test('ten failures lock the account despite captchas, and the answer states the time to wait', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  await fail(server, 5)
  const stranger = server.visitor({ ip: '203.0.113.2' })
  for (let n = 6; n <= 10; n += 1) {
    expect(await login(stranger, wrong, await server.solveCaptcha(stranger))).toBe(
      'BAD_CREDENTIALS',
    )
  }
  const locked = await stranger.call(api.account.login, { email: EMAIL, password: right })
  expect(locked).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(locked.body.message).toMatch(/^操作过于频繁，请在 15 分钟后再试$/)
  expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(900)
})

test("a device is known for its owner's account only and has its own failure counter", async () => {
  await using server = await startTestServer()
  const owner = await server.newUser({ email: EMAIL })
  const mallory = await server.newUser({ email: 'mallory@example.com' })
  await fail(server, 1)
  await server.sql`update rate_limits set points = 10 where key like 'loginAccount:%'`
  expect(await login(mallory, right)).toBe('RATE_LIMITED')
  for (let n = 1; n <= 5; n += 1) expect(await login(owner, wrong)).toBe('BAD_CREDENTIALS')
  expect(await login(owner, right)).toBe('CAPTCHA_REQUIRED')
  expect(await login(owner, right, await server.solveCaptcha(owner))).toBe('OK')
})

test('a network that tries many accounts needs captchas and is then locked', async () => {
  await using server = await startTestServer()
  const ip = '2001:db8:0:1::1'
  for (let n = 1; n <= 20; n += 1) await fail(server, 1, { ip, email: `n${n}@example.com` })
  const neighbour = server.visitor({ ip: '2001:db8:0:1::2' })
  expect(await login(neighbour, wrong, undefined, 'z@example.com')).toBe('CAPTCHA_REQUIRED')
  await server.sql`update rate_limits set points = 100 where key like 'loginIp:%'`
  expect(await login(neighbour, wrong, undefined, 'z@example.com')).toBe('RATE_LIMITED')
  const elsewhere = server.visitor({ ip: '2001:db8:0:2::1' })
  expect(await login(elsewhere, wrong, undefined, 'z@example.com')).toBe('BAD_CREDENTIALS')
})

test("a successful login resets the account's failures but not the network's", async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  await fail(server, 4)
  expect(await login(server.visitor({ ip: '203.0.113.1' }), right)).toBe('OK')
  const used = async (limit: string) => {
    const [row] = await server.sql<{ points: number }>`
      select points from rate_limits where key like ${`${limit}:%`} and key not like '%127.0.0.1'`
    return row?.points ?? 0
  }
  expect(await used('loginAccount')).toBe(0)
  expect(await used('loginIp')).toBe(4)
})

test('concurrent guesses without captchas do not lock the owner out', async () => {
  await using server = await startTestServer()
  await server.newUser({ email: EMAIL })
  const rush = Array.from({ length: 40 }, (_, n) =>
    login(server.visitor({ ip: `203.0.113.${n}` }), wrong),
  )
  const outcomes = await Promise.all(rush)
  expect(outcomes).toContain('RATE_LIMITED')
  const looked = outcomes.filter((code) => code === 'BAD_CREDENTIALS')
  expect(looked.length, 'counted before they are looked at').toBeLessThanOrEqual(10)
  const owner = server.visitor({ ip: '198.51.100.1' })
  expect(await login(owner, right, await server.solveCaptcha(owner))).toBe('OK')
})

test('concurrent guesses at a locked account do not delay its owner', async () => {
  await using server = await startTestServer()
  const owner = await server.newUser({ email: EMAIL })
  await fail(server, 1)
  await server.sql`update rate_limits set points = 10 where key like 'loginAccount:%'`
  const rush = Array.from({ length: 60 }, (_, n) =>
    login(server.visitor({ ip: `203.0.113.${n}` }), wrong),
  )
  // one after the other: a login ends the session that an earlier request of this browser came with
  for (let n = 0; n < 5; n += 1) expect(await login(owner, right)).toBe('OK')
  expect(new Set(await Promise.all(rush))).toEqual(new Set(['RATE_LIMITED']))
})

test('a lock reset on another node ends here too', async () => {
  await using here = await startTestServer()
  await here.newUser({ email: EMAIL })
  await fail(here, 1)
  await here.sql`update rate_limits set points = 10 where key like 'loginAccount:%'`
  expect(await login(here.visitor({ ip: '203.0.113.2' }), right)).toBe('RATE_LIMITED')
  await using there = await startTestServer({ database: here.database })
  await there.deps.limits.reset(accountLimits.loginAccount, emailKey(EMAIL))
  expect(await login(here.visitor({ ip: '203.0.113.2' }), right)).toBe('OK')
})

test('an account has sixty logins an hour over all devices, and wrong passwords do not count', async () => {
  await using server = await startTestServer()
  const owner = await server.newUser({ email: EMAIL })
  const bob = await server.newUser({ email: 'bob@example.com' })
  const used = () => server.deps.limits.used(accountLimits.loginSuccess, emailKey(EMAIL))
  await fail(server, 3)
  expect(await login(server.visitor({ ip: '203.0.113.2' }), right)).toBe('OK')
  expect(await used()).toBe(2)
  await server.sql`update rate_limits set points = 59 where key like 'loginSuccess:%'`
  await fail(server, 1)
  expect(await login(owner, right)).toBe('OK')

  for (const browser of [owner, server.visitor({ ip: '203.0.113.3' })]) {
    const refused = await browser.call(api.account.login, { email: EMAIL, password: right })
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(refused.body.message).toMatch(/^操作过于频繁，请在 60 分钟后再试$/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
  }
  expect(await used()).toBe(60)
  expect(await login(bob, right, undefined, 'bob@example.com')).toBe('OK')
})

test('concurrent logins above the hourly limit are refused before a password is hashed', async () => {
  let hashed = 0
  const real = createPasswords('a', { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await using server = await startTestServer({
    deps: {
      passwords: {
        ...real,
        verify(stored, digest) {
          hashed += 1
          return real.verify(stored, digest)
        },
      },
    },
  })
  const devices = [await server.newUser({ email: EMAIL })]
  for (let n = 2; n <= 4; n += 1) devices.push(await server.login(EMAIL))
  await server.sql`update rate_limits set points = 57 where key like 'loginSuccess:%'`
  hashed = 0
  const outcomes = await Promise.all(
    Array.from({ length: 16 }, (_, n) => login(devices[n % 4]!, right)),
  )
  expect(outcomes.filter((code) => code === 'OK')).toHaveLength(3)
  expect(hashed).toBe(3)
})

test('an attempt refused as OVERLOADED does not count', async () => {
  await using server = await startTestServer({
    deps: {
      passwords: {
        hash: async () => 'x',
        verify: () => Promise.reject(new AppError('OVERLOADED', { retryAfter: 2 })),
        rehash: () => Promise.resolve(null),
        isCommon: () => false,
      },
    },
  })
  const browser = server.visitor()
  for (let n = 1; n <= 12; n += 1) {
    const answer = await browser.call(api.account.login, { email: EMAIL, password: right })
    expect(answer).toMatchObject({ status: 503, body: { code: 'OVERLOADED' } })
    expect(answer.headers['retry-after']).toBe('2')
  }
})

test('logins without a valid captcha lock their network and add no rows for the addresses they name', async () => {
  await using server = await startTestServer()
  const ip = '203.0.113.66'
  const rows = async () => {
    const [row] = await server.sql<{ count: number }>`
      select count(*) from rate_limits where key not like 'captchaIp:%'`
    return row!.count
  }
  for (let n = 1; n <= 20; n += 1) await fail(server, 1, { ip, email: `n${n}@example.com` })
  const before = await rows()
  const flood = server.visitor({ ip })
  const outcomes: string[] = []
  for (let n = 1; n <= 90; n += 1) {
    const captcha = n % 2 === 0 ? 'eA==' : undefined
    outcomes.push(await login(flood, wrong, captcha, `flood${n}@example.com`))
  }
  expect(new Set(outcomes.slice(0, 80))).toEqual(new Set(['CAPTCHA_REQUIRED', 'CAPTCHA_FAILED']))
  expect(new Set(outcomes.slice(80))).toEqual(new Set(['RATE_LIMITED']))
  expect(await rows()).toBe(before)
  await using restarted = await startTestServer({ database: server.database })
  expect(await login(restarted.visitor({ ip }), wrong)).toBe('RATE_LIMITED')
  expect(await login(server.visitor({ ip: '203.0.113.67' }), wrong)).toBe('BAD_CREDENTIALS')
})

test('a known device without captchas is locked, and other browsers are not', async () => {
  await using server = await startTestServer()
  const owner = await server.newUser({ email: EMAIL })
  for (let n = 1; n <= 5; n += 1) expect(await login(owner, wrong)).toBe('BAD_CREDENTIALS')
  for (let n = 6; n <= 10; n += 1) expect(await login(owner, right)).toBe('CAPTCHA_REQUIRED')
  expect(await login(owner, right)).toBe('RATE_LIMITED')
  expect(await login(server.visitor(), right)).toBe('OK')
})
