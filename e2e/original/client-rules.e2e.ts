import { api } from '#contract/api.ts'
import { bootPage, untilBooted } from '../fixtures/boot-page.ts'
import { expect, test } from '../fixtures/test.ts'

/** The original says about 100 ms after load; allows for other work of the browser. */
const LATEST_AFTER_LOAD_MS = 400

test('§4 csrf, §9 csrf delay: every document fetches a token soon after it loads', async ({
  page,
  context,
  expectedProblems,
}) => {
  const paths = ['/', '/plans', '/gg', '/nowhere', '/account/login', '/account/login2']
  for (const path of paths) {
    // on a busy machine a timer is sometimes late, but not every time
    await expect(async () => {
      await context.clearCookies()
      await page.goto(path)
      if (path === '/nowhere') expectedProblems.push('404 GET /nowhere')
      const fetched = await page.waitForFunction(startedAfterLoad, api.site.csrfToken.path)
      const delay = await fetched.jsonValue()
      expect(delay, path).toBeGreaterThanOrEqual(100)
      expect(delay, path).toBeLessThan(LATEST_AFTER_LOAD_MS)
    }).toPass({ timeout: 30_000 })
    const [token] = (await context.cookies()).filter(({ name }) => name === '_csrf')
    expect(token, path).toMatchObject({ httpOnly: false, path: '/' })
  }

  // a page that has the token requests none
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(api.site.csrfToken.path)) asked.push(page.url())
  })
  for (const path of ['/', '/account/login']) {
    await page.goto(path)
    await bootPage(page)
  }
  expect(asked).toEqual([])
})

test('§4 csrf, §8 other status: a refused token request on a public page is repeated by the app, which shows the error', async ({
  page,
  expectedProblems,
}) => {
  const { path } = api.site.csrfToken
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500 } }),
  )
  expectedProblems.push(`500 GET ${path}`, `500 GET ${path}`)
  await page.goto('/product')
  await expect(page.getByText('服务器异常：500')).toBeVisible()
})

test('§8 chunk, §7 lazy pages: a page is loaded on demand, and again after a failed load', async ({
  page,
  expectedProblems,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/account/login')
  await untilBooted(page)
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
    expectedProblems.push(lost)

  await page.unroute('**/*register-page*.js')
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: '注册' })).toBeVisible()
})

/** Milliseconds from the load event to the answered request for this path. Runs in the page. */
function startedAfterLoad(path: string): number | undefined {
  const entries = performance.getEntriesByType('resource')
  const request = entries.find(({ name }) => name.endsWith(path))
  const [load] = performance.getEntriesByType('navigation')
  return request && request.startTime - Number(Reflect.get(load!, 'loadEventStart'))
}

test('§7 lazy pages, §8 chunk: a page’s style sheet is fetched with the page, and again after a failed load', async ({
  page,
  customer: _,
  expectedProblems,
}) => {
  const sheets: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(new URL(request.url()).pathname)
  })
  const ownOf = (name: string) => sheets.filter((path) => path.includes(`-${name}-page-`))
  await page.goto('/plans')
  await bootPage(page)
  expect(ownOf('plans')).toHaveLength(1)
  expect(ownOf('case')).toEqual([])
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/case"]')?.click())
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => ownOf('case')).toHaveLength(1)

  sheets.length = 0
  await page.goto('/account/orders')
  await untilBooted(page)
  expect(ownOf('orders')).toHaveLength(1)
  expect(ownOf('edit')).toEqual([])

  await page.route('**/*-edit-page-*.css', (route) => route.abort('connectionreset'))
  page.on('requestfailed', (request) => {
    // the reload aborts other requests, which are no problem
    if (!request.url().includes('-edit-page-')) return
    const lost = 'net::ERR_CONNECTION_RESET'
    expectedProblems.push(`${lost} GET ${request.url()}`)
    expectedProblems.push(`console: Failed to load resource: ${lost} (${request.url()})`)
  })
  const pages = page.getByRole('navigation', { name: '账户页面' })
  await pages.getByRole('link', { name: '账户资料' }).click()
  const again = page.getByRole('button', { name: '重新加载' })
  await expect(again).toBeVisible()
  await page.unroute('**/*-edit-page-*.css')
  await again.click()
  await expect(page.getByLabel('昵称')).toBeEnabled()
})
