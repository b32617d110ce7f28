import { generate } from 'otplib'
import { expect, test } from 'vitest'
import * as security from '#contract/console/staff/security.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { createAuthenticator } from '../../testing/console/authenticator.ts'
import { CONSOLE_URL, OPERATOR_PASSWORD, signInBy } from '../../testing/console/console.ts'
import {
  addPasskey,
  type Colleague,
  startStoppedConsole,
} from '../../testing/console/stopped-console.ts'
import { dismissStaff } from '../../testing/console/signing.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { timeText } from '../../lib/local-time.ts'

const fixtureOf = oncePerFile(startStoppedConsole)

/** The console of this file, whose owners of the tests before are no longer mailed. */
async function start() {
  const fixture = await fixtureOf()
  await dismissStaff(fixture.server)
  return fixture
}

const MINUTE = 60_000

async function addCode(operator: Colleague, now: Date) {
  const { secret, ticket } = (await operator.call(security.beginCodeSetup, {})).body.data
  const code = await generate({ secret, epoch: Math.floor(now.getTime() / 1000) })
  const password = passwordDigest(OPERATOR_PASSWORD)
  return operator.call(security.setCode, { password, code, ticket })
}

test('second passkey is added, signs in and is removed; the last way to sign in stays, also of two removals at once', async () => {
  const { staff, server } = await start()
  const operator = await staff.newOperator('viewer')
  server.advance(MINUTE)
  const { device, answer } = await addPasskey(operator, '办公室的电脑')
  expect(answer.body.data.passkeys.map(({ name }) => name)).toEqual(['手机', '办公室的电脑'])
  const browser = staff.visitor()
  expect((await signInBy(browser, device)).status).toBe(200)
  const remove = (id: string) => operator.call(security.removePasskey, { id })
  const left = await remove(operator.device.id())
  expect(left.body.data.passkeys.map(({ name }) => name)).toEqual(['办公室的电脑'])
  // a removed passkey leaves nobody signed in elsewhere
  expect((await browser.call(security.readSecurity, {})).status).toBe(401)
  expect(await remove(device.id())).toMatchObject({ status: 409, body: { code: 'LAST_FACTOR' } })
  expect((await operator.call(security.readSecurity, {})).body.data.passkeys).toHaveLength(1)

  const another = (await addPasskey(operator, '第二个')).device.id()
  const answers = await Promise.all([device.id(), another].map(remove))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('passkey of a colleague cannot be removed or registered again', async () => {
  const { staff } = await start()
  const ann = await staff.newOperator('viewer')
  const bob = await staff.newOperator('viewer')
  await addPasskey(ann, '第二个')
  await ann.call(security.removePasskey, { id: bob.device.id() })
  expect((await bob.call(security.readSecurity, {})).body.data.passkeys).toHaveLength(1)
  const begun = await ann.call(security.beginPasskeyAddition, {})
  const response = createAuthenticator(CONSOLE_URL).create(begun.body.data.options)
  const add = () => ann.call(security.addPasskey, { name: '又一个', response })
  expect((await add()).status).toBe(200)
  expect((await add()).status).toBe(422)
})

test('passkey whose browser says oddly how it is reached is added with known words alone', async () => {
  const { staff, server } = await start()
  const operator = await staff.newOperator('viewer')
  const odd = [0, true, '', 'x', {}, [[1]], ['x'.repeat(9000)], Array(3000).fill('usb')]
  for (const transports of odd) {
    const begun = await operator.call(security.beginPasskeyAddition, {})
    const made = createAuthenticator(CONSOLE_URL).create(begun.body.data.options)
    const response = { ...made, response: { ...Object(made['response']), transports } }
    const added = await operator.call(security.addPasskey, { name: '第二个', response })
    expect([200, 422]).toContain(added.status)
  }
  const rows = await server.sql<{ words: string[] }>`
    select transports as words from operator_passkeys
    where name = '第二个' and operator_id = ${operator.operator.id}`
  expect(rows.length).toBeGreaterThan(0)
  for (const { words } of rows) expect([[], ['usb']]).toContainEqual(words)
})

test('new password and authenticator end the other sessions, and so does their removal; weak passwords are refused', async () => {
  const { staff, server } = await start()
  const operator = await staff.newOperator('finance')
  const other = staff.visitor()
  await signInBy(other, operator.device)
  const set = await addCode(operator, server.deps.now())
  expect(set.body.data).toMatchObject({ hasCode: true, sessions: [{ isCurrent: true }] })
  expect((await other.call(security.readSecurity, {})).status).toBe(401)
  const third = staff.visitor()
  const again = (await third.call(signIn.beginPasskeySignIn, {})).body.data.options
  await third.call(signIn.signInWithPasskey, { response: operator.device.get(again) })
  expect((await third.call(security.readSecurity, {})).status).toBe(200)
  expect((await operator.call(security.removeCode, {})).body.data.hasCode).toBe(false)
  expect((await third.call(security.readSecurity, {})).status).toBe(401)
  const common = passwordDigest('password1')
  const { ticket } = (await operator.call(security.beginCodeSetup, {})).body.data
  const weak = await operator.call(security.setCode, { password: common, code: '000000', ticket })
  expect(weak).toMatchObject({ status: 422, body: { code: 'PASSWORD_WEAK' } })
  const password = passwordDigest('xingqiao2026')
  const ofShop = await operator.call(security.setCode, { password, code: '000000', ticket })
  expect(ofShop).toMatchObject({ status: 422, body: { code: 'PASSWORD_WEAK' } })
})

test('new recovery codes replace the earlier ones', async () => {
  const { staff } = await start()
  const operator = await staff.newOperator('owner')
  const renewed = (await operator.call(security.renewRecoveryCodes, {})).body.data.recoveryCodes
  const attempt = (code: string) =>
    staff.visitor().call(signIn.signInWithRecoveryCode, { email: operator.email, code })
  expect((await attempt(operator.recoveryCodes[0]!)).status).toBe(422)
  expect((await attempt(renewed[0]!)).status).toBe(200)
})

test('sessions of the operator end one by one or all but this', async () => {
  const { staff } = await start()
  const operator = await staff.newOperator('viewer')
  const stranger = await staff.newOperator('viewer')
  const others = [staff.visitor(), staff.visitor(), staff.visitor()]
  for (const browser of others) {
    await signInBy(browser, operator.device)
  }
  const { sessions } = (await operator.call(security.readSecurity, {})).body.data
  expect(sessions).toHaveLength(4)
  const [foreign] = (await stranger.call(security.readSecurity, {})).body.data.sessions
  await operator.call(security.endOwnSessions, { id: foreign!.id })
  expect((await stranger.call(security.readSecurity, {})).status).toBe(200)
  const one = sessions.find(({ isCurrent }) => !isCurrent)!
  const after = await operator.call(security.endOwnSessions, { id: one.id })
  expect(after.body.data.sessions).toHaveLength(3)
  const rest = await operator.call(security.endOwnSessions, { id: null })
  expect(rest.body.data.sessions).toMatchObject([{ isCurrent: true }])
})

test('every change of the ways to sign in is written down, and mailed to the operator and to each owner, once each', async () => {
  const { server, staff } = await start()
  const owner = await staff.newOperator('owner')
  const operator = await staff.newOperator('finance', { ip: '198.51.100.7' })
  const viewer = await staff.newOperator('viewer')
  const { device } = await addPasskey(operator, '第二个')
  await operator.call(security.removePasskey, { id: device.id() })
  const { secret, ticket } = (await operator.call(security.beginCodeSetup, {})).body.data
  const code = await generate({ secret, epoch: Math.floor(server.deps.now().getTime() / 1000) })
  await operator.call(security.setCode, {
    ...{ password: passwordDigest(OPERATOR_PASSWORD), code, ticket },
  })
  await operator.call(security.removeCode, {})
  await operator.call(security.renewRecoveryCodes, {})
  await operator.call(security.endOwnSessions, { id: null })

  const { timeZone } = server.deps.content.site
  const when = timeText(server.deps.now(), timeZone)
  const names = [
    '添加通行密钥',
    '删除通行密钥',
    '设置密码与验证器',
    '删除密码与验证器',
    '更换恢复码',
  ]
  const changes = names.map(
    (what) => `控制台账号在 ${when} 有变动：${what}。网络地址是 198.51.100.7。`,
  )
  const rows = await server.sql<{ what: string }>`
    select given ->> 'what' as what from operator_actions
    where command = 'console security' and operator = ${operator.email} order by id`
  expect(rows.map(({ what }) => what).slice(0, names.length)).toEqual(names)
  const textsFor = async (email: string) =>
    (await server.mails(email))
      .filter(({ subject }) => subject.endsWith('控制台登录方式有变动'))
      .map(({ text }) => text)
  for (const { email, whose, advice } of [
    { ...operator, whose: '您的', advice: '请联系另一位所有者停用此账号' },
    { ...owner, whose: `周敏（${operator.email}）的`, advice: '请马上在“同事”里停用这个账号' },
  ]) {
    const texts = await textsFor(email)
    expect(texts).toHaveLength(changes.length)
    for (const change of changes) {
      const text = texts.find((each) => each.includes(`${whose}${change}`))
      expect(text).toContain(advice)
    }
  }
  expect(await textsFor(viewer.email)).toEqual([])

  // a change that was taken back is not mailed
  const { status } = await owner.call(security.removePasskey, { id: owner.device.id() })
  expect(status).toBe(409)
  expect(await textsFor(owner.email)).toHaveLength(changes.length)
})

test('thirty changes an hour: more would flood the mailboxes of all owners', async () => {
  const { staff } = await start()
  const operator = await staff.newOperator('viewer')
  for (let at = 0; at < 30; at += 1) {
    expect((await operator.call(security.renewRecoveryCodes, {})).status).toBe(200)
  }
  expect((await operator.call(security.renewRecoveryCodes, {})).status).toBe(429)
  expect((await addPasskey(operator, '第二个')).answer.status).toBe(429)
  expect((await operator.call(security.endOwnSessions, { id: null })).status).toBe(200)
})
