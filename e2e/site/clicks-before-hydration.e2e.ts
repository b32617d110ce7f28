import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { untilBooted } from '../fixtures/boot-page.ts'
import { fillInLogin } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'

const HOME = '/account/home'
const logInButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true })

test('login clicked before hydration is sent once after it, without the e-mail in the address', async ({
  page,
  account,
}) => {
  const asked = recordRequests(page)
  const letAppCome = await openEarly(page, '/account/login')
  await fillInLogin(page, account)
  await expect(logInButton(page)).toHaveAttribute('aria-busy', 'true')
  await logInButton(page).click()
  await page.getByLabel('密码', { exact: true }).press('Enter')
  letAppCome()
  await expect(page).toHaveURL(HOME)
  expect(asked.filter((line) => line === `POST ${api.account.login.path}`)).toHaveLength(1)
  expect(asked.join()).not.toContain(account.password)
})

test('typing cancels a click made before hydration', async ({ page, account }) => {
  const asked = recordRequests(page)
  const letAppCome = await openEarly(page, '/account/login')
  const remember = page.getByRole('checkbox', { name: '在这台设备上记住邮箱' })
  await remember.uncheck()
  await fillInLogin(page, { ...account, password: 'half' })
  await page.getByLabel('密码', { exact: true }).fill('half typed')
  await expect(logInButton(page)).not.toHaveAttribute('aria-busy')
  letAppCome()
  await untilBooted(page)
  await expect(page.getByLabel('邮箱', { exact: true })).toHaveValue(account.email)
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue('half typed')
  await expect(remember).not.toBeChecked()
  expect(asked).not.toContain(`POST ${api.account.login.path}`)
  await expect(page).toHaveURL('/account/login')
})

test('code requested before hydration is mailed once; the strength meter shows the password typed before', async ({
  page,
  inbox,
}) => {
  const asked = recordRequests(page)
  const letAppCome = await openEarly(page, '/account/register')
  await page.getByLabel('密码', { exact: true }).fill('seven-points-of-light')
  await page.getByLabel('邮箱', { exact: true }).fill(inbox.address)
  const send = page.getByRole('button', { name: '发送验证码' })
  await send.click()
  await expect(send).toHaveAttribute('aria-busy', 'true')
  letAppCome()
  await expect(page.getByRole('button', { name: /秒后重发$/ })).toBeVisible()
  expect(await inbox.code()).toMatch(/^\d{6}$/)
  expect(asked.filter((line) => line === `POST ${api.account.registerCode.path}`)).toHaveLength(1)
  await expect(page.getByText(/^(较强|强)。/)).toBeVisible()
})

test('pay button is disabled until plan and amount are shown; copy buttons and sliders of public pages are not', async ({
  page,
  inspect,
  customer: _,
}) => {
  const asked = recordRequests(page)
  const letAppCome = await openEarly(page, '/account/recharge?plan=standard&num=3')
  const pay = page.getByRole('button', { name: /^立即支付/ })
  // before the styles load there are two, one for each width
  await expect(pay).toHaveCount(1)
  await expect(pay).toBeDisabled()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1)
  // the plans of the document can be read, and not chosen yet
  await expect(page.getByRole('radio', { name: /^标准版/ })).toBeDisabled()
  await expect(page.getByRole('main').getByRole('radio', { disabled: false })).toHaveCount(0)
  await inspect()
  letAppCome()
  await expect(page.getByRole('radio', { name: /^标准版/ })).toBeChecked()
  await expect(pay).toHaveText('立即支付 ¥149.70')
  await expect(pay).toBeEnabled()
  expect(asked).not.toContain(`POST ${api.recharge.createPaymentIntent.path}`)

  // a slider that is moved before the app comes stays there
  const letPlansCome = await openEarly(page, '/plans')
  const slider = page.getByRole('slider', { name: '图片转文字' })
  await slider.fill('12')
  await slider.click({ trial: true })
  letPlansCome()
  await expect(page.getByText('10,000 张', { exact: true })).toBeVisible()
  await expect(slider).toHaveValue('12')
  await page.unrouteAll()

  // the first touch that loads the app of a public page also clicks
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const letPublicAppCome = await openEarly(page, '/tutorial')
  const copy = page.getByRole('button', { name: '复制终端里的代码' })
  await copy.click()
  await expect(copy).toHaveAttribute('aria-busy', 'true')
  letPublicAppCome()
  await expect(page.getByText('终端里的代码已复制')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const code = page.locator('figure', { hasText: '终端' }).locator('code')
  expect(copied).toBe(await code.textContent())
  expect(copied).toContain('\n  -d \'{"model": "星桥-快"')
})

test('§8 chunk, §9 chunk time-out: an account page whose app fails to load, or takes two minutes, offers a retry in its place; a public one stays and says so', async ({
  browser,
  regular,
}) => {
  // an own context, whose problems are not recorded
  const context = await browser.newContext()
  const page = await context.newPage()
  for (const missing of ['boot', 'react']) {
    await page.route(`**/assets/${missing}-*.js`, (route) => route.abort())
    await page.goto('/account/login', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: '页面加载不完整' })).toBeVisible()
    await expect(logInButton(page)).toBeHidden()
    await page.unrouteAll()
    await page.getByRole('button', { name: '重新加载' }).click()
    await expect(page.getByText('页面加载不完整')).toBeHidden()
  }
  await fillInLogin(page, regular)
  await expect(page).toHaveURL(HOME)

  await page.route('**/assets/react-*.js', () => new Promise(() => undefined))
  await page.clock.install()
  await context.clearCookies()
  const asked = page.waitForRequest('**/assets/react-*.js')
  await page.goto('/account/login', { waitUntil: 'commit' })
  await page.clock.runFor(1_000)
  await asked
  await page.clock.runFor(100_000)
  await expect(logInButton(page)).toBeVisible()
  const told = page.waitForEvent('pageerror')
  await page.clock.runFor(30_000)
  await expect(page.getByRole('heading', { name: '页面加载不完整' })).toBeVisible()
  expect((await told).name).toBe('ChunkLoadError')

  await page.goto('/plans', { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).hover()
  await page.mouse.down()
  await page.clock.runFor(121_000)
  await expect(page.getByText('页面加载不完整，请检查网络')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

/** Opens a page and holds back its app until released. */
async function openEarly(page: Page, path: string): Promise<() => void> {
  const isLet = Promise.withResolvers<void>()
  await page.unrouteAll()
  await page.route('**/assets/react-*.js', async (route) => {
    await isLet.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return isLet.resolve
}

/** Method and address of every request of the page, in order. */
function recordRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    asked.push(`${request.method()} ${pathname}${search}`)
  })
  return asked
}
