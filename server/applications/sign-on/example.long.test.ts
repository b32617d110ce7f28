import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { freePorts } from '../../testing/free-ports.ts'
import { deliverNotices } from '../../testing/applications/notices.ts'
import { startSignOnServer } from '../../testing/applications/sign-on-server.ts'
import { noticeClaims, signAsShop } from '../../testing/applications/shop-tokens.ts'
import { readExamples, run, scratchFolder } from '../../testing/doc-examples.ts'

const WAIT = { timeout: 10_000, interval: 20 }

/** A browser at the example's own addresses; keeps its one cookie. */
function createVisitor(here: string) {
  let cookie = ''
  return {
    async open(address: string, init: RequestInit = {}) {
      const url = address.startsWith('/') ? `${here}${address}` : address
      const response = await fetch(url, { redirect: 'manual', ...init, headers: { cookie } })
      cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie
      const { status, headers } = response
      return { status, location: headers.get('location') ?? '', text: await response.text() }
    },
    readCookie: () => cookie,
  }
}

/** The program of docs/sign-on.md as it stands, registered as its page says, and a customer's browser. */
async function startExample() {
  const { sandboxPort: port } = await freePorts()
  const here = `http://localhost:${port}`
  await using started = new AsyncDisposableStack()
  const shop = started.use(
    await startSignOnServer({
      isFirstParty: false,
      redirectUrls: [`${here}/callback`],
      logoutRedirectUrls: [`${here}/`],
      backchannelUrl: `${here}/signed-out`,
    }),
  )
  const folder = started.use(await scratchFolder())
  const [program] = await readExamples('ts', 'docs/sign-on.md')
  const path = await folder.write('sign-on.mts', program!)
  const { clientId, clientSecret } = shop.application
  const env = {
    ...{ ...process.env, SHOP: shop.server.config.publicUrl, HERE: here },
    ...{ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
  }
  const running = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  started.defer(() => void running.kill())
  await once(running.stdout, 'data')
  const customer = await shop.newCustomer()
  const visitor = createVisitor(here)

  /** From the example to the shop and back; the address that the shop sends the browser to. */
  async function begin(answer: 'agree' | 'refuse'): Promise<string> {
    const { location } = await visitor.open('/login')
    const page = await customer.browser.open(location)
    if (page.url.origin === here) return page.url.href
    const answered = await customer.browser.submit(page.url.href, { answer })
    return answered.url.href
  }
  const ended = started.move()
  return {
    ...{ here, shop, visitor, begin, ...customer },
    [Symbol.asyncDispose]: () => ended.disposeAsync(),
  }
}

test('the program of docs/sign-on.md signs a customer on and off as it stands', async () => {
  await using example = await startExample()
  const { here, visitor, browser, begin } = example
  expect((await visitor.open('/')).text).toBe('还没有登录')
  const before = visitor.readCookie()

  const back = await begin('agree')
  expect(back).toMatch(`${here}/callback?`)
  expect((await visitor.open(back)).location).toBe(`${here}/`)
  expect((await visitor.open('/')).text).toMatch(/^您好，/)
  // who knew the browser's number from before the login is not signed on by it
  expect(visitor.readCookie()).not.toBe(before)

  const { location: toLogOut } = await visitor.open('/logout')
  const question = await browser.open(toLogOut)
  expect(question.text).toContain('退出')
  expect((await visitor.open('/')).text).toBe('还没有登录')

  // a code that comes twice, or that another browser brings, signs nobody on
  expect((await visitor.open(back)).location).toBe(`${here}/login`)
})

test('the program ends the login of which the shop tells, and no other', async () => {
  await using example = await startExample()
  const { shop, visitor, begin, ann } = example
  await visitor.open(await begin('agree'))
  const phone = createVisitor(example.here)
  const onPhone = await shop.server.login(ann.user.email)
  const phoneBrowser = shop.newBrowser()
  phoneBrowser.adopt(onPhone)
  const { location } = await phone.open('/login')
  await phone.open((await phoneBrowser.open(location)).url.href)
  expect((await phone.open('/')).text).toMatch(/^您好，/)

  await using _worker = deliverNotices(shop.server)
  await ann.call(api.account.logout, {})
  await expect.poll(async () => (await visitor.open('/')).text, WAIT).toBe('还没有登录')
  expect((await phone.open('/')).text).toMatch(/^您好，/)
  // the program's answer counts as received
  const notices = () => shop.sql`select state from jobs where kind = 'sign-out-notice'`
  await expect.poll(notices, WAIT).toEqual([{ state: 'done' }])
})

test('the program takes no token that the shop has signed for something else', async () => {
  await using example = await startExample()
  const { shop, visitor, begin } = example
  await visitor.open(await begin('agree'))
  const [{ sid } = { sid: '' }] = await shop.sql<{ sid: string }>`select sid from sign_ons`
  const claims = noticeClaims(shop.server, { clientId: shop.application.clientId, sid })
  const answerTo = async (more: Record<string, unknown>, typ?: string) => {
    const token = await signAsShop(shop.server, { ...claims, ...more }, typ)
    const body = new URLSearchParams({ logout_token: token })
    return (await visitor.open('/signed-out', { method: 'POST', body })).status
  }
  const wrong = [{ aud: 'another' }, { iss: 'https://evil.test' }, { events: {} }, { nonce: 'n' }]
  for (const more of wrong) expect([more, await answerTo(more)]).toEqual([more, 400])
  expect(await answerTo({}, 'JWT')).toBe(400)
  expect((await visitor.open('/')).text).toMatch(/^您好，/)
  expect(await answerTo({})).toBe(200)
  expect((await visitor.open('/')).text).toBe('还没有登录')
})

/** Starts no shop: it loads what a start loads, and asks for the provider of a shop without applications. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
  const hasLibrary = () => loaded.some((url) => /node_modules\\/(oidc-provider|koa|jose)\\//.test(url))
  await import('./server/process/start/start-shop.ts')
  const { createProviderOpener } = await import('./server/applications/sign-on/open-provider.ts')
  const provider = await createProviderOpener({ sql: async () => [] }, {})()
  const answers = [loaded.length > 100, provider, hasLibrary()]
  await import('./server/applications/sign-on/provider/create-provider.ts')
  process.stdout.write(JSON.stringify([...answers, hasLibrary()]), () => process.exit(0))
`

test('nothing of the library is loaded while no application is registered', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROGRAM])
  expect(JSON.parse(stdout)).toEqual([true, null, false, true])
}, 60_000)
