import type { BrowserContext, Page } from 'playwright'
import { ADDRESSES } from '#contract/addresses.ts'
import { type AttackOptions, type AttackRow, createTally, type Tally } from '../attack.ts'
import { addSession, openBrowser, untilBooted } from '../rig/browser.ts'
import { type Elsewhere, openElsewhere } from '../rig/elsewhere.ts'
import { send } from '../rig/send.ts'
import { startTarget, type Target } from '../rig/target.ts'
import { leavesSite, REDIRECT_NAMES, redirectPayloads } from './payloads.ts'

const SMALL = { payloads: 8, addresses: 6 }

/** Whether any address of the site leads a visitor to the attacker's. */
export async function redirectElsewhere({
  database,
  isSmall,
}: AttackOptions): Promise<AttackRow[]> {
  await using target = await startTarget({ database, name: 'redirect', nginx: {} })
  await using elsewhere = await openElsewhere()
  const payloads = redirectPayloads(`127.0.0.1:${elsewhere.port}`)
  return [
    await redirectByServer(target, payloads, elsewhere),
    await redirectByPage(target, isSmall ? payloads.slice(0, SMALL.payloads) : payloads, {
      ...{ elsewhere, isSmall },
    }),
  ]
}

/** What the server itself answers: the payload as path, in a query, as host. */
async function redirectByServer(
  { url, frontUrl }: Target,
  payloads: readonly string[],
  { port }: Elsewhere,
): Promise<AttackRow> {
  const tally = createTally('redirects of the server')
  const host = `127.0.0.1:${port}`
  const encoded = payloads.map(encodeURIComponent)
  const plain = payloads.filter((payload) => /^[\x21-\x7E]+$/.test(payload))
  const query = (payload: string) => REDIRECT_NAMES.map((name) => `${name}=${payload}`).join('&')
  const paths = [
    ...plain.map((payload) => (payload.startsWith('/') ? payload : `/${payload}`)),
    ...plain.map((payload) => `/account${payload}`),
    ...encoded.flatMap((payload) => [
      ...['/', '/account/login', '/account/sign-on/x', '/index.html'].map(
        (path) => `${path}?${query(payload)}`,
      ),
      `/oidc/auth?client_id=x&response_type=code&scope=openid&redirect_uri=${payload}`,
      `/oidc/session/end?post_logout_redirect_uri=${payload}&client_id=x`,
    ]),
  ]
  for (const base of [url, frontUrl!]) {
    for (const path of paths) {
      const { status, headers } = await send(base + path)
      if (status === -1) continue
      tally.count()
      const led = leavesSite(headers.location, base)
      if (led !== null) tally.finding(`${path} leads to ${led}`)
      if (status >= 500 || status === 0) tally.finding(`${path} is answered ${status}`)
    }
    for (const path of ['/', '/account', '/account/', '/plans/', '/oidc/auth', '/assets']) {
      const { headers, text } = await send(base + path, {
        headers: { host, 'x-forwarded-host': host, forwarded: `host=${host}` },
      })
      tally.count()
      const led = leavesSite(headers.location, base)
      tally.expect(led === null, `${path} at the host ${host} leads to ${led}`)
      tally.expect(!text.includes(host), `${path} repeats the host that was asked for`)
    }
  }
  return tally.row('Location of the node and through nginx')
}

/** What the pages do in a browser: the log-in with a session and without, and every address with every name. */
async function redirectByPage(
  { url: own, customers }: Target,
  payloads: readonly string[],
  { elsewhere, isSmall }: { elsewhere: Elsewhere; isSmall: boolean },
): Promise<AttackRow> {
  const tally = createTally('redirects of the pages')
  await using browser = await openBrowser()
  await using context = await browser.newContext()
  await addSession(context, own, customers[0])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  for (const payload of payloads) {
    await page.goto(`${own}/account/login?redirect=${encodeURIComponent(payload)}`)
    const link = page.getByRole('link', { name: '直接进入' })
    await link.click()
    await page.waitForURL((url) => url.pathname !== '/account/login')
    tally.count()
    expectHome(page, own, `the log-in with ${payload}`, tally)
  }
  const hostile = payloads[1]!
  const addresses = isSmall ? ADDRESSES.slice(0, SMALL.addresses) : ADDRESSES
  for (const { path } of addresses) {
    const query = REDIRECT_NAMES.map((name) => `${name}=${encodeURIComponent(hostile)}`).join('&')
    await page.goto(`${own}${path}?${query}`)
    await untilBooted(page)
    tally.count()
    expectHome(page, own, path, tally)
    const led = await page.evaluate<string[]>(linksTo(`127.0.0.1:${elsewhere.port}`))
    tally.expect(led.length === 0, `${path} links to ${led[0]}`)
  }
  await logInFor(context, own, hostile, tally)
  tally.expect(dialogs === 0, `${dialogs} scripts ran`)
  tally.expect(
    elsewhere.requests.length === 0,
    `the attacker's server was asked: ${elsewhere.requests.slice(0, 3).join(', ')}`,
  )
  return tally.row(
    `${payloads.length} payloads at the log-in, every address by ${REDIRECT_NAMES.length} names`,
  )
}

/** In a page: links and forms that lead to this host. */
function linksTo(host: string): string {
  return `[...document.querySelectorAll('a[href], form[action]')]
    .map(each => each.href ?? each.action)
    .filter(address => URL.parse(address)?.host === ${JSON.stringify(host)})`
}

function expectHome(page: Page, own: string, what: string, tally: Tally): void {
  const { origin } = new URL(page.url())
  tally.expect(origin === new URL(own).origin, `${what} leads to ${page.url()}`)
}

/** Logs in by the form, as a visitor who followed the attacker's link. */
async function logInFor(
  context: BrowserContext,
  own: string,
  payload: string,
  tally: Tally,
): Promise<void> {
  await context.clearCookies()
  const page = await context.newPage()
  await page.goto(`${own}/account/login?redirect=${encodeURIComponent(payload)}`)
  await untilBooted(page)
  await page.getByRole('textbox', { name: '邮箱' }).fill('customer-0@example.com')
  await page.getByLabel('密码', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/account/login')
  tally.count()
  expectHome(page, own, 'a log-in by the form', tally)
}
