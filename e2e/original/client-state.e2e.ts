import { api } from '#contract/api.ts'
import { envelope } from '#contract/envelope.ts'
import { bootPage } from '../fixtures/boot-page.ts'
import { fillInLogin } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'
import { recordToasts } from '../fixtures/record-toasts.ts'

// Cookies and client state of the original specification, in a browser.

test('§3 _userInfo, §9 cookie path: the login sets it, readable and masked, beside an HttpOnly session cookie', async ({
  page,
  context,
  account,
}) => {
  await page.goto('/account/login')
  await fillInLogin(page, account)
  await expect(page).toHaveURL('/account/home')
  const cookies = await context.cookies()
  const found = (name: string) => cookies.find((cookie) => cookie.name === name)
  const userInfo = found('_userInfo')
  expect(userInfo).toMatchObject({ httpOnly: false, path: '/' })
  const said: unknown = JSON.parse(decodeURIComponent(userInfo!.value))
  expect(said).toEqual({
    ...{ nickname: expect.any(String), email: expect.stringContaining('***') },
    mark: expect.stringMatching(/^[\w-]{12}$/),
  })
  expect(userInfo!.value).not.toContain(account.email)
  expect(found('_csrf')).toMatchObject({ httpOnly: false, path: '/' })
  expect(cookies.find(({ name }) => name.endsWith('sid'))).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
  })
})

test('§4 logged in, §3 user_source, §9 source cookie, §9 cookie path: a cookie alone decides what the header shows, and that of the source lasts 30 days for the whole site', async ({
  page,
  context,
  baseURL,
}) => {
  const menu = page.getByRole('banner').getByRole('button', { name: '账户菜单' })
  await page.goto('/plans?utm_source=forum')
  const kept = async () => (await context.cookies()).find(({ name }) => name === 'user_source')
  await expect.poll(kept).toMatchObject({ value: 'forum', path: '/', httpOnly: false })
  const days = ((await kept())!.expires - Date.now() / 1_000) / 86_400
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThanOrEqual(30)
  await expect(
    page.getByRole('banner').getByRole('link', { name: '登录', exact: true }),
  ).toBeVisible()
  await expect(menu).toBeHidden()
  await context.addCookies([{ name: '_userInfo', value: 'anything', url: baseURL! }])
  await page.reload()
  await expect(menu).toBeVisible()

  await context.clearCookies({ name: '_userInfo' })
  // on the way from a protected page to the login too
  await page.goto('/account/orders?source=letter')
  await expect.poll(kept).toMatchObject({ value: 'letter' })
  await context.clearCookies({ name: 'user_source' })
  await page.goto('/account/orders', { referer: 'https://www.google.com/' })
  await expect.poll(kept).toMatchObject({ value: 'google' })
})

test('§3 user info, §4 legacy login state, §8 user info: the legacy header shows the state of isLogin; a failed call is logged in the console and not shown', async ({
  page,
  expectedProblems,
}) => {
  let isLogin = true
  await page.route(`**${api.account.userInfo.path}`, (route) =>
    route.fulfill({ json: { statusCode: 200, message: 'ok', data: { isLogin } } }),
  )
  const banner = page.getByRole('banner')
  await page.goto('/account/login2')
  await expect(banner.getByRole('button', { name: '退出' })).toBeVisible()
  isLogin = false
  await page.reload()
  await expect(banner.getByRole('link', { name: '登录' })).toBeVisible()
  await expect(banner.getByRole('button', { name: '退出' })).toHaveCount(0)

  const { path } = api.account.userInfo
  expectedProblems.push(`500 GET ${path}`)
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: '坏了', data: null } }),
  )
  const recorded = await recordToasts(page)
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('user-info failed'),
  )
  await page.reload()
  expect((await logged).type()).toBe('warning')
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  expect(recorded).toEqual([])
})

test('§3 combo, §9 API base: the plans are fetched as a list from the host that the document names', async ({
  page,
}) => {
  const listed = page.waitForResponse((answer) =>
    answer.url().endsWith(api.recharge.comboList.path),
  )
  await page.goto('/plans')
  await bootPage(page)
  const body = envelope.parse(await (await listed).json())
  const plans = api.recharge.comboList.output.parse(body.data)
  expect(plans.length).toBeGreaterThan(2)
  for (const { name } of plans)
    await expect(page.getByRole('heading', { name }).first()).toBeVisible()
})

test('§7 API host, §9 API base: with another host all calls go there, with its cookies', async ({
  page,
  context,
}) => {
  const host = 'https://api.shop.test'
  await context.addCookies([
    { name: 'sent-along', value: 'yes', url: host, secure: true, sameSite: 'None' },
  ])
  await page.route('/account/login', async (route) => {
    const answer = await route.fetch()
    const policy = answer.headers()['content-security-policy']!
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"apiBase":""', `"apiBase":"${host}"`),
      headers: {
        ...answer.headers(),
        'content-security-policy': policy.replace('connect-src', `connect-src ${host}`),
      },
    })
  })
  const asked: { path: string; cookie: string | undefined }[] = []
  await context.route(`${host}/**`, async (route) => {
    const request = route.request()
    const { origin } = new URL(page.url())
    const { cookie } = await request.allHeaders()
    if (request.method() !== 'OPTIONS')
      asked.push({ path: new URL(request.url()).pathname, cookie })
    await route.fulfill({
      json: { statusCode: 200, message: 'ok', data: { token: 'given' } },
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': 'x-csrf-token,content-type',
      },
    })
  })
  const ours: string[] = []
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url())
    if (origin !== host && pathname.startsWith('/clients/')) ours.push(pathname)
  })
  await page.goto('/account/login')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(asked[0]).toEqual({ path: api.site.csrfToken.path, cookie: 'sent-along=yes' })
  expect(ours).toEqual([])
})

test('§9 keys: the publishable key goes to the payment provider, the site key to the captcha provider, and no secret to either', async ({
  page,
  site,
  customer: _,
}) => {
  expect(site.payments.publishableKey).toMatch(/^pk_/)
  expect(site.captcha).toEqual({ provider: 'altcha', siteKey: expect.any(String) })
  const html = await (await page.request.get('/account/recharge')).text()
  expect(html).toContain(site.payments.publishableKey)
  expect(html).not.toMatch(/sk_(test|live|sandbox)|whsec_/)
})
