import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { consoleApi } from '#contract/console/all-console-calls.ts'
import * as security from '#contract/console/staff/security.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { createAuthenticator } from '../../testing/console/authenticator.ts'
import { CONSOLE_URL, OPERATOR_PASSWORD } from '../../testing/console/console.ts'
import {
  addPasskey,
  type Colleague,
  startStoppedConsole,
} from '../../testing/console/stopped-console.ts'

const MINUTE = 60_000

async function addCode(operator: Colleague, now: Date) {
  const { secret, ticket } = (await operator.call(security.beginCodeSetup, {})).body.data
  const code = await generate({ secret, epoch: Math.floor(now.getTime() / 1000) })
  const password = passwordDigest(OPERATOR_PASSWORD)
  return operator.call(security.setCode, { password, code, ticket })
}

test('second passkey is added, signs in and is removed; the last way to sign in stays', async () => {
  await using fixture = await startStoppedConsole()
  const { staff, server } = fixture
  const operator = await staff.newOperator('viewer')
  server.advance(MINUTE)
  const { device, answer } = await addPasskey(operator, '办公室的电脑')
  expect(answer.body.data.passkeys.map(({ name }) => name)).toEqual(['手机', '办公室的电脑'])
  const browser = staff.visitor()
  const begun = await browser.call(signIn.beginPasskeySignIn, {})
  const response = device.get(begun.body.data.options)
  expect((await browser.call(signIn.signInWithPasskey, { response })).status).toBe(200)
  const remove = (id: string) => operator.call(security.removePasskey, { id })
  const left = await remove(operator.device.id())
  expect(left.body.data.passkeys.map(({ name }) => name)).toEqual(['办公室的电脑'])
  // a removed passkey leaves nobody signed in elsewhere
  expect((await browser.call(security.readSecurity, {})).status).toBe(401)
  expect(await remove(device.id())).toMatchObject({ status: 409, body: { code: 'LAST_FACTOR' } })
  expect((await operator.call(security.readSecurity, {})).body.data.passkeys).toHaveLength(1)
})

test('two removals at once leave one way to sign in', async () => {
  await using fixture = await startStoppedConsole()
  const { staff } = fixture
  const operator = await staff.newOperator('viewer')
  const { device } = await addPasskey(operator, '第二个')
  const answers = await Promise.all(
    [operator.device.id(), device.id()].map((id) => operator.call(security.removePasskey, { id })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('passkey of a colleague cannot be removed or registered again', async () => {
  await using fixture = await startStoppedConsole()
  const { staff } = fixture
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

test('new password and authenticator end the other sessions and replace the earlier ones', async () => {
  await using fixture = await startStoppedConsole()
  const { staff, server } = fixture
  const operator = await staff.newOperator('finance')
  const other = staff.visitor()
  const begun = await other.call(signIn.beginPasskeySignIn, {})
  const response = operator.device.get(begun.body.data.options)
  await other.call(signIn.signInWithPasskey, { response })
  const set = await addCode(operator, server.deps.now())
  expect(set.body.data).toMatchObject({ hasCode: true, sessions: [{ isCurrent: true }] })
  expect((await other.call(security.readSecurity, {})).status).toBe(401)
  expect((await operator.call(security.removeCode, {})).body.data.hasCode).toBe(false)
  const common = passwordDigest('password1')
  const { ticket } = (await operator.call(security.beginCodeSetup, {})).body.data
  const weak = await operator.call(security.setCode, { password: common, code: '000000', ticket })
  expect(weak).toMatchObject({ status: 422, body: { code: 'PASSWORD_WEAK' } })
  const password = passwordDigest('xingqiao2026')
  const ofShop = await operator.call(security.setCode, { password, code: '000000', ticket })
  expect(ofShop).toMatchObject({ status: 422, body: { code: 'PASSWORD_WEAK' } })
})

test('who removes password and authenticator ends the other sessions', async () => {
  await using fixture = await startStoppedConsole()
  const { staff, server } = fixture
  const operator = await staff.newOperator('finance')
  await addCode(operator, server.deps.now())
  const other = staff.visitor()
  const begun = await other.call(signIn.beginPasskeySignIn, {})
  await other.call(signIn.signInWithPasskey, {
    response: operator.device.get(begun.body.data.options),
  })
  expect((await other.call(security.readSecurity, {})).status).toBe(200)
  expect((await operator.call(security.removeCode, {})).body.data.hasCode).toBe(false)
  expect((await other.call(security.readSecurity, {})).status).toBe(401)
})

test('new recovery codes replace the earlier ones', async () => {
  await using fixture = await startStoppedConsole()
  const { staff } = fixture
  const operator = await staff.newOperator('owner')
  const renewed = (await operator.call(security.renewRecoveryCodes, {})).body.data.recoveryCodes
  const attempt = (code: string) =>
    staff.visitor().call(signIn.signInWithRecoveryCode, { email: operator.email, code })
  expect((await attempt(operator.recoveryCodes[0]!)).status).toBe(422)
  expect((await attempt(renewed[0]!)).status).toBe(200)
})

test('sessions of the operator end one by one or all but this', async () => {
  await using fixture = await startStoppedConsole()
  const { staff } = fixture
  const operator = await staff.newOperator('viewer')
  const stranger = await staff.newOperator('viewer')
  const others = [staff.visitor(), staff.visitor(), staff.visitor()]
  for (const browser of others) {
    const begun = await browser.call(signIn.beginPasskeySignIn, {})
    const response = operator.device.get(begun.body.data.options)
    await browser.call(signIn.signInWithPasskey, { response })
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

test('every change of the ways to sign in needs a confirmation of the last 15 minutes and is written down', async () => {
  await using fixture = await startStoppedConsole()
  const { staff, server } = fixture
  const operator = await staff.newOperator('owner')
  await addPasskey(operator, '第二个')
  const guarded = Object.values(consoleApi.security).filter((call) => 'needsConfirmation' in call)
  expect(guarded).toHaveLength(8)
  server.advance(15 * MINUTE)
  for (const call of guarded) {
    const answer = await operator.call(call, {})
    expect([call.path, answer.body.code]).toEqual([call.path, 'CONFIRMATION_NEEDED'])
  }
  const rows = await server.sql<{ what: string }>`
    select given ->> 'what' as what from operator_actions where command = 'console security'`
  expect(rows).toEqual([{ what: '添加通行密钥' }])
})

test.each([0, true, '', 'x', {}, [[1]], ['x'.repeat(9000)], Array(3000).fill('usb')])(
  'passkey whose browser says that it is reached by %j: it is added with known words alone',
  async (transports) => {
    await using fixture = await startStoppedConsole()
    const { staff, server } = fixture
    const operator = await staff.newOperator('viewer')
    const begun = await operator.call(security.beginPasskeyAddition, {})
    const made = createAuthenticator(CONSOLE_URL).create(begun.body.data.options)
    const response = { ...made, response: { ...Object(made['response']), transports } }
    const added = await operator.call(security.addPasskey, { name: '第二个', response })
    expect([200, 422]).toContain(added.status)
    const rows = await server.sql<{ words: string[] }>`
      select transports as words from operator_passkeys where name = '第二个'`
    for (const { words } of rows) expect(words.every((word) => word === 'usb')).toBe(true)
    for (const { words } of rows) expect(words.length).toBeLessThan(2)
  },
)
