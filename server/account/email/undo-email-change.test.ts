import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { refuseLogin } from '#contract/account/login-notice.ts'
import { closeAccount } from '#contract/account/personal-data.ts'
import * as apiKeys from '#contract/account/api-keys.ts'
import { grantCredit, newApplication } from '../../testing/applications/applications.ts'
import { PASSWORD, type TestServer, type TestUser } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import type { Client } from '../../testing/client.ts'
import { untilWaiting } from '../../testing/database/test-database.ts'
import { emailKey } from '../limits.ts'
import { passwordDigest } from '../password/passwords.ts'
import { readMailedCode, readMailedToken } from '../../testing/mailed-secrets.ts'

const serverOf = serverOfFile()
const FIRST = 'ann@example.com'
const SECOND = 'ann@second.example'
const THIRD = 'ann@third.example'
const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

/** Changes the address and returns the token of the undo link mailed to the previous one. */
async function changeEmail(
  server: TestServer,
  user: TestUser,
  from: string,
  to: string,
): Promise<string> {
  await user.call(api.account.sendChangeEmailCode, { email: to })
  const code = await readMailedCode(server, to)
  const answer = await user.call(api.account.changeEmail, { email: to, code })
  expect(answer.status).toBe(200)
  return readMailedToken(server, from, 'undo')
}

const undo = (server: TestServer, token: string) =>
  server.visitor().call(api.account.undoEmailChange, { token })

test('the link in the notice restores the old address once, ends all sessions, also that of its browser, and mails both addresses', async () => {
  const server = await serverOf()
  const mallory = await server.newUser({ email: FIRST })
  const token = await changeEmail(server, mallory, FIRST, SECOND)
  const [row] = await server.sql<{ row: string }>`select u::text as row from email_undos u`
  expect(row!.row).not.toContain(token)
  const phone = await server.login(SECOND)
  const answer = await phone.call(api.account.undoEmailChange, { token })
  expect(answer).toMatchObject({ status: 200, body: { data: { email: FIRST } } })
  expect(phone.cookies.has('__Host-sid')).toBe(false)
  expect(phone.cookies.has('_userInfo')).toBe(false)
  expect((await mallory.call(api.account.profile, {})).status).toBe(401)
  await expect(server.login(SECOND)).rejects.toThrow('BAD_CREDENTIALS')
  const restored = (await server.mails(FIRST)).findLast(({ subject }) => /改回/.test(subject))!
  expect(restored.subject).toMatch(/邮箱已改回$/)
  expect(restored.text).toContain('/account/reset-password')
  expect((await server.mails(SECOND)).at(-1)!.subject).toMatch(/^此邮箱不再用于/)
  // whoever changed the address knew the password
  await expect(server.login(FIRST)).rejects.toThrow('PASSWORD_STOPPED')
  const again = await phone.call(api.account.undoEmailChange, { token })
  expect(again).toMatchObject({ status: 410, body: { code: 'TOKEN_EXPIRED' } })
})

test('the undo link expires after seventy-two hours, and of concurrent undos with it only one succeeds', async () => {
  const server = await serverOf()
  const token = await changeEmail(server, await server.newUser({ email: FIRST }), FIRST, SECOND)
  server.advance(72 * HOUR + 1)
  expect((await undo(server, token)).body.code).toBe('TOKEN_EXPIRED')
  server.advance(-HOUR)
  const answers = await Promise.all([1, 2, 3].map(() => undo(server, token)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410])
  const told = (await server.mails(SECOND)).filter(({ subject }) => /不再用于/.test(subject))
  expect(told).toHaveLength(1)
})

test('an undo leaves whoever changed the address nothing: no reset link, no closing, no known device', async () => {
  const server = await serverOf()
  const mallory = await server.newUser({ email: FIRST })
  const token = await changeEmail(server, mallory, FIRST, SECOND)
  await mallory.call(closeAccount, { password: passwordDigest(PASSWORD) })
  const captcha = await server.solveCaptcha(mallory)
  await mallory.call(api.account.resetPasswordLink, { email: SECOND, captcha })
  const reset = await readMailedToken(server, SECOND)

  await undo(server, token)

  const answer = await server.visitor().call(api.account.resetPassword, {
    token: reset,
    password: passwordDigest('an entirely new password'),
  })
  expect(answer).toMatchObject({ status: 410, body: { code: 'TOKEN_EXPIRED' } })
  const [row] = await server.sql<{ closingAt: Date | null }>`
    select closing_at as "closingAt" from users where id = ${mallory.user.id}`
  expect(row).toEqual({ closingAt: null })
  const wrong = { email: FIRST, password: passwordDigest('wrong') }
  await server.visitor().call(api.account.login, wrong)
  await server.sql`update rate_limits set points = 10 where key like 'loginAccount:%'`
  await mallory.call(api.site.csrfToken, {})
  const login = { email: FIRST, password: passwordDigest(PASSWORD) }
  expect((await mallory.call(api.account.login, login)).body.code).toBe('RATE_LIMITED')
})

test('a reset link that is asked for at the new address during an undo does not outlive it', async () => {
  const server = await serverOf()
  const mallory = await server.newUser({ email: FIRST })
  const token = await changeEmail(server, mallory, FIRST, SECOND)
  const captcha = await server.solveCaptcha(mallory)
  const { undoing } = await server.sql.begin(async (tx) => {
    // lets everything pass but the change of the address
    await tx`select from users where id = ${mallory.user.id} for key share`
    const running = undo(server, token)
    await untilWaiting(server.sql)
    const asked = await mallory.call(api.account.resetPasswordLink, { email: SECOND, captcha })
    expect(asked.status).toBe(200)
    return { undoing: running }
  })
  expect((await undoing).status).toBe(200)
  const stolen = await readMailedToken(server, SECOND, 'token')
  const password = passwordDigest('the password of a thief')
  const answer = await server.visitor().call(api.account.resetPassword, { token: stolen, password })
  expect(answer.body.code).toBe('TOKEN_EXPIRED')
})

test('who has used up the mails of the address does not keep the owner who undid the change from a link', async () => {
  const server = await serverOf()
  const mallory = await server.newUser({ email: FIRST })
  const token = await changeEmail(server, mallory, FIRST, SECOND)
  const owner = server.visitor()
  await owner.call(api.account.undoEmailChange, { token })
  await server.sql`
    insert into rate_limits (key, points, expire)
    select 'mailboxDay:reset-password:' || ${emailKey(FIRST)}, 20, extract(epoch from now() + interval '1 day') * 1000`
  const ask = async (visitor: Client) => {
    const captcha = await server.solveCaptcha(visitor)
    return (await visitor.call(api.account.resetPasswordLink, { email: FIRST, captcha })).status
  }
  expect(await ask(server.visitor())).toBe(429)
  expect(await ask(owner)).toBe(200)
})

test("a second change and a new password do not invalidate the first address's undo link; using it invalidates the newer ones", async () => {
  const server = await serverOf()
  const mallory = await server.newUser({ email: FIRST })
  const first = await changeEmail(server, mallory, FIRST, SECOND)
  await mallory.call(api.account.changePassword, {
    currentPassword: passwordDigest(PASSWORD),
    newPassword: 'mine now, all mine',
  })
  const second = await changeEmail(server, mallory, SECOND, THIRD)
  expect((await undo(server, second)).body.data).toEqual({ email: SECOND })
  expect((await undo(server, first)).body.data).toEqual({ email: FIRST })

  const bob = await server.newUser({ email: 'bob@example.com' })
  const older = await changeEmail(server, bob, 'bob@example.com', 'bob@second.example')
  const newer = await changeEmail(server, bob, 'bob@second.example', 'bob@third.example')
  expect((await undo(server, older)).status).toBe(200)
  expect((await undo(server, newer)).body.code).toBe('TOKEN_EXPIRED')
})

test('an undo to an address with another account gets 409 and keeps the link valid', async () => {
  const server = await serverOf()
  const token = await changeEmail(server, await server.newUser({ email: FIRST }), FIRST, SECOND)
  const other = await server.newUser({ email: FIRST })
  expect(await undo(server, token)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
  expect((await other.call(api.account.profile, {})).status).toBe(200)
  await server.sql`delete from users where id = ${other.user.id}`
  expect((await undo(server, token)).status).toBe(200)
})

test('who goes back to the first address on the site leaves no link in the mailbox between', async () => {
  const server = await serverOf()
  await server.newUser({ email: FIRST })
  const mallory = await server.login(FIRST)
  const own = await changeEmail(server, mallory, FIRST, SECOND)
  const ann = await server.login(SECOND)
  await ann.call(api.account.sendChangeEmailCode, { email: FIRST })
  const code = await readMailedCode(server, FIRST)
  expect((await ann.call(api.account.changeEmail, { email: FIRST, code })).status).toBe(200)
  expect((await server.mails(SECOND)).map(({ text }) => text).join()).not.toContain('undo=')
  expect((await undo(server, own)).status).toBe(410)
})

test('the address that the account had longest has the last word, however late a later one is brought back', async () => {
  const server = await serverOf()
  await server.newUser({ email: FIRST })
  const mallory = await server.login(FIRST)
  const own = await changeEmail(server, mallory, FIRST, SECOND)
  server.advance(HOUR)
  const foreign = await changeEmail(server, await server.login(SECOND), SECOND, THIRD)
  server.advance(71 * HOUR)
  expect((await undo(server, foreign)).body.data).toEqual({ email: SECOND })
  server.advance(HOUR)
  expect((await undo(server, own)).body.data).toEqual({ email: FIRST })

  // changes of the same moment, or by a node whose clock is behind, are undone in their order
  server.stopClock()
  const [mine, second] = ['bob@example.com', 'bob@second.example']
  await server.newUser({ email: mine })
  const thief = await server.login(mine)
  const older = await changeEmail(server, thief, mine, second)
  server.advance(-1000)
  const newer = await changeEmail(server, thief, second, 'bob@third.example')
  expect((await undo(server, newer)).body.data).toEqual({ email: second })
  expect((await undo(server, older)).body.data).toEqual({ email: mine })
})

test('who goes back to an address between leaves the first mailbox its links and the keys to take back', async () => {
  const server = await serverOf()
  await server.newUser({ email: FIRST })
  const { id: applicationId } = await newApplication(server)
  const mallory = await server.login(FIRST)
  const key = { applicationId, name: 'theirs', monthlyLimit: null }
  expect((await mallory.call(apiKeys.createApiKey, key)).status).toBe(200)
  const notMe = await readMailedToken(server, FIRST, 'not-me')
  server.advance(1000)
  const own = await changeEmail(server, mallory, FIRST, SECOND)
  await changeEmail(server, mallory, SECOND, THIRD)
  await server.sql`delete from rate_limits`
  await mallory.call(api.account.sendChangeEmailCode, { email: SECOND })
  const code = await readMailedCode(server, SECOND)
  expect((await mallory.call(api.account.changeEmail, { email: SECOND, code })).status).toBe(200)

  expect((await undo(server, own)).body.data).toEqual({ email: FIRST })
  expect(await server.sql`select name from api_keys where revoked_at is null`).toEqual([])
  expect((await server.visitor().call(refuseLogin, { token: notMe })).status).toBe(200)
})

test('an undo takes back the keys made since the first login on a new device, and what a stolen session made in the minutes before', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: FIRST })
  const { id: applicationId } = await newApplication(server)
  const make = (user: TestUser, name: string) =>
    user.call(apiKeys.createApiKey, { applicationId, name, monthlyLimit: null })
  await make(ann, 'own')
  server.advance(HOUR)
  const mallory = await server.login(FIRST)
  await make(mallory, 'before')
  server.advance(10 * MINUTE)
  const token = await changeEmail(server, mallory, FIRST, SECOND)
  await make(mallory, 'after')
  expect((await undo(server, token)).status).toBe(200)
  const live = await server.sql`select name from api_keys where revoked_at is null`
  expect(live).toEqual([{ name: 'own' }])

  // a session is stolen, without a login
  server.resetClock()
  const bob = await server.newUser({ email: 'bob@example.com' })
  const stranger = await newApplication(server, { isFirstParty: false })
  expect((await make(bob, 'stolen')).status).toBe(200)
  await grantCredit(server, stranger, bob)
  server.advance(15 * MINUTE - 1000)
  const theirs = await changeEmail(server, bob, 'bob@example.com', 'bob@second.example')
  expect((await undo(server, theirs)).status).toBe(200)
  const left = await server.sql`
    select user_id from api_keys where revoked_at is null and user_id = ${bob.user.id}
    union all select user_id from application_grants where revoked_at is null`
  expect(left).toEqual([])
})
