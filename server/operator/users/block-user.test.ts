import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import * as apiKeys from '#contract/account/api-keys.ts'
import * as application from '#contract/applications/applications.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { startApplication } from '../../testing/applications/application-client.ts'
import type { TestServer, TestUser } from '../../testing/harness.ts'
import { operatorOf } from '../../testing/operator.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

/** A server with an application, and its operator. */
const deskOf = oncePerFile(async () => {
  const stack = new AsyncDisposableStack()
  const shop = stack.use(await startApplication({ isFirstParty: true }))
  const { server } = shop
  const operator = stack.use(await operatorOf(server))
  return { shop, server, operator, [Symbol.asyncDispose]: () => stack.disposeAsync() }
})

function tryLogin(server: Pick<TestServer, 'visitor'>, { user, password }: TestUser, wrong = '') {
  const digest = passwordDigest(password + wrong)
  return server.visitor().call(api.account.login, { email: user.email, password: digest })
}

test('a blocked user is logged out and cannot log in until unblocked; only the right password is told why', async () => {
  const { server, operator } = await deskOf()
  const ann = await server.newUser()
  const { email } = ann.user
  expect((await ann.call(api.account.profile, {})).status).toBe(200)
  const without = await operator.refusal('users', 'block', email)
  expect(without).toMatchObject({ exit: 2, message: expect.stringContaining('reason') })

  const { output } = await operator.run('users', 'block', email, '--reason', '盗用他人的卡')
  expect(output).toContain('的账户已停用')
  expect((await ann.call(api.account.profile, {})).body.code).toBe('UNAUTHENTICATED')
  const refused = await tryLogin(server, ann)
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    403,
    'ACCOUNT_BLOCKED',
    '账户已停用，请联系客服',
  ])
  expect(refused.headers['set-cookie'] ?? []).not.toContainEqual(
    expect.stringContaining('__Host-sid='),
  )
  expect((await tryLogin(server, ann, '!')).body.code).toBe('BAD_CREDENTIALS')
  expect(await operator.refusal('users', 'block', email)).toMatchObject({ exit: 2 })
  expect(await operator.refusal('users', 'block', email, '--reason', '再停')).toMatchObject({
    code: 'BLOCKED',
  })

  await operator.run('users', 'unblock', email, '--reason', '查清了')
  expect((await tryLogin(server, ann)).status).toBe(200)
  expect(await operator.refusal('users', 'unblock', email, '--reason', '再恢复')).toMatchObject({
    code: 'NOT_BLOCKED',
  })
  const actions = await operator.audit(ann.user.id)
  expect(actions.filter(({ command }) => command.endsWith('block'))).toMatchObject([
    { command: 'users unblock', reason: '查清了', outcome: 'done' },
    { command: 'users block', reason: '盗用他人的卡', outcome: 'done' },
  ])
})

test('a blocked user whose account is closing is not let in, and the closing goes on', async () => {
  const { server, operator } = await deskOf()
  const ann = await server.newUser()
  await server.sql`update users set closing_at = now() + interval '6 days' where id = ${ann.user.id}`
  await operator.run('users', 'block', ann.user.email, '--reason', '盗用')
  expect((await tryLogin(server, ann)).body.code).toBe('ACCOUNT_BLOCKED')
  const [row] = await server.sql<{ isClosing: boolean }>`
      select closing_at is not null as "isClosing" from users where id = ${ann.user.id}`
  // the login was refused, so it has cancelled nothing
  expect(row).toEqual({ isClosing: true })
})

test('logins while the account is blocked leave no session', async () => {
  const { server, operator } = await deskOf()
  const ann = await server.newUser()
  const logins = Array.from({ length: 4 }, () => tryLogin(server, ann))
  await operator.run('users', 'block', ann.user.email, '--reason', '盗用')
  await Promise.all(logins)
  const sessions = await server.sql`select from sessions where user_id = ${ann.user.id}`
  expect(sessions).toHaveLength(0)
})

test('applications and keys take no new credit of a blocked user; what has begun is captured', async () => {
  const { shop, operator } = await deskOf()
  const { ann, call } = shop
  const user = ann.user.id
  const made = await ann.call(apiKeys.createApiKey, {
    applicationId: shop.application.id,
    name: '脚本',
    monthlyLimit: null,
  })
  const { key, apiKey } = made.body.data
  const held = await call(application.holdCredit, { user, amount: 40, reason: '翻译' })
  const [first, second] = ['a', 'b']
  await call(application.chargeCredit, { user, amount: 5, reason: '翻译' }, { key: first })
  await operator.run('users', 'block', ann.user.email, '--reason', '盗用')

  const work = { user, amount: 5, reason: '翻译' }
  for (const refused of [
    await call(application.holdCredit, work),
    await call(application.chargeCredit, work, { key: second }),
    await call(application.chargeCredit, { ...work, key: apiKey.id }),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([403, 'ACCOUNT_BLOCKED'])
  }
  expect((await call(application.introspectKey, { key })).body.data).toEqual({ active: false })
  // the same request again is the answer of before
  expect((await call(application.chargeCredit, work, { key: first })).status).toBe(200)
  const captured = await call(application.captureHold, {
    user,
    id: held.body.data.hold.id,
    amount: 30,
  })
  expect([captured.status, captured.body.data]).toMatchObject([200, { balance: 465, held: 0 }])

  await operator.run('users', 'unblock', ann.user.email, '--reason', '查清了')
  expect((await call(application.chargeCredit, { ...work, key: apiKey.id })).status).toBe(200)
  expect((await call(application.introspectKey, { key })).body.data).toMatchObject({
    active: true,
  })
  // a refused request has not taken its key
  expect((await call(application.chargeCredit, work, { key: second })).status).toBe(200)
})
