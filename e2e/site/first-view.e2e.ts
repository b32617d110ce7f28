import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { untilBooted } from '../fixtures/boot-page.ts'
import { logIn } from '../fixtures/customer.ts'
import { layoutShift } from '../fixtures/layout-shift.ts'
import { expect, test } from '../fixtures/test.ts'
import { WHOLE_BROWSER } from '../fixtures/whole-browser.ts'

const { csrfToken } = api.site

/** Chromium also requests the manifest, which page events do not report. */
const MOST_REQUESTS = 9 - 1
/** Greatest allowed layout shift of every page. */
const MOST_SHIFT = 0.02
/** Pages drawn ahead that load the profile. */
const DRAWN_AHEAD = [
  '/account/home',
  '/account/recharge-center',
  '/account/recharge?plan=standard&num=3',
  '/account/edit',
  '/account/change-email',
  '/account/change-password',
]

/** Parts of the frame that work as HTML until their scripts come (web/shell/late-parts.ts), and what these import. */
const LATE_PARTS = /\/(footer|any-link|side-help|qr)-[\w-]+\.js$/

test.use({
  launchOptions: WHOLE_BROWSER,
  contextOptions: { reducedMotion: 'no-preference' },
})

test('public page makes at most nine requests besides its own pictures before the first interaction', async ({
  context,
  request,
}) => {
  const paths = listedPaths(await (await request.get('/sitemap.xml')).text())
  expect(paths).toContain('/plans')
  for (const path of paths) {
    // late requests of one page must not count for the next
    const page = await context.newPage()
    const asked = recordRequests(page)
    const isFirst = path === paths[0]
    // asked for by a timer, which a busy machine may delay until after the network has been idle
    const cookie = isFirst && page.waitForResponse(`**${csrfToken.path}`)
    await page.goto(path, { waitUntil: 'networkidle' })
    await cookie
    expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(MOST_REQUESTS)
    const calls = asked.filter((address) => address.startsWith('/clients/'))
    // the next page has the csrf cookie already
    expect(calls).toEqual(isFirst ? [csrfToken.path] : [])
    await page.close()
  }
})

test('document of an account page names all its scripts, and is painted before its app is requested', async ({
  page,
  request,
  customer: _,
}) => {
  const asked = recordRequests(page)
  for (const path of ['/account/login', '/account/orders', '/account/home']) {
    const html = await (await request.get(path)).text()
    asked.length = 0
    await page.goto(path)
    await untilBooted(page)
    const scripts = asked.filter((address) => address.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(5)
    const named = html.match(/\/assets\/[\w-]+\.js/g)
    const isKnown = (script: string) => named?.includes(script) || LATE_PARTS.test(script)
    expect(scripts.filter((script) => !isKnown(script))).toEqual([])
    if (path !== '/account/login') continue
    const { painted, begun } = await page.evaluate(firstView)
    expect(begun.length).toBeGreaterThan(5)
    const early = begun.filter(([, at]) => at < painted)
    expect(early, `painted at ${painted}`).toEqual([])
  }
})

test('unpaid order causes no layout shift', async ({ page, context, regular }) => {
  await logIn(context.request, regular)
  for (const [width, height, paths] of [
    [412, 823, ['/account/home', '/account/recharge', '/account/orders']],
    [1440, 900, ['/account/home', '/account/recharge']],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const path of paths) {
      const isReleased = Promise.withResolvers<void>()
      await page.route(`**${api.recharge.orderList.path}?*`, async (route) => {
        await isReleased.promise
        await route.continue()
      })
      const isList = path === '/account/orders'
      const answered = isList
        ? page.getByRole('status', { name: '正在加载' }).waitFor()
        : page.waitForResponse(`**${api.account.profile.path}`)
      await page.goto(path, { waitUntil: 'commit' })
      // everything else has loaded
      await page.waitForFunction(() => history.scrollRestoration === 'manual')
      await answered
      isReleased.resolve()
      const button = isList
        ? page.getByRole('link', { name: '继续支付' })
        : page.getByRole('button', { name: '取消订单' })
      await expect(button).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await layoutShift(page), `${path} at ${width}`).toBeLessThanOrEqual(MOST_SHIFT)
      await page.unrouteAll()
    }
  }
})

test('loading a new account causes no layout shift', async ({ page, customer: _ }) => {
  await page.setViewportSize({ width: 412, height: 823 })
  for (const path of DRAWN_AHEAD) {
    const isReleased = Promise.withResolvers<void>()
    await page.route(`**${api.account.profile.path}`, async (route) => {
      await isReleased.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const answered = page.waitForResponse(`**${api.account.profile.path}`)
    isReleased.resolve()
    await answered
    await page.waitForLoadState('networkidle')
    expect(await layoutShift(page), path).toBeLessThanOrEqual(MOST_SHIFT)
    await page.unroute(`**${api.account.profile.path}`)
  }
})

test('speculation rules prerender public pages only', async ({ page }) => {
  const preparing = page.context().waitForEvent('request', isPreparing)
  await page.goto('/product', { waitUntil: 'networkidle' })
  await page.getByRole('banner').getByRole('link', { name: '登录' }).hover()
  await page.getByRole('banner').getByRole('link', { name: '产品套餐' }).hover()
  // the first prerendered page, so the login was not prerendered
  expect(new URL((await preparing).url()).pathname).toBe('/plans')
})

test('prerendered page counts no visitor until it is shown', async ({ page, context }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
  })
  const asked = recordRequests(page)
  await page.goto('/gg?source=partner')
  // the app loads, as after an input
  await page.mouse.move(200, 200)
  await untilBooted(page)
  expect(asked.some((address) => address.includes('/main-'))).toBe(true)
  expect(asked).not.toContain('/clients/web/csrf/token')
  expect(await context.cookies()).toEqual([])

  const token = page.waitForResponse(/csrf\/token/)
  await page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false })
    document.dispatchEvent(new Event('prerenderingchange'))
  })
  await token
  const source = (await context.cookies()).find(({ name }) => name === 'user_source')
  expect(source?.value).toBe('partner')
})

/** Time of the first paint and start times of the app's scripts. Runs in the page. */
function firstView() {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const scripts = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js') && !/\/(before-paint|boot)-/.test(name))
  return {
    painted: paint?.startTime ?? Infinity,
    begun: scripts.map(({ name, startTime }) => [name, startTime] as const),
  }
}

/** Paths of all requests of the page, in order. */
function recordRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/brand\/.*\.webp$/.test(pathname)) asked.push(pathname)
  })
  return asked
}

function listedPaths(siteMap: string): string[] {
  return [...siteMap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
}

function isPreparing(request: { headers: () => Record<string, string> }): boolean {
  return request.headers()['sec-purpose']?.startsWith('prefetch') === true
}
