import { api } from '#contract/api.ts'
import { boot, booted } from '../fixtures/boot.ts'
import { expect, test } from '../fixtures/test.ts'

/** The original says about 100 ms after load; the browser has other work meanwhile. */
const LATEST_AFTER_LOAD_MS = 400

test('§4 csrf, §9 csrf delay: every document fetches a token soon after it has loaded', async ({
  page,
  context,
  foreseen,
}) => {
  const paths = ['/', '/plans', '/gg', '/nowhere', '/account/login', '/account/login2']
  for (const path of paths) {
    // on a busy machine a timer comes late now and then, not each time
    await expect(async () => {
      await context.clearCookies()
      await page.goto(path)
      if (path === '/nowhere') foreseen.push('404 GET /nowhere')
      const fetched = await page.waitForFunction(startedAfterLoad, api.site.csrfToken.path)
      const delay = await fetched.jsonValue()
      expect(delay, path).toBeGreaterThanOrEqual(100)
      expect(delay, path).toBeLessThan(LATEST_AFTER_LOAD_MS)
    }).toPass({ timeout: 30_000 })
    const [token] = (await context.cookies()).filter(({ name }) => name === '_csrf')
    expect(token, path).toMatchObject({ httpOnly: false, path: '/' })
  }
})

test('§4 csrf: a page that has the token asks for none', async ({ page, customer: _ }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(api.site.csrfToken.path)) asked.push(page.url())
  })
  for (const path of ['/', '/gg', '/account/home', '/account/home2']) {
    await page.goto(path)
    await boot(page)
  }
  expect(asked).toEqual([])
})

test('§4 csrf, §8 other status: a public page whose token is refused has its app ask again and say why', async ({
  page,
  foreseen,
}) => {
  const { path } = api.site.csrfToken
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500 } }),
  )
  foreseen.push(`500 GET ${path}`, `500 GET ${path}`)
  await page.goto('/product')
  await expect(page.getByText('服务器异常：500')).toBeVisible()
})

test('§8 HTML: a page whose call is answered in HTML reloads, and not for ever', async ({
  page,
  customer: _,
  foreseen,
}) => {
  const { path } = api.recharge.orderList
  let refused = 0
  await page.route(`**${path}?*`, (route) => {
    refused += 1
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
  })
  foreseen.push(`502 GET ${path}`, `502 GET ${path}`)
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.goto('/account/orders')
  // the page that is being left may say so for a moment, too
  await expect.poll(() => refused).toBe(2)
  await expect(page.getByText('没能载入订单：服务器异常：502')).toBeVisible()
  await expect.poll(() => loads).toBe(2)

  await page.unroute(`**${path}?*`)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('还没有订单')).toBeVisible()
  expect(loads).toBe(2)
})

test('§8 chunk, §7 lazy pages: a page is fetched when it is wanted, and again after it failed to come', async ({
  page,
  foreseen,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/account/login')
  await booted(page)
  const isRegister = (path: string) => /register-page/.test(path)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter(isRegister)).toEqual([])

  await page.route('**/*register-page*.js', (route) => route.abort('connectionreset'))
  await page.getByRole('link', { name: '用邮箱注册' }).click()
  const again = page.getByRole('button', { name: '重新加载' })
  await expect(again).toBeVisible()
  const [failed] = scripts.filter(isRegister)
  for (const lost of [
    `net::ERR_CONNECTION_RESET GET ${new URL(failed!, page.url()).href}`,
    `console: Failed to load resource: net::ERR_CONNECTION_RESET (${new URL(failed!, page.url()).href})`,
  ])
    foreseen.push(lost)

  await page.unroute('**/*register-page*.js')
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: '注册' })).toBeVisible()
})

/** Milliseconds from the load event to the request for this path, once it is answered; runs in the page. */
function startedAfterLoad(path: string): number | undefined {
  const entries = performance.getEntriesByType('resource')
  const request = entries.find(({ name }) => name.endsWith(path))
  const [load] = performance.getEntriesByType('navigation')
  return request && request.startTime - Number(Reflect.get(load!, 'loadEventStart'))
}

test('§7 lazy pages: the style sheet of a page comes with the page', async ({
  page,
  customer: _,
}) => {
  const sheets: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(new URL(request.url()).pathname)
  })
  const ownOf = (name: string) => sheets.filter((path) => path.includes(`${name}-page-`))
  await page.goto('/plans')
  await boot(page)
  expect(ownOf('site-plans')).toHaveLength(1)
  expect(ownOf('site-case')).toEqual([])
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/case"]')?.click())
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => ownOf('site-case')).toHaveLength(1)

  sheets.length = 0
  await page.goto('/account/orders')
  await booted(page)
  expect(ownOf('recharge-orders')).toHaveLength(1)
  expect(ownOf('account-edit')).toEqual([])
  await page.goto('/account/edit')
  await expect(page.getByLabel('昵称')).toBeEnabled()
  expect(ownOf('account-edit')).toHaveLength(1)
})

test('§7 lazy pages, §8 chunk: a page whose sheet does not come offers to reload, and comes with it then', async ({
  page,
  foreseen,
  customer: _,
}) => {
  await page.goto('/account/orders')
  await booted(page)
  await page.route('**/account-edit-page-*.css', (route) => route.abort('connectionreset'))
  page.on('requestfailed', (request) => {
    const lost = 'net::ERR_CONNECTION_RESET'
    foreseen.push(`${lost} GET ${request.url()}`)
    foreseen.push(`console: Failed to load resource: ${lost} (${request.url()})`)
  })
  const link = page
    .getByRole('navigation', { name: '账户页面' })
    .getByRole('link', { name: '账户资料' })
  await link.click()
  const again = page.getByRole('button', { name: '重新加载' })
  await expect(again).toBeVisible()
  await page.unroute('**/account-edit-page-*.css')
  await again.click()
  await expect(page.getByLabel('昵称')).toBeEnabled()
})
