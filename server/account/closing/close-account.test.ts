import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { api } from '#contract/api.ts'
import { readNotice } from '#contract/account/notices.ts'
import { closeAccount } from '#contract/account/personal-data.ts'
import { requestInvoice } from '#contract/invoices/invoices.ts'
import { administer } from '#harness/administer.ts'
import { setUpPasskey, setUpTotp } from '../../testing/second-factor.ts'
import { proveLedger, startShop } from '../../testing/shop.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/harness.ts'
import { queueMail } from '../../mail/outbox.ts'
import { passwordDigest } from '../password/passwords.ts'
import { addAnnouncement } from '../../testing/announcements.ts'
import { startedAccountJobs } from '../../testing/account-jobs.ts'
import { grantCredit, newApplication, signOnTo } from '../../testing/applications/applications.ts'
import { spend } from '../../testing/applications/spending.ts'
import { startRecovery } from '../../testing/email-recovery.ts'
import { readMailedToken } from '../../testing/mailed-secrets.ts'

const EMAIL = 'ann@example.com'
const DAY = 24 * 60 * 60 * 1000
const FOREIGN = { isFirstParty: false }
const input = { password: passwordDigest(PASSWORD) }

async function runJobs({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  for (const { run } of startedAccountJobs(deps)) await run(new AbortController().signal)
}

test('closing ends every session and mails how to cancel it', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  const phone = await server.login(EMAIL)
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
})

test('a login within seven days cancels the closing and reports it once', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  await ann.call(closeAccount, input)
  server.advance(7 * DAY - 1000)
  await runJobs(server)
  const browser = server.visitor()
  const login = () => browser.call(api.account.login, { email: EMAIL, ...input })
  expect((await login()).body.data.staysOpen).toBe(true)
  expect((await server.mails(EMAIL)).slice(-2)).toMatchObject([
    { subject: expect.stringMatching(/不会注销$/) },
    { subject: expect.stringMatching(/在新设备上登录了$/) },
  ])
  expect((await login()).body.data).not.toHaveProperty('staysOpen')
  server.advance(DAY)
  await runJobs(server)
  expect((await browser.call(api.account.profile, {})).body.data.user.email).toBe(EMAIL)
})

test('closing invalidates an earlier reset link', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  const captcha = await server.solveCaptcha()
  await server.visitor().call(api.account.resetPasswordLink, { email: EMAIL, captcha })
  const token = await readMailedToken(server, EMAIL)
  await ann.call(closeAccount, input)
  const answer = await server.visitor().call(api.account.resetPassword, {
    token,
    password: passwordDigest('an entirely new password'),
  })
  expect(answer).toMatchObject({ status: 410, body: { code: 'TOKEN_EXPIRED' } })
})

test('a login with a wrong password does not cancel the closing', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  await ann.call(closeAccount, input)
  await expect(server.login(EMAIL, 'wrong')).rejects.toThrow('BAD_CREDENTIALS')
  server.advance(7 * DAY)
  await runJobs(server)
  await expect(server.login(EMAIL)).rejects.toThrow('BAD_CREDENTIALS')
})

test('after seven days personal data is erased, orders remain and the ledger is still proven', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser({ email: EMAIL, ip: '192.0.2.77' })
  // long enough not to occur in a hash by chance
  const nickname = '不会偶然出现的名字'
  await ann.call(api.account.editProfile, { nickname })
  await addAnnouncement(shop.sql, { kind: 'notice' })
  await ann.call(readNotice, {})
  const { orderId } = await shop.buy(ann)
  const title = { kind: 'person' as const, name: '不会偶然出现的抬头', email: EMAIL }
  const asked = await ann.call(requestInvoice, { orderIds: [orderId], title })
  expect(asked.status).toBe(200)
  const application = await newApplication(shop)
  await spend(shop, ann, application)
  await signOnTo(shop, application, ann, EMAIL)
  const keyName = '不会偶然出现的密钥名'
  const key = { applicationId: application.id, name: keyName, monthlyLimit: 100 }
  expect((await ann.call(apiKeys.createApiKey, key)).status).toBe(200)
  await ann.call(api.account.sendChangeEmailCode, { email: 'ann@next.example' })
  await shop.visitor().call(api.account.registerCode, {
    email: EMAIL,
    captcha: await shop.solveCaptcha(),
  })
  await shop.login(EMAIL, PASSWORD, { ip: '192.0.2.78' })
  await setUpPasskey(shop, ann, '不会偶然出现的钥匙')
  await setUpTotp(shop, ann)
  await startRecovery(shop, ann, 'ann@other.example')
  const before = await shop.sql`select state, amount, credit from orders`
  expect(before).toMatchObject([{ state: 'paid' }])
  await ann.call(closeAccount, input)
  shop.advance(7 * DAY)
  await runJobs(shop)

  // the last mail may stay; the code was mailed to an address that is not the account's
  expect(await shop.mails(EMAIL)).toMatchObject([{ subject: expect.stringMatching(/已注销$/) }])
  await shop.sql`delete from jobs where payload ->> 'to' in (${EMAIL}, 'ann@next.example', 'ann@other.example')`
  const personal = [
    EMAIL,
    'ann@next.example',
    'ann@other.example',
    '192.0.2.77',
    '192.0.2.78',
    nickname,
    keyName,
    '不会偶然出现的钥匙',
    title.name,
  ]
  const tables = await shop.sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...['login_events', 'api_keys', 'sign_ons', 'credit_requests'],
      ...['invoices', 'invoice_titles', 'invoice_events'],
    ]),
  )
  for (const { name } of tables) {
    const [row] = await shop.sql<{ text: string }>`
      select query_to_xml(format('select * from %I', ${name}::text), true, false, '')::text as text`
    for (const word of personal) expect(row!.text, name).not.toContain(word)
  }
  for (const table of [
    ...['sessions', 'known_devices', 'login_events', 'email_undos'],
    ...['login_notices'],
    ...['sign_ons', 'sign_on_records', 'announcement_views'],
    ...['email_recoveries', 'email_recovery_links'],
    ...['user_passkeys', 'user_authenticators', 'user_recovery_codes'],
  ]) {
    const [row] = await shop.sql<{ text: string }>`
      select query_to_xml(format('select 1 from %I', ${table}::text), true, false, '')::text as text`
    expect(row!.text, table).not.toContain('<row')
  }
  expect(await shop.sql`select state, amount, credit from orders`).toEqual(before)
  expect(await shop.sql`select name, revoked_at is null as live from api_keys`).toEqual([
    { name: '', live: false },
  ])
  expect(await shop.sql`select state from credit_holds`).toEqual([{ state: 'released' }])
  expect(await shop.sql`select held from credit_accounts`).toEqual([{ held: 0 }])
  await proveLedger(shop)
})

test('closing revokes API keys and grants at once and tells each application what it lost', async () => {
  await using server = await startTestServer()
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

test('erasing the account deletes its unsent mails, waiting or dead, but sends the last one', async () => {
  await using server = await startTestServer()
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
    select payload ->> 'to' as "to", payload ->> 'subject' as subject, state from jobs order by 1`
  expect(kept).toEqual([
    { to: EMAIL, subject: expect.stringMatching(/已注销$/), state: 'waiting' },
    { to: 'bob@example.com', subject: 'news', state: 'waiting' },
  ])
})

test('the address of an erased account can register a new account', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  await ann.call(closeAccount, input)
  server.advance(7 * DAY)
  await runJobs(server)
  await runJobs(server)
  const anew = await server.newUser({ email: EMAIL, password: 'another good password' })
  expect(anew.user.id).not.toBe(ann.user.id)
  const users = await server.sql<{ email: string | null; nickname: string }>`
    select email, nickname from users order by created_at`
  expect(users).toEqual([
    { email: null, nickname: '已注销用户' },
    { email: EMAIL, nickname: 'Ann' },
  ])
})

test('a wrong password gets 422 and a field error, the eleventh 429, and nothing is closed', async () => {
  await using server = await startTestServer()
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

test('closing needs a session, a digest and a csrf token', async () => {
  await using server = await startTestServer()
  const visitor = server.visitor()
  expect((await visitor.call(closeAccount, input)).status).toBe(401)
  const ann = await server.newUser()
  expect((await ann.call(closeAccount, { password: PASSWORD })).status).toBe(400)
  expect((await ann.call(closeAccount, input, { csrf: false })).status).toBe(403)
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
