import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { AppError } from '../../http/app-error.ts'
import type { Client } from '../../testing/client.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/harness.ts'
import { createPasswords, passwordDigest } from '../password/passwords.ts'
import { accountLimits } from '../limits.ts'
import { readMailedToken } from '../../testing/mailed-secrets.ts'
import { forgetRefusals, serverOfFile } from '../../testing/server-of-file.ts'

const serverOf = serverOfFile()

const EMAIL = 'ann@example.com'
const NEW = 'an entirely new password'

async function login(browser: Client, typed: string, server?: TestServer) {
  const { body } = await browser.call(api.account.login, {
    email: EMAIL,
    password: passwordDigest(typed),
    ...(server && { captcha: await server.solveCaptcha(browser) }),
  })
  return body.code ?? 'OK'
}

async function askForLink(server: TestServer, browser: Client): Promise<number> {
  const captcha = await server.solveCaptcha(browser)
  return (await browser.call(api.account.resetPasswordLink, { email: EMAIL, captcha })).status
}

/** Calls once a minute until the hourly limit refuses, and returns how many calls succeeded. */
async function exhaust({ sql }: TestServer, call: () => Promise<number>): Promise<number> {
  let answered = 0
  for (let status = 0; status !== 429;) {
    status = await call()
    if (status === 200) answered += 1
    await sql`update rate_limits set expire = 1 where key like 'mailResend:%'`
  }
  return answered
}

/** From one network, uses up the mails of every purpose for the address, then tries ten wrong passwords. */
async function attack(server: TestServer): Promise<void> {
  const stranger = server.visitor({ ip: '203.0.113.66' })
  const mallory = await server.newUser({ ip: '203.0.113.66' })
  const links = await exhaust(server, () => askForLink(server, stranger))
  const registerCodes = await exhaust(server, async () => {
    const captcha = await server.solveCaptcha(stranger)
    return (await stranger.call(api.account.registerCode, { email: EMAIL, captcha })).status
  })
  const changeCodes = await exhaust(server, async () => {
    const { status } = await mallory.call(api.account.sendChangeEmailCode, { email: EMAIL })
    return status
  })
  expect({ links, registerCodes, changeCodes }).toEqual({
    links: accountLimits.mailHour.times,
    registerCodes: accountLimits.mailHour.times,
    changeCodes: accountLimits.changeCodeAddress.times,
  })
  await lock(server)
}

async function lock(server: TestServer): Promise<void> {
  const stranger = server.visitor({ ip: '203.0.113.67' })
  const codes = new Set<string>()
  for (let n = 1; !codes.has('RATE_LIMITED'); n += 1) {
    codes.add(await login(stranger, 'wrong', n > 5 ? server : undefined))
  }
  expect(codes).toContain('BAD_CREDENTIALS')
  expect(await login(server.visitor(), PASSWORD)).toBe('RATE_LIMITED')
}

test('a stranger exhausts all mails and ten passwords: the owner logs in on a known device, and on a new one by a reset link despite the lock', async () => {
  const server = await serverOf()
  const owner = await server.newUser({ email: EMAIL })
  await attack(server)
  expect(await login(owner, PASSWORD)).toBe('OK')
  expect(await askForLink(server, owner)).toBe(200)

  await server.sql`update rate_limits set expire = 1 where key like 'mailResend:%'`
  forgetRefusals(server)
  const before = (await server.mails(EMAIL)).length
  const browser = server.visitor({ ip: '198.51.100.1' })

  expect(await askForLink(server, browser)).toBe(200)

  expect(await server.mails(EMAIL)).toHaveLength(before + 1)
  const reset = { token: await readMailedToken(server, EMAIL), password: passwordDigest(NEW) }
  expect((await browser.call(api.account.resetPassword, reset)).status).toBe(200)
  await lock(server)
  expect(await login(browser, NEW)).toBe('OK')
})

test('strangers from many networks exhaust the reset mails: a known device still gets one', async () => {
  const server = await serverOf()
  const owner = await server.newUser({ email: EMAIL })
  let network = 0
  const mails = await exhaust(server, () => {
    network += 1
    return askForLink(server, server.visitor({ ip: `203.0.113.${network}` }))
  })
  expect(mails).toBe(accountLimits.mailboxHour.times)
  expect(await askForLink(server, server.visitor({ ip: '198.51.100.1' }))).toBe(429)

  expect(await askForLink(server, owner)).toBe(200)
})

test('who knows the password uses up the logins of an hour: a new password by mail opens the account again', async () => {
  const server = await serverOf()
  const owner = await server.newUser({ email: EMAIL })
  await server.login(EMAIL)
  await server.sql`
    update rate_limits set points = ${accountLimits.loginSuccess.times} where key like 'loginSuccess:%'`
  expect(await login(owner, PASSWORD)).toBe('RATE_LIMITED')
  expect(await askForLink(server, owner)).toBe(200)
  const reset = { token: await readMailedToken(server, EMAIL), password: passwordDigest(NEW) }
  expect((await owner.call(api.account.resetPassword, reset)).status).toBe(200)
  expect(await login(owner, NEW)).toBe('OK')
})

test('a password change keeps only this device known', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: EMAIL })
  const phone = await server.login(EMAIL)
  const change = { currentPassword: passwordDigest(PASSWORD), newPassword: NEW }
  expect((await ann.call(api.account.changePassword, change)).status).toBe(200)
  await lock(server)
  await phone.call(api.site.csrfToken, {})
  expect(await login(phone, NEW)).toBe('RATE_LIMITED')
  expect(await login(ann, NEW)).toBe('OK')
})

test("a full strangers' queue does not stop an owner's login and password change", async () => {
  const real = createPasswords('a', { memoryCost: 8, timeCost: 1, parallelism: 1 })
  let isFull = false
  await using server = await startTestServer({
    deps: {
      passwords: {
        ...real,
        async verify(stored, digest, lane) {
          if (isFull && lane !== 'owner') throw new AppError('OVERLOADED', { retryAfter: 2 })
          return real.verify(stored, digest, lane)
        },
      },
    },
  })
  const owner = await server.newUser({ email: EMAIL })
  isFull = true
  expect(await login(server.visitor(), PASSWORD)).toBe('OVERLOADED')
  expect(await login(owner, PASSWORD)).toBe('OK')
  const change = { currentPassword: passwordDigest(PASSWORD), newPassword: NEW }
  expect((await owner.call(api.account.changePassword, change)).status).toBe(200)
})
