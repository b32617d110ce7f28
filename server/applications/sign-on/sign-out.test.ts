import { buildEndSessionUrl } from 'openid-client'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { closeAccount } from '#contract/account/personal-data.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { PASSWORD, type TestUser } from '../../testing/harness.ts'
import { readMailedToken } from '../../testing/mailed-secrets.ts'
import {
  deliverNotices,
  logoutTokenIn,
  readSignedToken,
} from '../../testing/applications/notices.ts'
import { hurryMessages, listMessages } from '../../testing/applications/messages.ts'
import type { ShopBrowser } from '../../testing/applications/shop-browser.ts'
import { LOGGED_OUT } from '../../testing/applications/sign-on-client.ts'
import { type SignOnShop, signOnsPerFile } from '../../testing/applications/sign-on-server.ts'
import { startReceiver } from '../../testing/applications/webhook-receiver.ts'

const WAIT = { timeout: 10_000, interval: 20 }

const join = signOnsPerFile()

/** Each way in which a session of the shop ends. */
const ENDS: Record<string, (shop: SignOnShop, ann: TestUser) => Promise<unknown>> = {
  'logs out': (_shop, ann) => ann.call(api.account.logout, {}),
  'ends the session from another device': async ({ server }, ann) => {
    const phone = await server.login(ann.user.email)
    const { body } = await phone.call(api.account.sessions, {})
    const { id } = body.data.list.find(({ current }) => !current)!
    return phone.call(api.account.revokeSession, { id })
  },
  'changes the password': (_shop, ann) =>
    ann.call(api.account.changePassword, {
      currentPassword: passwordDigest(PASSWORD),
      newPassword: 'another horse battery',
    }),
  'closes the account': (_shop, ann) =>
    ann.call(closeAccount, { password: passwordDigest(PASSWORD) }),
  'sets a new password by a mailed link': async ({ server }, ann) => {
    const visitor = server.visitor()
    const captcha = await server.solveCaptcha(visitor)
    await visitor.call(api.account.resetPasswordLink, { email: ann.user.email, captcha })
    const token = await readMailedToken(server, ann.user.email)
    const password = passwordDigest('another horse battery')
    return visitor.call(api.account.resetPassword, { token, password })
  },
}

test('in whichever way the session of a customer ends, he is signed out of the applications, which are told', async () => {
  await using receiver = await startReceiver()
  const shop = await join({ backchannelUrl: receiver.url })
  const silent = await shop.newApplication()
  await using _worker = deliverNotices(shop.server)
  for (const [name, end] of Object.entries(ENDS)) {
    const { ann, browser } = await shop.newCustomer()
    const tokens = await shop.application.signOn(browser)
    await silent.signOn(browser)
    expect([name, await end(shop, ann)]).toMatchObject([name, { status: 200 }])
    expect([name, await shop.application.isAlive(tokens, ann)]).toEqual([name, false])
    await expect.poll(() => receiver.received.length, WAIT).toBe(1)
    const [notice] = receiver.received.splice(0)
    const token = await readSignedToken(shop.server, logoutTokenIn(notice!))
    expect(token.header).toMatchObject({ alg: 'ES256', typ: 'logout+jwt' })
    expect(token.claims).toMatchObject({
      ...{ iss: shop.server.config.publicUrl, aud: shop.application.clientId, sub: ann.user.id },
      sid: tokens.claims()!['sid'],
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(notice!.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': expect.stringMatching(/^[\w-]+\/[\d.]+ \(\+http:\/\/[\w.:]+\)$/),
    })
    const { url } = await browser.open((await shop.application.begin()).url.href)
    if (name !== 'changes the password')
      expect([name, url.pathname]).toEqual([name, '/account/login'])
    expect(await shop.sql`select kind from sign_on_records where session_id is not null`).toEqual(
      [],
    )
  }
}, 120_000)

/** Opens the page of a log-out that the application asks for. */
async function askForLogOut(
  { application }: SignOnShop,
  browser: ShopBrowser,
  parameters: Record<string, string>,
) {
  const url = buildEndSessionUrl(application.client, parameters)
  return openLogOut(browser, url.href)
}

async function openLogOut(browser: ShopBrowser, address: string) {
  const page = await browser.open(address)
  const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(page.text) ?? []
  const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? []
  return { page, confirm: (more = {}) => browser.submit(action, { xsrf, ...more }) }
}

test('a log-out in the application is one in the shop and in other applications, when the customer says so', async () => {
  await using receiver = await startReceiver()
  const shop = await join()
  const other = await shop.newApplication({ backchannelUrl: receiver.url })
  const { ann, browser } = await shop.newCustomer()
  const tokens = await shop.application.signOn(browser)
  const otherTokens = await other.signOn(browser)
  await using _worker = deliverNotices(shop.server)
  const { page, confirm } = await askForLogOut(shop, browser, {
    ...{ id_token_hint: tokens.id_token!, post_logout_redirect_uri: LOGGED_OUT, state: 'mine' },
  })
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('只退出“AI 工具”') })
  expect(receiver.received).toEqual([])
  const left = await confirm({ logout: 'yes' })
  expect(left.url.href).toBe(`${LOGGED_OUT}?state=mine`)
  for (const cookie of ['__Host-sid', '_userInfo', '_csrf', '__Host-sso'])
    expect(browser.jar.has(cookie)).toBe(false)
  expect((await ann.call(api.account.profile, {})).status).toBe(401)
  expect(await shop.application.isAlive(tokens, ann)).toBe(false)
  expect(await other.isAlive(otherTokens, ann)).toBe(false)
  await expect.poll(() => receiver.received.length, WAIT).toBe(1)
  const { claims } = await readSignedToken(shop.server, logoutTokenIn(receiver.received[0]!))
  expect(claims).toMatchObject({ aud: other.clientId, sub: ann.user.id })
})

test('a customer who leaves only the application stays logged in to the shop', async () => {
  const shop = await join()
  const other = await shop.newApplication()
  const { ann, browser } = await shop.newCustomer()
  const tokens = await shop.application.signOn(browser)
  const otherTokens = await other.signOn(browser)
  const { confirm } = await askForLogOut(shop, browser, {
    ...{ id_token_hint: tokens.id_token!, post_logout_redirect_uri: LOGGED_OUT },
  })
  expect((await confirm()).url.href).toBe(LOGGED_OUT)
  const again = await askForLogOut(shop, browser, {})
  expect((await again.confirm()).text).toContain('已退出“AI 工具”')
  expect((await ann.call(api.account.profile, {})).status).toBe(200)
  expect(await shop.application.isAlive(tokens, ann)).toBe(false)
  expect(await other.isAlive(otherTokens, ann)).toBe(true)
  expect((await shop.application.signOn(browser)).claims()?.sub).toBe(ann.user.id)
})

test('a log-out without an application ends at a page of the shop, whose answer is taken from our own page alone', async () => {
  const shop = await join()
  const { ann, browser } = await shop.newCustomer()
  const page = await browser.open('/oidc/session/end')
  expect(page.text).toContain('<a class="button" href="/">保持登录</a>')
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)![1]!
  const answer = (site: string) =>
    browser.openOnce('/oidc/session/end/confirm', {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
      headers: { 'sec-fetch-site': site },
    })
  for (const site of ['cross-site', 'same-site']) {
    expect((await answer(site)).status).toBe(400)
    expect((await ann.call(api.account.profile, {})).status).toBe(200)
  }
  const { status, headers } = await answer('same-origin')
  expect(status).toBe(303)
  expect((await browser.open(headers.get('location')!)).text).toContain('已退出')
  expect((await ann.call(api.account.profile, {})).status).toBe(401)
})

test('a visitor who is logged out already goes straight back to the application', async () => {
  const shop = await join()
  const { browser } = await shop.newCustomer()
  const tokens = await shop.application.signOn(browser)
  const back = {
    ...{ id_token_hint: tokens.id_token!, post_logout_redirect_uri: LOGGED_OUT, state: 'mine' },
  }
  for (const visitor of [shop.newBrowser(), browser]) {
    await shop.sql`delete from sessions`
    const { page } = await askForLogOut(shop, visitor, back)
    expect(page.url.href).toBe(`${LOGGED_OUT}?state=mine`)
  }
  const nowhere = await openLogOut(shop.newBrowser(), '/oidc/session/end')
  expect(nowhere.page.text).toContain('已退出')
})

test('a log-out needs the token of its page', async () => {
  const shop = await join()
  const { ann, browser } = await shop.newCustomer()
  const tokens = await shop.application.signOn(browser)
  const hint = { id_token_hint: tokens.id_token! }
  await askForLogOut(shop, browser, hint)
  const forged = await browser.submit('/oidc/session/end/confirm', { xsrf: 'guess', logout: 'yes' })
  expect(forged.status).toBe(400)
  expect((await ann.call(api.account.profile, {})).status).toBe(200)
})

test('a notice that the application does not take is sent again; one with a webhook gets the message user.signed_out', async () => {
  await using receiver = await startReceiver()
  receiver.answers.push((response) => response.writeHead(503).end())
  const shop = await join({
    ...{ webhookUrl: 'https://tools.test/hooks', backchannelUrl: receiver.url },
  })
  const { ann, browser } = await shop.newCustomer()
  const signedOn = await shop.application.signOn(browser)
  await ann.call(api.account.logout, {})
  expect(await listMessages(shop.server)).toMatchObject([
    { type: 'user.signed_out', data: { user: ann.user.id, sid: signedOn.claims()!['sid'] } },
  ])
  await using _worker = deliverNotices(shop.server)
  await hurryMessages(shop.server)
  await expect.poll(() => receiver.received.length, WAIT).toBe(2)
  const tokens = receiver.received.map(logoutTokenIn)
  const [first, second] = await Promise.all(
    tokens.map((each) => readSignedToken(shop.server, each)),
  )
  expect(first!.claims['sid']).toBe(second!.claims['sid'])
})
