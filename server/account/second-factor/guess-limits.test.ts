import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { finishSecondLogin, proveSecondFactor } from '#contract/account/second-factor.ts'
import type { TestServer } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { readMailedToken } from '../../testing/mailed-secrets.ts'
import { givePassword, setUpTotp } from '../../testing/second-factor.ts'
import { passwordDigest } from '../password/passwords.ts'

const serverOf = serverOfFile()
const DAY_S = 24 * 60 * 60

type Client = ReturnType<TestServer['visitor']>

/** Sets a password by mail in a new browser, which becomes a known device. */
async function resetPassword(server: TestServer, email: string, typed: string): Promise<Client> {
  const browser = server.visitor()
  const captcha = await server.solveCaptcha(browser)
  await browser.call(api.account.resetPasswordLink, { email, captcha })
  const token = await readMailedToken(server, email)
  const password = passwordDigest(typed)
  const { status } = await browser.call(api.account.resetPassword, { token, password })
  if (status !== 200) throw new Error(`reset: ${status}`)
  return browser
}

/** A code that is not the right one. */
const wrongOf = (right: string) => (right === '000000' ? '000001' : '000000')

async function send(browser: Client, totp: string) {
  const answer = await browser.call(finishSecondLogin, { totp })
  return { code: answer.body.code, wait: Number(answer.headers['retry-after'] ?? 0) }
}

/** What is counted for fifteen minutes ends; what is counted for a day goes on. */
async function passQuarter({ sql }: TestServer): Promise<void> {
  await sql`update rate_limits set expire = 1
    where key like 'factorUser:%' or key like 'factorIp:%' or key like 'mailResend:%'`
}

test('fifty wrong codes a day are looked at, however they are spread; the other ways stay open', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const known = await givePassword(server, ann, ann)
  const thief = await givePassword(server, ann)
  const right = await totp.nextCode()
  for (let quarter = 0; quarter < 5; quarter += 1) {
    const guesses = Array.from({ length: 10 }, () => send(thief, wrongOf(right)))
    for (const { code } of await Promise.all(guesses)) expect(code).toBe('CODE_WRONG')
    await passQuarter(server)
  }
  const last = await send(thief, right)
  expect(last.code).toBe('RATE_LIMITED')
  expect(last.wait).toBeGreaterThan(DAY_S - 15 * 60)
  expect(last.wait).toBeLessThanOrEqual(DAY_S)
  // another address and another browser of a stranger are the same counter
  const elsewhere = await givePassword(server, ann, server.visitor({ ip: '203.0.113.9' }))
  expect((await send(elsewhere, right)).code).toBe('RATE_LIMITED')
  expect((await send(known, right)).code).toBeUndefined()
  const recoveryCode = totp.recoveryCodes[0]!
  expect((await thief.call(finishSecondLogin, { recoveryCode })).status).toBe(200)
})

test('a reset makes a device known, but all devices together have a hundred wrong codes a day', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const wrong = wrongOf(await totp.nextCode())
  const guesses: number[] = []
  let thief = server.visitor()
  for (let device = 0; device < 3; device += 1) {
    const password = `an entirely new password ${device}`
    thief = await resetPassword(server, ann.user.email, password)
    let looked = 0
    for (let quarter = 0; quarter < 5; quarter += 1) {
      await givePassword(server, { ...ann, password }, thief)
      for (let guess = 0; guess < 10; guess += 1)
        if ((await send(thief, wrong)).code === 'CODE_WRONG') looked += 1
      await passQuarter(server)
    }
    guesses.push(looked)
  }
  expect(guesses).toEqual([50, 50, 0])
  const recoveryCode = totp.recoveryCodes[0]!
  expect((await thief.call(finishSecondLogin, { recoveryCode })).status).toBe(200)
})

test('a right code gives its try back: fifty logins a day use nothing up', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const browser = await givePassword(server, ann)
  expect((await browser.call(finishSecondLogin, { totp: await totp.nextCode() })).status).toBe(200)
  const counters = () => server.sql<{ points: number }>`
    select points from rate_limits where key like 'factor%'`
  for (const { points } of await counters()) expect(points).toBe(0)
  await ann.call(proveSecondFactor, { totp: await totp.nextCode() })
  for (const { points } of await counters()) expect(points).toBe(0)
})

test('a hundred wrong codes from an IPv4 address or a /64 in 15 minutes shut it for every account, and no other network', async () => {
  const server = await serverOf()
  for (const { ip, same, other } of [
    { ip: '203.0.113.7', same: '203.0.113.7', other: '203.0.113.8' },
    { ip: '2001:db8:1:2::1', same: '2001:db8:1:2:9::9', other: '2001:db8:1:3::1' },
  ]) {
    const [ann, bob] = [await server.newUser(), await server.newUser()]
    const totpOfAnn = await setUpTotp(server, ann)
    const totpOfBob = await setUpTotp(server, bob)
    const attacker = await givePassword(server, ann, server.visitor({ ip }))
    const wrong = wrongOf(await totpOfAnn.nextCode())
    expect((await send(attacker, wrong)).code).toBe('CODE_WRONG')
    // the other guesses were at accounts of others
    await server.sql`update rate_limits set points = 99 where key like 'factorIp:%'`
    expect((await send(attacker, wrong)).code).toBe('CODE_WRONG')

    const neighbour = await givePassword(server, bob, server.visitor({ ip: same }))
    const refused = await send(neighbour, await totpOfBob.nextCode())
    expect(refused.code).toBe('RATE_LIMITED')
    expect(refused.wait).toBeLessThanOrEqual(15 * 60)
    const away = await givePassword(server, bob, server.visitor({ ip: other }))
    expect((await send(away, await totpOfBob.nextCode())).code).toBeUndefined()
    expect((await away.call(api.account.profile, {})).status).toBe(200)
  }
})
