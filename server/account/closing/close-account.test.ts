import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { api } from '#contract/api.ts'
import { closeAccount } from '#contract/account/personal-data.ts'
import { administer } from '../../testing/database/administer.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { connect } from '../../db/sql.ts'
import { closeForGood } from '../../testing/console/console-shop.ts'
import { queueMail } from '../../mail/outbox.ts'
import { passwordDigest } from '../password/passwords.ts'
import { startedAccountJobs } from '../../testing/account-jobs.ts'
import { grantCredit, newApplication } from '../../testing/applications/applications.ts'
import { readMailedToken } from '../../testing/mailed-secrets.ts'

const serverOf = serverOfFile()
const EMAIL = 'ann@example.com'
const DAY = 24 * 60 * 60 * 1000
const FOREIGN = { isFirstParty: false }
const input = { password: passwordDigest(PASSWORD) }

async function runJobs({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  for (const { run } of startedAccountJobs(deps)) await run(new AbortController().signal)
}

test('closing ends every session and an earlier reset link, and mails how to cancel it', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: EMAIL })
  const phone = await server.login(EMAIL)
  const captcha = await server.solveCaptcha()
  await server.visitor().call(api.account.resetPasswordLink, { email: EMAIL, captcha })
  const token = await readMailedToken(server, EMAIL)
  const answer = await ann.call(closeAccount, input)
  expect(answer.status).toBe(200)
  const wait = Date.parse(answer.body.data.closesAt) - server.deps.now().getTime()
  expect(Math.round(wait / DAY)).toBe(7)
  expect(ann.cookies.has('__Host-sid')).toBe(false)
  expect(ann.cookies.has('_userInfo')).toBe(false)
  for (const browser of [ann, phone]) {
    expect((await browser.call(api.account.profile, {})).status).toBe(401)
  }
  const mail = (await server.mails(EMAIL)).at(-1)!
  expect(mail.subject).toMatch(/将于 7 天后注销$/)
  expect(mail.text).toContain(`${server.config.publicUrl}/account/login`)
  const password = passwordDigest('an entirely new password')
  const reset = await server.visitor().call(api.account.resetPassword, { token, password })
  expect(reset).toMatchObject({ status: 410, body: { code: 'TOKEN_EXPIRED' } })
})

test('a login within seven days cancels the closing and reports it once', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: EMAIL })
  await ann.call(closeAccount, input)
  server.advance(7 * DAY - 1000)
  await runJobs(server)
  const browser = server.visitor()
  const login = () => browser.call(api.account.login, { email: EMAIL, ...input })
  expect((await login()).body.data.staysOpen).toBe(true)
  expect((await server.mails(EMAIL)).slice(-2)).toMatchObject([
    { subject: expect.stringMatching(/不会注销$/) },
    { subject: expect.stringMatching(/在新设备上登录$/) },
  ])
  expect((await login()).body.data).not.toHaveProperty('staysOpen')
  server.advance(DAY)
  await runJobs(server)
  expect((await browser.call(api.account.profile, {})).body.data.user.email).toBe(EMAIL)
})

test('a login with a wrong password does not cancel the closing; after the erasure the address can register anew', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: EMAIL })
  await ann.call(closeAccount, input)
  await expect(server.login(EMAIL, 'wrong')).rejects.toThrow('BAD_CREDENTIALS')
  server.advance(7 * DAY)
  await runJobs(server)
  await runJobs(server)
  await expect(server.login(EMAIL)).rejects.toThrow('BAD_CREDENTIALS')
  const anew = await server.newUser({ email: EMAIL, password: 'another good password' })
  expect(anew.user.id).not.toBe(ann.user.id)
  const [erased] = await server.sql<{ email: string | null; nickname: string }>`
    select email, nickname from users where id = ${ann.user.id}`
  expect(erased).toEqual({ email: null, nickname: '已注销用户' })
})

test('closing revokes API keys and grants at once and tells each application what it lost', async () => {
  const server = await serverOf()
  const [ann, ben] = [await server.newUser({ email: EMAIL }), await server.newUser()]
  const [own, other] = [await newApplication(server), await newApplication(server, FOREIGN)]
  await server.sql`update applications set webhook_url = 'https://tools.test/', webhook_secret = ''`
  for (const user of [ann, ben]) {
    await grantCredit(server, other, user)
    for (const { id } of [own, other]) {
      const key = { applicationId: id, name: '脚本', monthlyLimit: null }
      expect((await user.call(apiKeys.createApiKey, key)).status).toBe(200)
    }
  }
  const messages = () =>
    server.sql<{ application: string; type: string; user: string }>`
      delete from application_messages
      returning application_id as application, type, data ->> 'user' as user`

  await ann.call(closeAccount, input)

  const user = ann.user.id
  expect(await messages()).toEqual([
    { application: other.id, type: 'grant.revoked', user },
    { application: own.id, type: 'key.revoked', user },
  ])
  const live = await server.sql<{ id: string }>`
    select user_id as id from api_keys where revoked_at is null
    union all select user_id from application_grants where revoked_at is null`
  expect(live.map(({ id }) => id)).toEqual([ben.user.id, ben.user.id, ben.user.id])
  server.advance(7 * DAY)
  await runJobs(server)
  expect(await messages()).toEqual([{ application: own.id, type: 'account.closed', user }])
})

test('erasing the account deletes its unsent mails, waiting or dead, also those to an earlier address, but sends the last one', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: EMAIL })
  const mail = { subject: 'news', text: 'a', html: '<p>a' }
  for (const to of [EMAIL, EMAIL, 'bob@example.com']) await queueMail(server.sql, { to, ...mail })
  await server.sql`
    update jobs set state = 'dead', last_error = ${`550 <${EMAIL}>: no such mailbox`}
    where id = (select id from jobs where payload ->> 'to' = ${EMAIL} limit 1)`
  await ann.call(closeAccount, input)
  server.advance(7 * DAY)
  await runJobs(server)
  const kept = await server.sql<{ to: string; subject: string; state: string }>`
    select payload ->> 'to' as "to", payload ->> 'subject' as subject, state from jobs
    where kind = 'mail' order by 1`
  expect(kept).toEqual([
    { to: EMAIL, subject: expect.stringMatching(/已注销$/), state: 'waiting' },
    { to: 'bob@example.com', subject: 'news', state: 'waiting' },
  ])

  const zoe = await server.newUser({ email: 'zoe@example.com' })
  const change = { currentPassword: input.password, newPassword: 'an entirely new password' }
  expect((await zoe.call(api.account.changePassword, change)).status).toBe(200)
  const earlier = () =>
    server.sql`select state from jobs where payload ->> 'to' = 'zoe@example.com'`
  await server.sql`
    update jobs set state = 'dead', finished_at = now() where payload ->> 'to' = 'zoe@example.com'`
  await server.sql`update users set email = 'zoe@next.example' where id = ${zoe.user.id}`
  expect(await earlier()).toEqual([{ state: 'dead' }])
  await closeForGood(server, zoe)
  expect(await earlier()).toEqual([])
})

test('an erasure that takes longer than a statement of the shop may take still ends', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser()
  // as the texts of hundreds of thousands of charges do
  await administer(
    server.database.url,
    `create function be_slow() returns trigger language plpgsql as $$
       begin perform pg_sleep(2); return new; end $$;
     create trigger users_close_slowly before update of closed_at on users
       for each row execute function be_slow()`,
  )
  await using pool = new AsyncDisposableStack()
  const limitsMs = { statement: 1_500, lock: 20_000, silence: 40_000 }
  const sql = connect(server.database.url, { limitsMs })
  pool.defer(() => sql.end())
  await expect(sql`update users set closed_at = now()`).rejects.toThrow('statement timeout')
  await closeForGood({ deps: { ...server.deps, sql }, sql }, ann)
  expect(await sql`select 1 as one from users where closed_at is not null`).toHaveLength(1)
})

test('a wrong password gets 422 and a field error, the eleventh 429, and nothing is closed', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: EMAIL })
  const attempt = () => ann.call(closeAccount, { password: passwordDigest('wrong') })
  for (let n = 1; n <= 10; n += 1) {
    expect(await attempt()).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_WRONG', fields: { password: '密码不正确' } },
    })
  }
  expect((await attempt()).status).toBe(429)
  expect(await server.mails(EMAIL)).toEqual([])
  expect((await ann.call(api.account.profile, {})).status).toBe(200)
})

test('an account that cannot be erased does not stop the others, and the error names it', async () => {
  await using server = await startTestServer()
  const users = [await server.newUser(), await server.newUser(), await server.newUser()]
  for (const user of users) await user.call(closeAccount, input)
  const broken = users[0]!.user.id
  await administer(
    server.database.url,
    `alter table users add constraint broken check (id <> '${broken}' or closed_at is null)`,
  )
  server.advance(7 * DAY)

  await expect(runJobs(server)).rejects.toThrow(`1 failed, the first for ${broken}`)

  const open = await server.sql<{ id: string }>`select id from users where closed_at is null`
  expect(open).toEqual([{ id: broken }])
})
