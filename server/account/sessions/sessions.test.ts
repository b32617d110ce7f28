import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { finishSecondLogin, proveSecondFactor } from '#contract/account/second-factor.ts'
import type { TestServer } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { givePassword, setUpTotp } from '../../testing/second-factor.ts'
import { passwordDigest } from '../password/passwords.ts'

const serverOf = serverOfFile()
const MINUTE = 60_000
const { login, logout, profile, revokeSession, sessions } = api.account

type Client = ReturnType<TestServer['visitor']>

/** The id of this browser's session, and of another one. */
async function sessionIds(browser: Client) {
  const { list } = (await browser.call(sessions, {})).body.data
  const idOf = (isCurrent: boolean) => list.find(({ current }) => current === isCurrent)?.id ?? ''
  return { own: idOf(true), other: idOf(false) }
}

test('ending another device with a login older than fifteen minutes gets REAUTH; a new login of this browser ends it', async () => {
  const server = await serverOf()
  const [ann, mallory] = [await server.newUser(), await server.newUser()]
  const phone = await server.login(ann.user.email)
  server.advance(15 * MINUTE + 1000)
  const { own, other } = await sessionIds(ann)
  // an old session learns nothing of other ids
  for (const id of [own, 'no-such-session']) {
    expect((await mallory.call(revokeSession, { id })).body.code).toBe('REAUTH')
  }
  const refused = await ann.call(revokeSession, { id: other })
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'REAUTH', message: '为保障账户安全，请重新登录后再操作' },
  })
  expect((await phone.call(profile, {})).status).toBe(200)

  const credentials = { email: ann.user.email, password: passwordDigest('wrong') }
  expect((await ann.call(login, credentials)).body.code).toBe('BAD_CREDENTIALS')
  expect((await ann.call(revokeSession, { id: other })).body.code).toBe('REAUTH')

  const again = await ann.call(login, { ...credentials, password: passwordDigest(ann.password) })
  expect(again.status).toBe(200)
  expect((await ann.call(revokeSession, { id: other })).status).toBe(200)
  expect((await phone.call(profile, {})).status).toBe(401)
  expect((await ann.call(profile, {})).status).toBe(200)
})

test('ending another device asks for the second factor of five minutes, whatever the age of the login', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const phone = await givePassword(server, ann)
  await phone.call(finishSecondLogin, { totp: await totp.nextCode() })
  server.advance(5 * MINUTE + 1000)
  const { other } = await sessionIds(ann)
  const end = () => ann.call(revokeSession, { id: other })
  expect(await end()).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } })
  expect((await phone.call(profile, {})).status).toBe(200)

  server.advance(60 * MINUTE)
  const wrong = await ann.call(proveSecondFactor, { totp: '000000' })
  expect(wrong).toMatchObject({ status: 422, body: { code: 'CODE_WRONG' } })
  expect((await end()).body.code).toBe('SECOND_FACTOR_REQUIRED')
  expect((await ann.call(proveSecondFactor, { totp: await totp.nextCode() })).status).toBe(200)
  expect((await end()).status).toBe(200)
  expect((await phone.call(profile, {})).status).toBe(401)
})

test('an old session ends itself and logs out without being asked, with and without a second factor', async () => {
  const server = await serverOf()
  for (const hasFactor of [false, true]) {
    for (const end of [logoutOf, endOwn]) {
      const ann = await server.newUser()
      if (hasFactor) await setUpTotp(server, ann)
      server.advance(60 * MINUTE)
      expect((await end(ann)).status).toBe(200)
      expect((await ann.call(profile, {})).status).toBe(401)
    }
  }
})

function logoutOf(browser: Client) {
  return browser.call(logout, {})
}

async function endOwn(browser: Client) {
  return browser.call(revokeSession, { id: (await sessionIds(browser)).own })
}
