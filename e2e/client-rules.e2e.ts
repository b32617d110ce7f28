import { api } from '#contract/api.ts'
import { booted } from './boot.ts'
import { expect, test } from './fixtures.ts'

test('§4 csrf, §9 csrf delay: the first page gets a token by itself, the next ones have it', async ({
  page,
  context,
}) => {
  const asked: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(api.site.csrfToken.path)) asked.push(Date.now())
  })
  const tokens = async () => (await context.cookies()).filter(({ name }) => name === '_csrf')
  await page.goto('/account/login')
  await expect.poll(tokens).toHaveLength(1)
  const [token] = await tokens()
  expect(token).toMatchObject({ httpOnly: false, path: '/' })

  await page.goto('/account/register')
  await booted(page)
  expect(asked).toHaveLength(1)
  expect(await tokens()).toEqual([token])
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
