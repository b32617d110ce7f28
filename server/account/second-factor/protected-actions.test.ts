import { expect, test } from 'vitest'
import { createApiKey } from '#contract/account/api-keys.ts'
import { api } from '#contract/api.ts'
import { closeAccount, exportData } from '#contract/account/personal-data.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import { newApplication } from '../../testing/applications/applications.ts'
import type { TestServer, TestUser } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { readMailedCode } from '../../testing/mailed-secrets.ts'
import { givePassword, setUpPasskey, setUpTotp } from '../../testing/second-factor.ts'
import { passwordDigest } from '../password/passwords.ts'

const serverOf = serverOfFile()
const MINUTE = 60_000
const NEW = 'a quite different password'
const { proveSecondFactor } = secondFactor

/** Each action that asks for the second factor again; closing, the last, gives the changed password. */
async function actionsOf(server: TestServer, user: TestUser) {
  const application = await newApplication(server)
  const key = { applicationId: application.id, name: '脚本', monthlyLimit: null }
  const email = `next-${user.user.email}`
  await user.call(api.account.sendChangeEmailCode, { email })
  const code = await readMailedCode(server, email)
  const currentPassword = passwordDigest(user.password)
  const password = passwordDigest(NEW)
  const { passkeys } = (await user.call(secondFactor.readSecondFactor, {})).body.data
  return {
    'API key': () => user.call(createApiKey, key),
    'change of e-mail': () => user.call(api.account.changeEmail, { email, code }),
    'change of the password': () =>
      user.call(api.account.changePassword, { currentPassword, newPassword: NEW }),
    'removal of a passkey': () =>
      user.call(secondFactor.removePasskey, { id: passkeys[0]?.id ?? 'none' }),
    'removal of the authenticator': () => user.call(secondFactor.removeTotp, {}),
    closing: () => user.call(closeAccount, { password }),
  }
}

test('the protected actions ask for the second factor again after five minutes, and pass with a proof or where there is none', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  await setUpPasskey(server, ann)
  server.advance(5 * MINUTE + 1000)
  const actions = await actionsOf(server, ann)
  for (const [name, act] of Object.entries(actions)) {
    const answer = await act()
    expect([answer.status, answer.body.code], name).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
  }
  const proven = await ann.call(proveSecondFactor, { totp: await totp.nextCode() })
  const until = server.deps.now().getTime() + 5 * MINUTE
  expect(proven.body.data.provenUntil).toBe(new Date(until).toISOString())
  for (const [name, act] of Object.entries(actions)) expect((await act()).status, name).toBe(200)

  const free = await actionsOf(server, await server.newUser())
  const { 'API key': makeKey, 'change of e-mail': changeEmail } = free
  const { 'change of the password': changePassword, closing } = free
  for (const act of [makeKey, changeEmail, changePassword, closing])
    expect((await act()).status).toBe(200)
})

test('a recovery code proves once and is mailed', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const { recoveryCodes } = await setUpTotp(server, ann)
  server.advance(5 * MINUTE + 1000)
  const [recoveryCode = ''] = recoveryCodes
  expect((await ann.call(proveSecondFactor, { recoveryCode })).status).toBe(200)
  expect((await ann.call(proveSecondFactor, { recoveryCode })).body.code).toBe('CODE_WRONG')
  const told = (await server.mails(ann.user.email)).filter(({ text }) =>
    text.includes('恢复码完成'),
  )
  expect(told).toHaveLength(1)
  expect(told[0]!.text).toContain('还剩 9 个恢复码')
  expect((await ann.call(secondFactor.removeTotp, {})).status).toBe(200)
})

test('a proof of one session does not count in another; one that never proved is asked too, and a change of the password ends nothing', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  const phone = await givePassword(server, ann)
  await phone.call(secondFactor.finishSecondLogin, { totp: await totp.nextCode() })
  server.advance(5 * MINUTE + 1000)
  await ann.call(proveSecondFactor, { totp: await totp.nextCode() })
  expect((await phone.call(secondFactor.removeTotp, {})).body.code).toBe('SECOND_FACTOR_REQUIRED')

  await server.sql`update sessions set second_factor_at = null`
  expect((await ann.call(secondFactor.removeTotp, {})).body.code).toBe('SECOND_FACTOR_REQUIRED')
  const changed = { currentPassword: passwordDigest(ann.password), newPassword: NEW }
  const answer = await ann.call(api.account.changePassword, changed)
  expect([answer.status, answer.body.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
  expect((await phone.call(api.account.profile, {})).status).toBe(200)
  await givePassword(server, ann)
})

test('a proof counts five minutes in all, also where the password is changed meanwhile', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const totp = await setUpTotp(server, ann)
  await setUpPasskey(server, ann)
  await ann.call(proveSecondFactor, { totp: await totp.nextCode() })
  server.advance(4 * MINUTE)
  const changed = { currentPassword: passwordDigest(ann.password), newPassword: NEW }
  expect((await ann.call(api.account.changePassword, changed)).status).toBe(200)
  expect((await ann.call(secondFactor.renewRecoveryCodes, {})).status).toBe(200)
  server.advance(MINUTE + 1000)
  expect((await ann.call(secondFactor.removeTotp, {})).body.code).toBe('SECOND_FACTOR_REQUIRED')
})

test('a change of the password is no login where there is a second factor', async () => {
  const server = await serverOf()
  const [ann, bob] = [await server.newUser(), await server.newUser()]
  const totp = await setUpTotp(server, ann)
  server.advance(15 * MINUTE + 1000)
  await ann.call(proveSecondFactor, { totp: await totp.nextCode() })
  for (const user of [ann, bob]) {
    const currentPassword = passwordDigest(user.password)
    const changed = { currentPassword, newPassword: NEW }
    expect((await user.call(api.account.changePassword, changed)).status).toBe(200)
  }
  expect((await ann.call(exportData, {})).body.code).toBe('REAUTH')
  expect((await bob.call(exportData, {})).status).toBe(200)
})
