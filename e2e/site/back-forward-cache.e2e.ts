import type { BrowserContext, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { callApi } from '../fixtures/call-api.ts'
import { expectResultPage, pressPay, typeCard } from '../fixtures/checkout.ts'
import { type Account, logIn } from '../fixtures/customer.ts'
import { expect, test as base } from '../fixtures/test.ts'
import { expectCreditedOnce } from '../fixtures/ledger.ts'
import { WHOLE_BROWSER } from '../fixtures/whole-browser.ts'

// Playwright disables the back/forward cache; this launches a browser with it.

interface Fixtures {
  /** A page of a browser with back/forward cache, with a logged-in customer. */
  cachingBrowser: { context: BrowserContext; page: Page; account: Account }
}

const test = base.extend<Fixtures>({
  cachingBrowser: async ({ playwright, baseURL, account }, use) => {
    await using browser = await playwright.chromium.launch({
      ...WHOLE_BROWSER,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' })
    await logIn(context.request, account)
    const page = await context.newPage()
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) sessionStorage.setItem('restored-path', location.pathname)
      })
    })
    await use({ context, page, account })
  },
})

const restoredPath = (page: Page) => page.evaluate(() => sessionStorage.getItem('restored-path'))

test('account and public pages restored by the back button after log-out show no account data', async ({
  cachingBrowser: { context, page, account },
}) => {
  await page.goto('/account/home')
  await expect(page.getByText('还没有订单')).toBeVisible()
  await page.goto('/plans')
  await callApi(context.request, api.account.logout, {})
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Fhome')
  expect(await restoredPath(page)).toBe('/account/home')

  await logIn(context.request, account)
  await page.goto('/plans')
  const menu = page.getByRole('button', { name: '账户菜单' })
  await expect(menu).toBeVisible()
  await page.goto('/')
  await callApi(context.request, api.account.logout, {})
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/plans')
  await expect(page.locator('.loading-screen')).toHaveCount(0)
  // before the app loads, which would detect it too
  await expect(menu).toBeHidden({ timeout: 2_500 })
  expect(await restoredPath(page)).toBe('/plans')
})

test('older variant without login check, restored after its log-out, shows no account data', async ({
  cachingBrowser: { page },
}) => {
  await page.goto('/account/home2')
  const orders = page.getByText('还没有订单')
  await expect(orders).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: '退出' }).click()
  await expect(page).toHaveURL('/account/login')
  await page.evaluate(() => history.back())
  // each part that fails to load says so
  await expect(page.getByText('请先登录').first()).toBeVisible()
  await expect(orders).toBeHidden()
  expect(await restoredPath(page)).toBe('/account/home2')
})

test('page restored for another customer is hidden until it has reloaded', async ({
  cachingBrowser: { context, page, account },
  regular,
}) => {
  await page.goto('/account/edit')
  await expect(page.getByText(account.email)).toBeVisible()
  // registered after the listeners of the page itself
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => {
      const { hidden } = document.documentElement
      if (persisted) sessionStorage.setItem('restored-visibility', hidden ? 'hidden' : 'shown')
    }),
  )
  await page.goto('/plans')
  await logIn(context.request, regular)
  await page.evaluate(() => history.back())
  await expect(page.getByText(regular.email)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('restored-visibility'))).toBe('hidden')

  // so is one that was left before hydration: all scripts of the app are blocked
  await page.route(/assets\/(?!before-paint|boot).*\.js/, () => new Promise(() => undefined))
  await page.goto('/account/edit', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: '账户菜单' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/plans')
  await logIn(context.request, account)
  await page.evaluate(() => history.back())
  await expect(page.getByText(account.email)).toBeVisible()
})

test('checkout restored by the back button after the bank approved shows the result', async ({
  cachingBrowser: { context, page },
}) => {
  await page.goto('/account/recharge?plan=trial')
  await typeCard(page, 'challenged')
  await pressPay(page, '¥19.90')
  await page.getByRole('button', { name: '同意支付' }).click()
  await expectResultPage(page, '已到账')
  // the bank's pages are between them in the history
  const { origin } = new URL(page.url())
  do {
    const left = page.url()
    await page.evaluate(() => history.back())
    await expect(page).not.toHaveURL(left)
  } while (new URL(page.url()).origin !== origin)
  await expect.poll(() => restoredPath(page)).toBe('/account/recharge')
  await expectResultPage(page, '已到账')
  await expectCreditedOnce(context.request, 200_000)
})
