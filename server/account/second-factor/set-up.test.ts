import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { exportData } from '#contract/account/personal-data.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import { createAuthenticator } from '../../testing/console/authenticator.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { codeOf, givePassword, setUpPasskey, setUpTotp } from '../../testing/second-factor.ts'

const serverOf = serverOfFile()
const MINUTE = 60_000

test('an authenticator is set by its first code, stored encrypted, and brings ten recovery codes; the export names it without its secret', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const begun = await ann.call(secondFactor.beginTotpSetup, {})
  const { secret, qr, ticket } = begun.body.data
  expect(qr.path).toMatch(/^M/)
  expect(await server.sql`select 1 from user_authenticators`).toEqual([])
  const code = await codeOf(secret, server.deps.now())
  const wrong = code === '000000' ? '000001' : '000000'
  const refused = await ann.call(secondFactor.setTotp, { ticket, code: wrong })
  expect(refused).toMatchObject({ status: 400, body: { fields: { code: expect.any(String) } } })

  const set = await ann.call(secondFactor.setTotp, { ticket, code })

  expect(set.body.data).toMatchObject({
    secondFactor: { since: expect.any(String), totp: {}, passkeys: [], recoveryCodesLeft: 10 },
  })
  expect(new Set(set.body.data.recoveryCodes).size).toBe(10)
  const [stored] = await server.sql<{
    row: string
  }>`select a::text as row from user_authenticators a`
  expect(stored!.row).not.toContain(Buffer.from(secret).toString('hex'))
  expect(stored!.row).not.toContain(secret)
  const hashes = await server.sql<{ row: string }>`select c::text as row from user_recovery_codes c`
  for (const { row } of hashes) expect(set.body.data.recoveryCodes!.join()).not.toContain(row)
  const [mail] = await server.mails(ann.user.email)
  expect(mail!.subject).toContain('设置了验证器')
  const { data } = (await ann.call(exportData, {})).body
  expect(data.secondFactor).toMatchObject({ passkeys: [], totp: {}, recoveryCodesLeft: 10 })
  expect(JSON.stringify(data)).not.toContain(secret)
})

test('the ticket of an authenticator is good for its own user, and for half an hour', async () => {
  const server = await serverOf()
  const [ann, bob] = [await server.newUser(), await server.newUser()]
  server.stopClock()
  const { secret, ticket } = (await ann.call(secondFactor.beginTotpSetup, {})).body.data
  const stolen = { ticket, code: await codeOf(secret, server.deps.now()) }
  expect((await bob.call(secondFactor.setTotp, stolen)).status).toBe(400)
  server.advance(30 * MINUTE)
  const again = await server.login(ann.user.email)
  const late = { ticket, code: await codeOf(secret, server.deps.now()) }
  expect(await again.call(secondFactor.setTotp, late)).toMatchObject({
    status: 400,
    body: { message: '验证已超时，请重新扫描二维码' },
  })
})

test('the first factor ends all other sessions, a second one does not, a removal and another authenticator do', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const phone = await server.login(ann.user.email)
  const isIn = async () => (await phone.call(api.account.profile, {})).status === 200
  const { device } = await setUpPasskey(server, ann)
  expect(await isIn()).toBe(false)
  expect(await server.sql`select 1 as one from sessions`).toEqual([{ one: 1 }])

  const added = await setUpTotp(server, ann)
  expect(added.recoveryCodes).toEqual([])
  await server.sql`
    insert into sessions select '\\x01', gen_random_uuid(), user_id, authenticated_at, created_at,
      last_seen_at, expires_at, ip, user_agent from sessions`
  const removed = await ann.call(secondFactor.removePasskey, { id: device.id() })
  expect(removed.body.data.secondFactor).toMatchObject({ passkeys: [], recoveryCodesLeft: 10 })
  expect(await server.sql`select 1 as one from sessions`).toEqual([{ one: 1 }])

  const bob = await server.newUser()
  const totp = await setUpTotp(server, bob)
  const thief = await givePassword(server, bob)
  await thief.call(secondFactor.finishSecondLogin, { totp: await totp.nextCode() })
  await setUpTotp(server, bob)
  expect((await thief.call(api.account.profile, {})).status).toBe(401)
  expect((await bob.call(api.account.profile, {})).status).toBe(200)
})

test('with the last factor the recovery codes go, and the password alone logs in again', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  await setUpTotp(server, ann)
  const removed = await ann.call(secondFactor.removeTotp, {})
  expect(removed.body.data.secondFactor).toEqual({
    since: null,
    passkeys: [],
    totp: null,
    recoveryCodesLeft: 0,
  })
  expect(await server.sql`select 1 from user_recovery_codes`).toEqual([])
  await server.login(ann.user.email)
  expect((await ann.call(secondFactor.removeTotp, {})).status).toBe(404)
  const renewed = await ann.call(secondFactor.renewRecoveryCodes, {})
  expect(renewed.body.code).toBe('SECOND_FACTOR_MISSING')
  expect((await server.mails(ann.user.email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('设置了验证器'),
    expect.stringContaining('删除了验证器'),
    expect.stringContaining('在新设备上登录'),
  ])
})

test('a passkey is added under its name once, and another user can neither use nor remove it; a user keeps at most ten', async () => {
  const server = await serverOf()
  const [ann, bob] = [await server.newUser(), await server.newUser()]
  const { device } = await setUpPasskey(server, ann, '钥匙串')
  const state = (await ann.call(secondFactor.readSecondFactor, {})).body.data
  expect(state.passkeys).toMatchObject([{ id: device.id(), name: '钥匙串', lastUsedAt: null }])
  await setUpPasskey(server, bob)
  expect((await bob.call(secondFactor.removePasskey, { id: device.id() })).status).toBe(404)
  // the same credential as another user's
  const { options } = (await bob.call(secondFactor.beginPasskeySetup, {})).body.data
  const other = createAuthenticator(server.config.publicUrl)
  const response = other.create(options)
  await server.sql`update user_passkeys set id = ${other.id()} where id = ${device.id()}`
  const taken = await bob.call(secondFactor.addPasskey, { name: 'x', response })
  expect(taken).toMatchObject({ status: 422, body: { code: 'PASSKEY_REFUSED' } })

  await server.sql`
    insert into user_passkeys select id || n, user_id, name, public_key, counter, transports, is_synced, created_at
    from user_passkeys, generate_series(1, 9) n where user_id = ${ann.user.id}`
  const begun = await ann.call(secondFactor.beginPasskeySetup, {})
  expect(begun).toMatchObject({ status: 409, body: { code: 'TOO_MANY_PASSKEYS' } })
})

test('set-up without a factor needs a login of the last 15 minutes, with one a proof of the last five', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  server.stopClock()
  server.advance(15 * MINUTE + 1000)
  for (const call of [secondFactor.beginTotpSetup, secondFactor.beginPasskeySetup]) {
    expect((await ann.call(call, {})).body.code).toBe('REAUTH')
  }
  const again = await server.login(ann.user.email)
  await setUpPasskey(server, again)
  server.advance(5 * MINUTE + 1000)
  for (const call of [
    secondFactor.beginTotpSetup,
    secondFactor.beginPasskeySetup,
    secondFactor.removeTotp,
    secondFactor.renewRecoveryCodes,
  ]) {
    expect((await again.call(call, {})).body.code).toBe('SECOND_FACTOR_REQUIRED')
  }
})

test('new recovery codes replace the earlier ones; thirty changes an hour are made and mailed', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const { recoveryCodes } = await setUpTotp(server, ann)
  const renewed = await ann.call(secondFactor.renewRecoveryCodes, {})
  expect(renewed.body.data.recoveryCodes).toHaveLength(10)
  const old = await ann.call(secondFactor.proveSecondFactor, { recoveryCode: recoveryCodes[0]! })
  expect(old.body.code).toBe('CODE_WRONG')
  const fresh = { recoveryCode: renewed.body.data.recoveryCodes![0]!.toLowerCase() }
  expect((await ann.call(secondFactor.proveSecondFactor, fresh)).status).toBe(200)

  const before = (await server.mails(ann.user.email)).length
  await server.sql`update rate_limits set points = 29 where key like 'changeFactors:%'`
  const renew = () => ann.call(secondFactor.renewRecoveryCodes, {})
  expect((await renew()).status).toBe(200)
  expect(await renew()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(await server.mails(ann.user.email)).toHaveLength(before + 1)
})
