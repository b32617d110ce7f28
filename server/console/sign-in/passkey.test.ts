import { expect, test } from 'vitest'
import * as invitation from '#contract/console/staff/invitation.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { createAuthenticator } from '../../testing/console/authenticator.ts'
import {
  CONSOLE_URL,
  createConsoleClient,
  signInBy,
  startTestConsole,
} from '../../testing/console/console.ts'
import { startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { inviteFirstOwner } from '../first-owner.ts'

const MINUTE = 60_000

async function start() {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  const console = stack.use(await startTestConsole(server.deps))
  return { server, console, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const fixtureOf = oncePerFile(start)

test('link of the first owner makes an owner with a passkey and ten recovery codes, once', async () => {
  await using fixture = await start()
  const { console: staff, server } = fixture
  const visitor = staff.visitor()
  const fresh = await visitor.call(signIn.readConsoleSession, {})
  expect(fresh.body.data).toMatchObject({ operator: null, isNew: true })
  const earlier = await inviteFirstOwner(staff.deps)
  const link = await inviteFirstOwner(staff.deps)
  const tokenIn = (text: string | null) => new URL(text!).hash.slice(1)
  const replaced = await visitor.call(invitation.readInvitation, { token: tokenIn(earlier) })
  expect(replaced).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } })

  const person = { token: tokenIn(link), email: 'Owner@Shop.test', name: '周敏' }
  const read = await visitor.call(invitation.readInvitation, { token: person.token })
  expect(read.body.data).toMatchObject({ email: null, role: 'owner' })
  const device = createAuthenticator(CONSOLE_URL)
  const begun = await visitor.call(invitation.beginInvitedPasskey, person)
  expect(begun.body.data.options).toMatchObject({
    rp: { id: 'localhost' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
  })
  const response = device.create(begun.body.data.options)
  const accept = () =>
    visitor.call(invitation.acceptWithPasskey, { ...person, passkeyName: '手机', response })
  const accepted = await accept()
  expect(accepted.body.data).toMatchObject({
    operator: { email: 'owner@shop.test', name: '周敏', role: 'owner', hasPasskey: true },
  })
  const { recoveryCodes } = accepted.body.data
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  expect((await visitor.call(signIn.readConsoleSession, {})).body.data.operator).not.toBeNull()
  expect(await accept()).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } })
  expect(await inviteFirstOwner(staff.deps)).toBeNull()
  const stored = await server.sql<{ row: string }>`
    select r::text as row from operator_recovery_codes r`
  expect(stored).toHaveLength(10)
  for (const { row } of stored) expect(recoveryCodes.join('')).not.toContain(row)
})

test('invitation ends after 24 hours, and a newer one for the same e-mail replaces it', async () => {
  const { console: staff, server } = await fixtureOf()
  const visitor = staff.visitor()
  const first = await staff.invitationFor('support', 'li@shop.test')
  const second = await staff.invitationFor('viewer', 'li@shop.test')
  const read = (token: string) => visitor.call(invitation.readInvitation, { token })
  expect((await read(first)).body.code).toBe('LINK_EXPIRED')
  expect((await read(second)).body.data).toMatchObject({ email: 'li@shop.test', role: 'viewer' })
  server.advance(24 * 60 * MINUTE + 1)
  expect((await read(second)).body.code).toBe('LINK_EXPIRED')
  const [mail] = await server.mails('li@shop.test')
  expect(mail!.text).toContain(`${CONSOLE_URL}/invitation#`)
})

test('passkey signs its operator in from any browser, and the sign-in is written down', async () => {
  const { console: staff, server } = await fixtureOf()
  const owner = await staff.newOperator('owner')
  const browser = staff.visitor('203.0.113.9')
  const answer = await signInBy(browser, owner.device)
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { operator: { email: owner.email } } },
  })
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  const session = cookies.find((text) => text.startsWith('__Host-op='))!
  expect(session).toMatch(/; Path=\/; .*HttpOnly; Secure; SameSite=Strict/)
  const [row] = await server.sql<{ channel: string; operator: string; address: string }>`
    select channel, operator, address from operator_actions
    where command = 'console sign-in' and operator = ${owner.email}`
  expect(row).toEqual({ channel: 'console', operator: owner.email, address: '203.0.113.9' })
})

test('answer of a passkey is refused for another origin, host, challenge or browser, unverified, repeated or after five minutes', async () => {
  const { console: staff, server } = await fixtureOf()
  const { device } = await staff.newOperator('owner')
  const browser = staff.visitor()
  const begin = async () => (await browser.call(signIn.beginPasskeySignIn, {})).body.data.options
  const send = (response: Record<string, unknown>, from = browser) =>
    from.call(signIn.signInWithPasskey, { response })
  const refused = { status: 422, body: { code: 'PASSKEY_REFUSED' } }
  expect(await send(device.get(await begin(), { origin: 'http://localhost:3000' }))).toMatchObject(
    refused,
  )
  expect(await send(device.get(await begin(), { rpId: 'shop.test' }))).toMatchObject(refused)
  expect(await send(device.get(await begin(), { isUserVerified: false }))).toMatchObject(refused)
  expect(await send(device.get(await begin(), { challenge: 'AAAA' }))).toMatchObject(refused)
  const stranger = createAuthenticator(CONSOLE_URL)
  stranger.create({})
  expect(await send(stranger.get(await begin()))).toMatchObject(refused)
  // the challenge stands in the cookie of the browser that began
  const options = await begin()
  expect(await send(device.get(options), staff.visitor())).toMatchObject(refused)
  const response = device.get(options)
  const challenge = browser.cookies.get('__Host-op-challenge')!
  expect((await send(response)).status).toBe(200)
  browser.cookies.set('__Host-op-challenge', challenge)
  expect(await send(response)).toMatchObject(refused)

  const late = await begin()
  server.advance(5 * MINUTE + 1)
  expect(await send(device.get(late))).toMatchObject({
    status: 422,
    body: { code: 'PASSKEY_REFUSED', message: '验证已超时，请重试' },
  })
})

test('session ends after 30 minutes without a request, after 12 hours, and at the sign-out', async () => {
  const { console: staff, server } = await fixtureOf()
  const operator = await staff.newOperator('viewer')
  const isSignedIn = async () =>
    (await operator.call(signIn.readConsoleSession, {})).body.data.operator !== null
  for (let minutes = 0; minutes < 12 * 60 - 30; minutes += 29) {
    expect(await isSignedIn()).toBe(true)
    server.advance(29 * MINUTE)
  }
  expect(await isSignedIn()).toBe(true)
  server.advance(29 * MINUTE)
  expect(await isSignedIn()).toBe(false)

  const idle = await staff.newOperator('viewer')
  server.advance(30 * MINUTE + 1)
  expect((await idle.call(signIn.readConsoleSession, {})).body.data.operator).toBeNull()

  const leaving = await staff.newOperator('viewer')
  const cookie = leaving.cookies.get('__Host-op')!
  expect((await leaving.call(signIn.signOutOfConsole, {})).status).toBe(200)
  expect(leaving.cookies.has('__Host-op')).toBe(false)
  leaving.cookies.set('__Host-op', cookie)
  expect((await leaving.call(signIn.signOutOfConsole, {})).status).toBe(401)
})

test('stolen cookie is worth nothing at another address; the session lives on at its own until its operator is disabled', async () => {
  const { console: staff, server } = await fixtureOf()
  const operator = await staff.newOperator('owner', { ip: '198.51.100.1' })
  const thief = createConsoleClient(staff.app, '203.0.113.5')
  for (const [name, value] of operator.cookies) thief.cookies.set(name, value)
  expect((await thief.call(signIn.readConsoleSession, {})).body.data).toMatchObject({
    operator: null,
    isElsewhere: true,
  })
  expect((await thief.call(signIn.signOutOfConsole, {})).status).toBe(401)
  const own = await operator.call(signIn.readConsoleSession, {})
  expect(own.body.data.operator).not.toBeNull()

  await staff.newOperator('owner')
  await server.sql`update operators set disabled_at = now() where email = ${operator.email}`
  const disabled = await operator.call(signIn.readConsoleSession, {})
  expect(disabled.body.data.operator).toBeNull()
  const begun = await operator.call(signIn.beginPasskeySignIn, {})
  const response = operator.device.get(begun.body.data.options)
  expect(await operator.call(signIn.signInWithPasskey, { response })).toMatchObject({ status: 422 })
})
