import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { refuseLogin } from '#contract/account/login-notice.ts'
import { api } from '#contract/api.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { lockUser, setBlocked } from '../../account/users.store.ts'
import { uuidv7 } from '../../db/ids.ts'
import { migrate } from '../../db/migrate.ts'
import { startedAccountJobs } from '../../testing/account-jobs.ts'
import { grantCredit, newApplication } from '../../testing/applications/applications.ts'
import { createEmptyDatabase, untilWaiting } from '../../testing/database/test-database.ts'
import { PASSWORD, type TestServer, type TestUser } from '../../testing/harness.ts'
import { readMailedCode, readMailedToken } from '../../testing/mailed-secrets.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { startOperatorServer } from '../../testing/operator-shop.ts'
import { setUpTotp } from '../../testing/second-factor.ts'

const HOUR = 60 * 60 * 1000
const WHY = ['--reason', '回拨了合同上的电话']
const NEW_PASSWORD = 'an entirely new password'

const deskOf = oncePerFile(startOperatorServer)

async function changeEmail(server: TestServer, user: TestUser, email: string): Promise<void> {
  await user.call(api.account.sendChangeEmailCode, { email })
  const code = await readMailedCode(server, email)
  expect((await user.call(api.account.changeEmail, { email, code })).status).toBe(200)
}

async function resetPassword(server: TestServer, email: string): Promise<void> {
  const visitor = server.visitor()
  const captcha = await server.solveCaptcha(visitor)
  await visitor.call(api.account.resetPasswordLink, { email, captcha })
  const token = await readMailedToken(server, email)
  const password = passwordDigest(NEW_PASSWORD)
  expect((await visitor.call(api.account.resetPassword, { token, password })).status).toBe(200)
}

async function accountOf({ sql }: TestServer, { user }: TestUser) {
  const [row] = await sql<{ email: string | null; isBlocked: boolean; hasFactor: boolean }>`
    select email, blocked_at is not null as "isBlocked", second_factor_since is not null as "hasFactor"
    from users where id = ${user.id}`
  return row!
}

const undo = (server: TestServer, token: string) =>
  server.visitor().call(api.account.undoEmailChange, { token })

test('an address that operators change counts at once: sessions, password, keys and links of the old mailbox end, the factor stays', async () => {
  const [OLD, NEW] = ['ann@example.com', 'ann@new.example']
  const { server, operator } = await deskOf()
  const ann = await server.newUser({ email: OLD })
  const application = await newApplication(server)
  await grantCredit(server, application, ann)
  const key = { applicationId: application.id, name: '旧的', monthlyLimit: 100 }
  expect((await ann.call(apiKeys.createApiKey, key)).status).toBe(200)
  await server.login(OLD)
  const notMe = await readMailedToken(server, OLD, 'not-me')
  await setUpTotp(server, ann)
  const change = ['users', 'change-email', OLD, '--to', NEW]
  expect(await operator.refusal(...change)).toMatchObject({ exit: 2 })

  expect((await operator.run(...change, ...WHY)).output).toContain('邮箱已换绑')

  expect((await ann.call(api.account.profile, {})).status).toBe(401)
  await expect(server.login(NEW, PASSWORD)).rejects.toThrow('PASSWORD_STOPPED')
  const [access] = await server.sql`
    select (select count(*) from api_keys where revoked_at is null and user_id = ${ann.user.id}) as keys,
      (select count(*) from application_grants where revoked_at is null and user_id = ${ann.user.id}) as grants`
  expect(access).toEqual({ keys: 0, grants: 0 })
  const refused = await server.visitor().call(refuseLogin, { token: notMe })
  expect(refused.body.code).toBe('TOKEN_EXPIRED')
  expect((await server.mails(NEW)).at(-1)!.text).toContain('设置新密码')
  await resetPassword(server, NEW)
  await expect(server.login(NEW, NEW_PASSWORD)).rejects.toThrow('SECOND_FACTOR')
  const [action] = await operator.audit(ann.user.id)
  expect(action).toMatchObject({ command: 'users change-email', reason: WHY[1], outcome: 'done' })
  expect(JSON.stringify(action)).not.toContain(NEW)
})

test('the owner whom an impostor has robbed with the help of operators gets the account back by the link in the old mailbox', async () => {
  const [OLD, NEW] = ['bob@example.com', 'impostor@new.example']
  const { server, operator } = await deskOf()
  const bob = await server.newUser({ email: OLD })
  await operator.run('users', 'change-email', OLD, '--to', NEW, ...WHY)
  await resetPassword(server, NEW)
  const impostor = await server.login(NEW, NEW_PASSWORD)
  // a second one leaves the first address its word
  await operator.run('users', 'change-email', NEW, '--to', 'other@new.example', ...WHY)
  server.advance(71 * HOUR)

  const token = await readMailedToken(server, OLD, 'undo')
  expect((await undo(server, token)).body.data).toEqual({ email: OLD })

  expect((await accountOf(server, bob)).email).toBe(OLD)
  expect((await impostor.call(api.account.profile, {})).status).toBe(401)
  await expect(server.login(OLD, NEW_PASSWORD)).rejects.toThrow('PASSWORD_STOPPED')
  await resetPassword(server, OLD)
  expect((await server.login(OLD, NEW_PASSWORD)).user.id).toBe(bob.user.id)
  server.resetClock()
})

test('a second factor that operators take away ends all sessions and the password, and its owner is told', async () => {
  const { server, operator } = await deskOf()
  const ann = await server.newUser({ email: 'cat@example.com' })
  const remove = ['users', 'remove-second-factor', ann.user.email]
  expect(await operator.refusal(...remove, ...WHY)).toMatchObject({ code: 'NO_FACTOR' })
  await setUpTotp(server, ann)
  expect(await operator.refusal(...remove)).toMatchObject({ exit: 2 })

  await operator.run(...remove, ...WHY)

  expect((await ann.call(api.account.profile, {})).status).toBe(401)
  const mail = (await server.mails(ann.user.email)).at(-1)!
  expect(mail.subject).toContain('已关闭两步验证')
  expect(mail.text).toContain('如非本人申请')
  // the password alone opens nothing: who knows it has to read the mailbox too
  await expect(server.login(ann.user.email)).rejects.toThrow('PASSWORD_STOPPED')
  await resetPassword(server, ann.user.email)
  expect((await server.login(ann.user.email, NEW_PASSWORD)).user.id).toBe(ann.user.id)
})

test('a thief has moved the address and closed the account: blocked it is not erased, and no mailbox undoes its rescue', async () => {
  const [OWN, FIRST] = ['dan@example.com', 'dan@first-thief.example']
  const [STOLEN, NEW] = ['dan@thief.example', 'dan@new.example']
  await using fixture = await startOperatorServer()
  const { server, operator } = fixture
  const dan = await server.newUser({ email: OWN })
  await changeEmail(server, dan, FIRST)
  await changeEmail(server, dan, STOLEN)
  const between = await readMailedToken(server, FIRST, 'undo')
  await setUpTotp(server, dan)
  const change = ['users', 'change-email', dan.user.id, '--to', NEW, ...WHY]
  await server.sql`update users set closing_at = now() where id = ${dan.user.id}`
  expect(await operator.refusal(...change)).toMatchObject({ code: 'CLOSING' })
  await operator.run('users', 'block', dan.user.id, '--reason', '有人说账户被占用')
  for (const { run } of startedAccountJobs(server.deps)) await run(new AbortController().signal)
  expect((await accountOf(server, dan)).email).toBe(STOLEN)
  await operator.run('users', 'keep', dan.user.id, '--reason', '注销的不是本人')

  await operator.run(...change)
  await operator.run('users', 'remove-second-factor', dan.user.id, ...WHY)

  // why the account is blocked is an operator's to judge
  expect(await accountOf(server, dan)).toEqual({ email: NEW, isBlocked: true, hasFactor: false })
  const told = (await server.mails(STOLEN)).at(-1)!
  expect(told.subject).toContain('邮箱已修改')
  expect(told.text).not.toContain('undo=')
  expect((await undo(server, between)).body.code).toBe('TOKEN_EXPIRED')
  expect((await server.mails(NEW))[0]!.text).toContain('账户目前已停用')
  await resetPassword(server, NEW)
  await expect(server.login(NEW, NEW_PASSWORD)).rejects.toThrow('ACCOUNT_BLOCKED')
  await operator.run('users', 'unblock', dan.user.id, '--reason', '已交还本人')
  expect((await server.login(NEW, NEW_PASSWORD)).user.email).toBe(NEW)
})

test('a rescue whose preview was shown before the account was unblocked is not made', async () => {
  const OWN = 'eve@example.com'
  const { server, operator } = await deskOf()
  const eve = await server.newUser({ email: OWN })
  await operator.run('users', 'block', OWN, '--reason', '有人说账户被占用')
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const unblocking = server.sql.begin(async (tx) => {
    await lockUser(tx, eve.user.id)
    locked.resolve()
    await gate.promise
    await setBlocked(tx, eve.user.id, null)
  })
  await locked.promise
  const refused = operator.refusal('users', 'change-email', OWN, '--to', 'eve@new.example', ...WHY)
  await untilWaiting(server.sql)
  gate.resolve()
  await unblocking
  expect(await refused).toMatchObject({ code: 'CHANGED' })
  expect((await accountOf(server, eve)).email).toBe(OWN)
})

test('a recovery that waited for its 72 hours ends with the upgrade: the account stays as it is, and no node can begin another', async () => {
  await using database = await createEmptyDatabase()
  const { sql } = database
  await migrate(database.url, { last: 57 })
  const [user, action, recovery, operator] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  await sql`
    insert into users (id, email, password_hash, nickname, created_at, second_factor_since)
    values (${user}, 'fay@example.com', 'hash', 'Fay', now(), now())`
  await sql`
    insert into operator_actions (id, operator, command, given, subject, reason)
    values (${action}, 'root@shop', 'users change-email', '{}', ${user}, '核实过')`
  const begin = (id: string) => sql`
    insert into email_recoveries
      (id, user_id, old_email, new_email, action_id, created_at, due_at, confirmed_at, reminded_at, removes_second_factor)
    values (${id}, ${user}, 'fay@example.com', 'fay@new.example', ${action}, now() - interval '3 days', now(),
      now(), now() - interval '1 day', true)`
  await begin(recovery)
  await sql`
    insert into email_recovery_links (token_hash, recovery_id, purpose) values ('\\x00', ${recovery}, 'stop')`
  await sql`
    insert into operators (id, email, name, role, created_at, unchanged_since)
    values (${operator}, 'zhou@shop.example', '周敏', 'owner', now(), now())`
  await sql`
    insert into operator_requests
      (id, operator_id, command, given, preview, subject, mark, requested_at, expires_at)
    values (${uuidv7()}, ${operator}, 'users change-email', '{"to": "fay@new.example"}', '{}', ${user}, 'mark',
      now(), now() + interval '7 days')`

  await migrate(database.url)

  expect(
    await sql`select email, password_hash as hash, second_factor_since is not null as factor from users`,
  ).toEqual([{ email: 'fay@example.com', hash: 'hash', factor: true }])
  expect(
    await sql`select to_regclass('email_recoveries') as held, to_regclass('email_recovery_links') as links`,
  ).toEqual([{ held: null, links: null }])
  expect(
    await sql`select command, subject, result from operator_actions order by id desc limit 1`,
  ).toEqual([
    {
      ...{ command: 'email-recovery stop', subject: user },
      result: { recovery, reason: 'upgrade' },
    },
  ])
  expect(
    await sql`select given, expires_at <= now() as "hasExpired" from operator_requests`,
  ).toEqual([{ given: {}, hasExpired: true }])
})
