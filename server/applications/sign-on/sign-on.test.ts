import { expect, test } from 'vitest'
import { waitingSignOn } from '#contract/sign-on.ts'
import { signOnsPerFile, startSignOnServer } from '../../testing/applications/sign-on-server.ts'
import type { Client } from '../../testing/client.ts'

const join = signOnsPerFile()

test('a customer who is logged in signs on without seeing a page; userinfo tells what the application asked for and no more', async () => {
  const shop = await join()
  const { ann, browser } = await shop.newCustomer()
  const tokens = await shop.application.signOn(browser)
  expect(tokens.claims()).toMatchObject({
    ...{ sub: ann.user.id, iss: shop.server.config.publicUrl, aud: shop.application.clientId },
  })
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'openid profile email credit' })
  const profile = { nickname: 'Ann', name: 'Ann', preferred_username: 'Ann' }
  expect(await shop.readUserInfo(tokens, ann)).toEqual({
    sub: ann.user.id,
    ...profile,
    email: ann.user.email,
    email_verified: true,
  })
  const discovery = await fetch(
    `${shop.server.config.publicUrl}/.well-known/openid-configuration`,
  ).then((answer) => answer.json())
  expect(discovery).toMatchObject({
    claims_supported: expect.arrayContaining(['nickname', 'name', 'preferred_username']),
  })
  const less = await shop.application.signOn(browser, { scope: 'openid profile' })
  expect(await shop.readUserInfo(less, ann)).toEqual({ sub: ann.user.id, ...profile })
})

test('a visitor logs in at the shop and comes back to the application', async () => {
  const shop = await join()
  const { application, server } = shop
  const ann = await server.newUser()
  const browser = shop.newBrowser()
  const begun = await application.begin()
  const { url } = await browser.open(begun.url.href)
  expect(url.pathname).toBe('/account/login')
  const back = url.searchParams.get('redirect')!
  expect(back).toMatch(/^\/account\/sign-on\/[\w-]{43}$/)
  // without a login one is sent to it again
  expect((await browser.open(back)).url.pathname).toBe('/account/login')
  browser.adopt(await server.login(ann.user.email))
  const arrived = await browser.open(back)
  expect((await application.redeem(arrived.url, begun)).claims()?.sub).toBe(ann.user.id)
})

test('an application may ask without showing a page: the session of the shop decides', async () => {
  const shop = await join()
  const { ann, browser } = await shop.newCustomer()
  const silent = { prompt: 'none' }
  expect((await shop.application.signOn(browser, silent)).claims()?.sub).toBe(ann.user.id)
  const signOn = shop.application.signOn(shop.newBrowser(), silent)
  await expect(signOn).rejects.toMatchObject({ error: 'login_required' })
})

test('an application that asks for a fresh login gets a user who has just given the password', async () => {
  const shop = await join()
  const { application } = shop
  for (const asked of [{ prompt: 'login' }, { max_age: '60' }]) {
    const { ann, browser } = await shop.newCustomer()
    await shop.sql`update sessions set authenticated_at = authenticated_at - interval '5 minutes'`
    const begun = await application.begin(asked)
    const { url } = await browser.open(begun.url.href)
    expect(url.pathname).toBe('/account/login')
    await shop.logIn(ann, browser, ann)
    const arrived = await browser.open(url.searchParams.get('redirect')!)
    const claims = (await application.redeem(arrived.url, begun)).claims()!
    expect(claims.sub).toBe(ann.user.id)
    if ('max_age' in asked) expect(Date.now() / 1000 - claims.auth_time!).toBeLessThan(60)
  }
})

test('the login page learns which application waits, and whether it asks for the password', async () => {
  const shop = await join()
  const { ann, browser } = await shop.newCustomer()
  const read = async (client: Client, address: string) => {
    const step = new URL(address, 'https://shop.test').searchParams.get('redirect')!
    return client.call(waitingSignOn, { id: step.split('/').at(-1)! })
  }
  const visitor = shop.newBrowser()
  const { url: first } = await visitor.open((await shop.application.begin()).url.href)
  const visiting = await read(shop.server.visitor(), first.href)
  expect(visiting.body.data).toEqual({ applicationName: 'AI 工具', needsPassword: false })

  await shop.sql`update sessions set authenticated_at = authenticated_at - interval '5 minutes'`
  const forced = await shop.application.begin({ prompt: 'login' })
  const { url: again } = await browser.open(forced.url.href)
  const asked = await read(ann, again.href)
  expect(asked.body.data).toEqual({ applicationName: 'AI 工具', needsPassword: true })

  const unknown = await ann.call(waitingSignOn, { id: 'a'.repeat(43) })
  expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  await shop.sql`update sign_on_records set expires_at = expires_at - interval '31 minutes'`
  expect((await read(shop.server.visitor(), first.href)).status).toBe(404)
})

test('another customer who logs in in the same browser is signed on as that customer', async () => {
  const shop = await join()
  const { application, server } = shop
  const { ann, browser } = await shop.newCustomer()
  await application.signOn(browser)
  const bob = await server.newUser()
  await shop.logIn(ann, browser, bob)
  expect((await application.signOn(browser)).claims()?.sub).toBe(bob.user.id)
  await shop.sql`update sessions set authenticated_at = authenticated_at - interval '5 minutes'`
  const begun = await application.begin({ prompt: 'login' })
  const { url } = await browser.open(begun.url.href)
  await shop.logIn(ann, browser, ann)
  const arrived = await browser.open(url.searchParams.get('redirect')!)
  expect((await application.redeem(arrived.url, begun)).claims()?.sub).toBe(ann.user.id)
})

test('a request that cannot be answered to the application ends at a page that says why', async () => {
  const shop = await join()
  const { browser } = await shop.newCustomer()
  const { url } = await shop.application.begin()
  async function open(name: string, value: string) {
    const changed = new URL(url)
    changed.searchParams.set(name, value)
    return browser.open(changed.href)
  }
  const withoutAddress = new URL(url)
  withoutAddress.searchParams.delete('redirect_uri')
  expect(await browser.open(withoutAddress.href)).toMatchObject({ status: 400 })
  expect(await open('client_id', 'client_unknown')).toMatchObject({
    status: 400,
    text: expect.stringContaining('未找到该应用'),
  })
  await shop.sql`update applications set disabled_at = now()`
  expect(await open('state', 'again')).toMatchObject({
    status: 400,
    text: expect.stringContaining('未找到该应用'),
  })
})

test('what an application asks wrongly is answered to it', async () => {
  const shop = await join()
  const { browser } = await shop.newCustomer()
  for (const [asked, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_mode: 'form_post' }, 'unsupported_response_mode'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
  ] as const) {
    const { url } = await shop.application.begin(asked)
    const arrived = await browser.open(url.href)
    expect([asked, arrived.url.host]).toEqual([asked, 'tools.test'])
    const answer = new URLSearchParams(arrived.url.search || arrived.url.hash.slice(1))
    expect([asked, answer.get('error'), answer.get('code')]).toEqual([asked, error, null])
  }
})

test('a step that has expired, or of another browser, ends at a page that says so', async () => {
  const shop = await join()
  const browser = shop.newBrowser()
  const { url } = await browser.open((await shop.application.begin()).url.href)
  const step = url.searchParams.get('redirect')!
  expect(await shop.newBrowser().open(step)).toMatchObject({
    status: 400,
    text: expect.stringContaining('登录已过期'),
  })
  await shop.sql`delete from sign_on_records`
  expect(await browser.open(step)).toMatchObject({
    status: 400,
    text: expect.stringContaining('登录已过期'),
  })
})

test('without an application there is no provider; the first one that is registered has it', async () => {
  const shop = await join()
  await shop.sql`truncate applications cascade`
  await using other = await startSignOnServer({}, { database: shop.server.database })
  expect(other.application.client.serverMetadata().issuer).toBe(other.server.config.publicUrl)
})
