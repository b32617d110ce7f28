import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import * as apiKeys from '#contract/account/api-keys.ts'
import { lockUser } from '../keys/api-keys.store.ts'
import { deleteSessionsOf } from '../../http/sessions/sessions.store.ts'
import { untilWaiting } from '../../testing/database/test-database.ts'
import { type SignOnShop, signOnsPerFile } from '../../testing/applications/sign-on-server.ts'

const join = signOnsPerFile()

const grantsOf = ({ sql }: SignOnShop) =>
  sql<{ scopes: string[]; isRevoked: boolean }>`
    select scopes, revoked_at is not null as "isRevoked" from application_grants`

test("somebody else's application asks once, and then reaches the customer's credit", async () => {
  const shop = await join({ isFirstParty: false })
  const { application } = shop
  const { ann, browser } = await shop.newCustomer()
  const begun = await application.begin()
  const page = await browser.open(begun.url.href)
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('同意并继续') })
  for (const words of [
    'AI 工具',
    'tools.test',
    'Ann',
    '确认您的身份',
    '查看您的昵称',
    '使用您的积分',
    '撤销后不能再预留或延长，已预留的仍可在预留的数量内扣除，最迟 48 小时内结束',
  ])
    expect(page.text).toContain(words)
  expect(await grantsOf(shop)).toEqual([])
  const arrived = await browser.submit(page.url.href, { answer: 'agree' })
  const tokens = await application.redeem(arrived.url, begun)
  expect(tokens.claims()?.sub).toBe(ann.user.id)
  const scopes = ['openid', 'profile', 'email', 'credit']
  expect(await grantsOf(shop)).toEqual([{ scopes, isRevoked: false }])
  await application.signOn(browser)
  // also from another device
  const { body } = await ann.call(apiKeys.applicationList, {})
  expect(body.data.list).toMatchObject([{ id: application.id, grantedAt: expect.any(String) }])
  const phone = shop.newBrowser()
  phone.adopt(await shop.server.login(ann.user.email))
  expect((await application.signOn(phone)).claims()?.sub).toBe(ann.user.id)
})

test('whoever logs in while the page is open is asked again, and allows nothing unasked', async () => {
  const shop = await join({ isFirstParty: false })
  const { browser } = await shop.newCustomer()
  const page = await browser.open((await shop.application.begin()).url.href)
  const ben = await shop.server.newUser()
  browser.adopt(ben)
  const again = await browser.submit(page.url.href, { answer: 'agree' })
  expect(again).toMatchObject({ status: 200, text: expect.stringContaining('同意并继续') })
  expect(await grantsOf(shop)).toEqual([])
  const arrived = await browser.submit(page.url.href, { answer: 'agree' })
  expect(arrived.url.searchParams.has('code')).toBe(true)
  const owners = await shop.sql`select user_id as id from application_grants`
  expect(owners).toEqual([{ id: ben.user.id }])
})

test('the first answer counts: a second one changes nothing', async () => {
  const shop = await join({ isFirstParty: false })
  for (const [first, second, parameter] of [
    ['refuse', 'agree', 'error'],
    ['agree', 'refuse', 'code'],
  ] as const) {
    const { browser } = await shop.newCustomer()
    const page = await browser.open((await shop.application.begin()).url.href)
    const user = /name="user" value="([^"]*)"/.exec(page.text)![1]!
    const send = (answer: string) =>
      browser.openOnce(page.url.href, {
        method: 'POST',
        body: new URLSearchParams({ answer, user }),
      })
    const grants = async () => (await grantsOf(shop)).length
    const before = await grants()
    expect((await send(first)).status).toBe(303)
    const after = await grants()
    expect(after - before).toBe(first === 'agree' ? 1 : 0)
    const { status, headers } = await send(second)
    expect(status).toBe(303)
    expect(await grants()).toBe(after)
    const arrived = await browser.open(headers.get('location')!)
    expect(arrived.url.searchParams.has(parameter)).toBe(true)
  }
})

test('an application that asks for more than was agreed to asks again', async () => {
  const shop = await join({ isFirstParty: false, scope: 'openid credit' })
  const { application } = shop
  const { browser } = await shop.newCustomer()
  const agree = async (more: Record<string, string>) => {
    const begun = await application.begin(more)
    const page = await browser.open(begun.url.href)
    const arrived = await browser.submit(page.url.href, { answer: 'agree' })
    return application.redeem(arrived.url, begun)
  }
  expect((await agree({})).scope).toBe('openid credit')
  expect((await agree({ scope: 'openid email credit' })).scope).toBe('openid email credit')
  expect((await application.signOn(browser)).scope).toBe('openid credit')
  expect((await agree({ prompt: 'consent' })).scope).toBe('openid credit')
})

test('an application that does not ask for credit gets no grant, and asks in each session', async () => {
  const shop = await join({ isFirstParty: false, scope: 'openid profile' })
  const { application } = shop
  const { ann, browser } = await shop.newCustomer()
  const begun = await application.begin()
  const page = await browser.open(begun.url.href)
  expect(page.text).not.toContain('使用您的积分')
  const arrived = await browser.submit(page.url.href, { answer: 'agree' })
  await application.redeem(arrived.url, begun)
  expect(await grantsOf(shop)).toEqual([])
  expect((await application.signOn(browser)).claims()?.sub).toBe(ann.user.id)
  const phone = shop.newBrowser()
  phone.adopt(await shop.server.login(ann.user.email))
  expect((await phone.open((await application.begin()).url.href)).text).toContain('同意并继续')
})

test('a grant that is taken back ends tokens, and the next sign-on asks', async () => {
  const shop = await join({ isFirstParty: false })
  const { application } = shop
  const { ann, browser } = await shop.newCustomer()
  const begun = await application.begin()
  const page = await browser.open(begun.url.href)
  const arrived = await browser.submit(page.url.href, { answer: 'agree' })
  const tokens = await application.redeem(arrived.url, begun)
  const own = await shop.newApplication()
  const other = await own.signOn(browser)
  expect(await application.isAlive(tokens, ann)).toBe(true)
  expect((await ann.call(apiKeys.revokeGrant, { id: application.id })).status).toBe(200)
  expect(await application.isAlive(tokens, ann)).toBe(false)
  expect(await own.isAlive(other, ann)).toBe(true)
  expect((await browser.open((await application.begin()).url.href)).text).toContain('同意并继续')
})

test('an answer that is not of our own page, or for another step, changes nothing', async () => {
  const shop = await join({ isFirstParty: false })
  const { browser } = await shop.newCustomer()
  const page = await browser.open((await shop.application.begin()).url.href)
  const forged = await browser.open(page.url.href, {
    method: 'POST',
    body: new URLSearchParams({ answer: 'agree' }),
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(forged).toMatchObject({ status: 400, text: expect.stringContaining('应用请求不正确') })
  const stranger = shop.newBrowser()
  expect((await stranger.submit(page.url.href, { answer: 'agree' })).text).toContain('已过期')
  expect((await browser.submit(page.url.href, { answer: 'perhaps' })).status).toBe(400)
  expect(await grantsOf(shop)).toEqual([])
})

test('a customer who logged out while the page was open logs in and is asked again', async () => {
  const shop = await join({ isFirstParty: false })
  const { ann, browser } = await shop.newCustomer()
  const begun = await shop.application.begin()
  const page = await browser.open(begun.url.href)
  await ann.call(api.account.logout, {})
  const asked = await browser.submit(page.url.href, { answer: 'agree' })
  expect(asked.url.pathname).toBe('/account/login')
  await shop.logIn(ann, browser, ann)
  const again = await browser.open(asked.url.searchParams.get('redirect')!)
  expect(again.text).toContain('同意并继续')
  const arrived = await browser.submit(again.url.href, { answer: 'agree' })
  expect((await shop.application.redeem(arrived.url, begun)).claims()?.sub).toBe(ann.user.id)
})

test("an answer whose session ends before the provider's record or the grant is stored allows nothing, and the login comes next", async () => {
  const shop = await join({ isFirstParty: false })
  for (const [held, records] of [
    ['sessions', 0],
    ['users', 1],
  ] as const) {
    const { ann, browser } = await shop.newCustomer()
    const page = await browser.open((await shop.application.begin()).url.href)
    const recordsNow = () => shop.sql`select from sign_on_records where kind = 'Grant'`
    const { answering } = await shop.sql.begin(async (tx) => {
      if (held === 'users') await lockUser(tx, ann.user.id)
      else await tx`select from sessions for update`
      const submitted = browser.submit(page.url.href, { answer: 'agree' })
      await untilWaiting(shop.sql)
      expect(await recordsNow()).toHaveLength(records)
      await deleteSessionsOf(tx, ann.user.id)
      return { answering: submitted }
    })
    expect((await answering).url.pathname).toBe('/account/login')
    expect(await grantsOf(shop)).toEqual([])
    expect(await recordsNow()).toEqual([])
  }
})

test('a session whose login is older than fifteen minutes lets nobody spend credit: the login comes first', async () => {
  const shop = await join({ isFirstParty: false })
  const { browser } = await shop.newCustomer()
  const page = await browser.open((await shop.application.begin()).url.href)
  expect(page.text).toContain('同意并继续')
  await shop.sql`update sessions set authenticated_at = now() - interval '16 minutes'`
  const late = await browser.submit(page.url.href, { answer: 'agree' })
  expect([late.url.pathname, await grantsOf(shop)]).toEqual(['/account/login', []])
  const again = await browser.open((await shop.application.begin()).url.href)
  expect(again.url.pathname).toBe('/account/login')
  await shop.sql`update sessions set authenticated_at = now()`
  const asked = await browser.open(again.url.searchParams.get('redirect')!)
  expect(asked.text).toContain('同意并继续')
  await browser.submit(asked.url.href, { answer: 'agree' })
  expect(await grantsOf(shop)).toHaveLength(1)
})
