import { beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { buildWeb } from '#server/testing/build-web.ts'
import { oncePerFile } from '#server/testing/once-per-file.ts'
import { deliverNotices } from '#server/testing/applications/notices.ts'
import { noticeClaims, signAsShop } from '#server/testing/applications/shop-tokens.ts'
import { startToolsServer } from '../testing/tools-server.ts'
import { createCookieJar } from './cookies.ts'
import { createSessions } from './sessions.ts'

beforeAll(buildWeb, 180_000)
const toolsOf = oncePerFile(() => startToolsServer())

const IN = 'account-menu'

test('a customer of the shop is signed on by opening a tool, and sees the credit', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer()
  const page = await browser.open(`${tools.url}/picture`)
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining(IN) })
  expect(page.text).toContain('data-value="available">100<')
  expect(page.text).toContain(ann.user.nickname)
  expect(page.headers.get('cache-control')).toBe('no-store')
})

test('a visitor sees the tool and a way to log in, which leads back to the same tool', async () => {
  const tools = await toolsOf()
  const browser = tools.newBrowser()
  const page = await browser.open(`${tools.url}/picture`)
  expect(page.url.href).toBe(`${tools.url}/picture`)
  expect(page.text).not.toContain(IN)
  const asked = await browser.open(`${tools.url}/sign-on?to=/picture`)
  expect(asked.url.pathname).toBe('/account/login')
  browser.adopt(await tools.server.newUser())
  const back = asked.url.searchParams.get('redirect')!
  const arrived = await browser.open(new URL(back, tools.config.shop.url))
  expect(arrived.url.href).toBe(`${tools.url}/picture`)
  expect(arrived.text).toContain(IN)
})

test('a browser that keeps no cookies is shown the tools as a visitor, and not sent in a circle', async () => {
  const tools = await toolsOf()
  const seen: string[] = []
  let at = `${tools.url}/picture`
  for (;;) {
    const answer = await fetch(at, { redirect: 'manual' })
    seen.push(new URL(at).pathname)
    const next = answer.headers.get('location')
    if (next === null) {
      expect(await answer.text()).toContain('登录')
      break
    }
    at = new URL(next, at).href
  }
  expect(at).toBe(`${tools.url}/?visitor`)
  expect(seen).toEqual(['/picture', '/oidc/auth', '/callback', '/'])
})

test('an address of another site is not gone to after the sign-on', async () => {
  const tools = await toolsOf()
  const { browser } = await tools.newCustomer()
  for (const to of ['https://evil.test/', '//evil.test', '/nowhere']) {
    const { url } = await browser.open(`${tools.url}/sign-on?to=${encodeURIComponent(to)}`)
    expect(url.href).toBe(`${tools.url}/`)
  }
})

test('a callback that this browser did not begin ends at a page that says so', async () => {
  const tools = await toolsOf()
  const { ann } = await tools.newCustomer()
  const other = tools.newBrowser()
  other.adopt(ann)
  const begun = await other.send(`${tools.url}/sign-on`)
  const sent = await other.send(begun.headers.get('location')!)
  const callback = sent.headers.get('location')!
  const stranger = await tools.newBrowser().open(callback)
  expect(stranger).toMatchObject({
    status: 400,
    text: expect.stringContaining('未保存本站的 Cookie'),
  })
  expect((await other.open(callback)).text).toContain(IN)
})

test('cookies of a sign-on last by their age, whatever the visitor’s clock says', async () => {
  const tools = await toolsOf()
  const visitor = tools.newBrowser()
  const begun = await visitor.send(`${tools.url}/sign-on`)
  const step = await visitor.send(begun.headers.get('location')!)
  const lines = step.headers.getSetCookie()
  expect(lines.filter((line) => /sign-on/.test(line))).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/max-age=(1[78]\d\d)\b/i)
})

test('a session cookie that another host of the domain has planted does not count beside ours', async () => {
  const tools = await toolsOf()
  const { browser } = await tools.newCustomer()
  await browser.open(`${tools.url}/`)
  const id = browser.jar.get('tools_session')?.value ?? ''
  for (const planted of ['evil', '%E0%A4%A', '']) {
    const cookie = `tools_session=${planted}; tools_session=${id}`
    expect((await browser.send(`${tools.url}/me`, { headers: { cookie } })).status).toBe(200)
  }
  const headers = { cookie: 'tools_session=evil; __Host-tools_session=ours' }
  expect(createCookieJar({ publicUrl: 'https://tools.test' }).sessionIds({ headers })).toEqual([
    'ours',
  ])
})

test('a page of another site signs nobody out; signing out here goes on to the shop', async () => {
  const tools = await toolsOf()
  const { browser } = await tools.newCustomer()
  const response = await browser.send(`${tools.url}/sign-out`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('请求有误'),
  ])
  expect((await browser.send(`${tools.url}/me`)).status).toBe(200)
  const page = await browser.open(`${tools.url}/sign-out`, { method: 'POST' })
  expect(page.url.origin).toBe(tools.config.shop.url)
  expect((await browser.send(`${tools.url}/me`)).status).toBe(401)
})

test('a customer who logs out at the shop is signed out here', async () => {
  const tools = await toolsOf()
  await using _notices = deliverNotices(tools.server)
  const { ann, browser } = await tools.newCustomer()
  expect((await browser.send(`${tools.url}/me`)).status).toBe(200)
  await ann.call(api.account.logout, {})
  await expect.poll(async () => (await browser.send(`${tools.url}/me`)).status).toBe(401)
})

test('a log-out notice that the shop has not signed, or signed for something else, ends nothing', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer()
  const [{ sid } = { sid: '' }] = await tools.sql<{
    sid: string
  }>`select sid from sign_ons where user_id = ${ann.user.id}`
  const claims = noticeClaims(tools.server, { clientId: tools.config.clientId, sid })
  const answerTo = async (more: Record<string, unknown>) => {
    const body = new URLSearchParams({
      logout_token: await signAsShop(tools.server, { ...claims, ...more }),
    })
    return (await fetch(`${tools.url}/backchannel-logout`, { method: 'POST', body })).status
  }
  for (const token of ['', 'a.b.c', `${btoa('{"alg":"none"}')}.${btoa('{"sid":"x"}')}.`]) {
    const response = await fetch(`${tools.url}/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    })
    expect(response.status).toBe(400)
  }
  for (const wrong of [
    { aud: 'another' },
    { iss: 'https://evil.test' },
    { events: {} },
    { events: undefined },
    { nonce: 'n' },
    { iat: Math.floor(Date.now() / 1000) - 3600 },
  ])
    expect([wrong, await answerTo(wrong)]).toEqual([wrong, 400])
  expect((await browser.send(`${tools.url}/me`)).status).toBe(200)
  expect(await answerTo({})).toBe(200)
  expect((await browser.send(`${tools.url}/me`)).status).toBe(401)
})

test('no page, answer or cookie of the site has a token of the shop', async () => {
  const tools = await toolsOf()
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { browser } = await tools.newCustomer()
  const answers: string[] = []
  for (const path of ['/', '/picture', '/me']) {
    const response = await browser.send(`${tools.url}${path}`)
    answers.push(await response.text(), ...[...response.headers].flat())
  }
  const granted = fetched.mock.calls
    .map(([, init]) => new Headers(init?.headers).get('authorization') ?? '')
    .filter((given) => given.startsWith('Bearer ') && !given.endsWith(tools.config.appKey))
  fetched.mockRestore()
  // the site itself has one, or the test would see nothing
  expect(granted).toHaveLength(1)
  const seen = [...answers, ...browser.jar.values().map(({ value }) => value)].join('\n')
  expect(seen).not.toContain(granted[0]!.slice('Bearer '.length))
  expect(seen).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
})

test('while the shop does not answer the tool is shown, and a sign-on says why it fails', async () => {
  await using tools = await startToolsServer()
  const { browser } = await tools.newCustomer()
  await tools.server.app.close()
  const known = await browser.open(`${tools.url}/`)
  expect(known).toMatchObject({ status: 200, text: expect.stringContaining(IN) })
  const visitor = tools.newBrowser()
  // the shop was reached a moment ago
  await expect.poll(async () => (await visitor.send(`${tools.url}/`)).text()).toContain('暂不可用')
})

test('a session ends after its time, and one that ended at the shop before it began is not made', () => {
  let now = 0
  const sessions = createSessions({ now: () => now })
  const user = { user: 'u', sid: 's', name: '', idToken: 't' }
  const session = sessions.create(user)!
  expect(sessions.find(['unknown', session.id])).toEqual(session)
  now += 12 * 60 * 60 * 1_000
  expect(sessions.find(['unknown', session.id])).toBeNull()
  sessions.endOfShop('s')
  expect(sessions.create(user)).toBeNull()
})
