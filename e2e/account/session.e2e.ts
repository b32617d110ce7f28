import type { BrowserContext } from '@playwright/test'
import { api } from '#contract/api.ts'
import { untilBooted } from '../fixtures/boot-page.ts'
import { callApi } from '../fixtures/call-api.ts'
import { pressPay, typeCard } from '../fixtures/checkout.ts'
import { changeDatabase } from '../fixtures/change-database.ts'
import { fillInLogin, logIn } from '../fixtures/customer.ts'
import { listOrders } from '../fixtures/ledger.ts'
import { expect, test } from '../fixtures/test.ts'

const WANTED = '/account/orders?state=paid'
const LOGIN = `/account/login?redirect=${encodeURIComponent(WANTED)}`

test(
  '§4 protected route, §4 log out: a protected page leads to the login and back; a log-out leaves every page of the account',
  { tag: '@main:desktop' },
  async ({ page, account, expectedProblems, inspect }) => {
    await page.goto(WANTED)
    await expect(page).toHaveURL(LOGIN)
    expectedProblems.push('400 POST /clients/web/auth/login')
    await fillInLogin(page, { ...account, password: 'not-the-password' })
    await expect(page.getByRole('alert')).toContainText('邮箱或密码')
    await inspect()
    await fillInLogin(page, account)
    await expect(page).toHaveURL(WANTED)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('订单管理')

    const before = await page.context().storageState()
    await page.getByRole('button', { name: '账户菜单' }).click()
    await inspect()
    await page.getByRole('button', { name: '退出登录' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: '账户菜单' })).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(LOGIN)
    // the server has ended the session too: the old cookies are refused
    await page.context().clearCookies()
    await page.context().addCookies(before.cookies)
    const { isLogin } = await callApi(page.request, api.account.userInfo, {})
    expect(isLogin).toBe(false)
  },
)

test('§4 protected route: a visitor never sees a protected page, even before the app’s scripts load', async ({
  page,
}) => {
  await page.addInitScript(recordFrames)
  const seen: string[] = []
  await page.exposeFunction('reportFrame', (frame: string) => void seen.push(frame))
  await page.route('**/assets/react-*.js', () => {})
  for (const path of ['/account/orders?state=paid', '/account/home', '/account/stripe-callback']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page).toHaveURL(`/account/login?redirect=${encodeURIComponent(path)}`)
    await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  }
  expect(seen).toContain('/account/login 登录')
  expect(seen.filter((frame) => !frame.startsWith('/account/login '))).toEqual([])
})

test('the balance is there before the app’s scripts, and is asked for once', async ({
  page,
  customer: _,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(api.account.profile.path)) asked.push(request.method())
  })
  const app = Promise.withResolvers<void>()
  await page.route('**/assets/react-*.js', async (route) => {
    await app.promise
    await route.continue()
  })
  await page.goto('/account/home', { waitUntil: 'commit' })
  const number = page.locator('.balance-number')
  await expect(number).toHaveText(/^\d[\d,]*积分$/)
  const text = await number.textContent()
  app.resolve()
  await expect(page.locator('.balance-actions')).toBeVisible()
  await expect(number).toHaveText(text ?? '')
  expect(asked).toEqual(['GET'])
})

test('logged out in another tab, a page leads to the login at once; without a session it shows no account data when it gets the focus, and leaves at once while nobody works in it', async ({
  page,
  context,
  account,
  expectedProblems,
}) => {
  // a legacy page makes its call, which answers 401
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (answer.status() === 401) expectedProblems.push(`401 GET ${pathname}`)
  })
  const open = async (path: string) => {
    await logIn(context.request, account)
    await page.goto(path)
    await untilBooted(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  for (const path of ['/account/home', '/account/home2']) {
    await open(path)
    await logOutElsewhere(context)
    const login = path.endsWith('2')
      ? // every part that needs a session makes its call
        page.getByRole('main').getByRole('link', { name: '登录', exact: true }).first()
      : page.getByRole('heading', { level: 1, name: '登录' })
    await expect(login).toBeVisible()
    await expect(page.getByText('还没有订单')).toBeHidden()
  }
  await open('/account/orders')
  await context.clearCookies()
  const isAnythingSeen = await page.evaluate(() => {
    dispatchEvent(new Event('focus'))
    return document.querySelector('h1')?.checkVisibility()
  })
  expect(isAnythingSeen).toBe(false)
  await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Forders')
  await open('/account/home')
  // the driver lets every page believe that it has the focus
  await page.evaluate(() => (document.hasFocus = () => false))
  await context.clearCookies()
  await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Fhome')
})

test('page of one account is cleared when another account of the same nickname and masked address logs in in a second tab, and buys nothing as the other before it notices', async ({
  page,
  context,
  baseURL,
  customer,
  regular,
}) => {
  await changeDatabase(baseURL, `update users set nickname = '示例公司' where email in ($1, $2)`, [
    customer.email,
    regular.email,
  ])
  await logIn(context.request, customer)
  await page.goto('/account/home')
  await expect(page.getByText('还没有订单')).toBeVisible()
  const unaware = await context.newPage()
  await unaware.addInitScript(() => {
    for (const sign of ['focus', 'visibilitychange', 'storage'])
      addEventListener(sign, (event) => event.stopImmediatePropagation(), true)
  })
  await unaware.goto('/account/recharge?plan=trial')
  await typeCard(unaware, 'good')
  const other = await context.newPage()
  await other.goto('/account/login')
  // it appears with the app and shifts the content below it
  await expect(other.getByText('您已登录为')).toBeVisible()
  await fillInLogin(other, regular)
  await expect(other).toHaveURL('/account/home')

  await expect(page.getByText('还没有订单')).toBeHidden()
  await expect(page.locator('.balance-number')).toHaveText('200,000积分')

  const orders = await listOrders(context.request)
  await pressPay(unaware, '¥19.90')
  await expect(unaware.getByRole('textbox', { name: '卡号', exact: true })).toHaveValue('')
  expect(await listOrders(context.request)).toEqual(orders)
})

async function logOutElsewhere(context: BrowserContext): Promise<void> {
  const other = await context.newPage()
  await other.goto('/account/edit')
  await untilBooted(other)
  await other.getByRole('button', { name: '账户菜单' }).click()
  await other.getByRole('button', { name: '退出登录' }).click()
  await expect(other).toHaveURL('/')
  await other.close()
}

/** Reports every visible headline in each animation frame, with the path. Runs in the page. */
function recordFrames(): void {
  function look() {
    const heading = document.querySelector('h1')
    if (heading?.checkVisibility({ visibilityProperty: true }))
      void Reflect.get(globalThis, 'reportFrame')(`${location.pathname} ${heading.textContent}`)
    requestAnimationFrame(look)
  }
  look()
}
