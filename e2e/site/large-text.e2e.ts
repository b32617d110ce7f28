import type { Page } from '@playwright/test'
import { CHROMIUM_ARGS, headlessChromiumPath } from '../../scripts/chromium-path.ts'
import { untilLoaded } from '../fixtures/boot-page.ts'
import { pressPay } from '../fixtures/checkout.ts'
import { logIn } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'
import { toolsUrl } from '../tools/tools-journey.ts'

const PATHS = [
  ...[
    '/',
    '/plans',
    '/advantage',
    '/case',
    '/refund',
    '/gg',
    '/account/login',
    '/account/register',
    '/account/home',
  ],
  ...['/account/recharge', '/account/orders', '/account/recharge-center', '/account/edit'],
  ...['/account/change-email', '/account/reset-password', '/account/register2'],
]

test('with large text no page scrolls sideways, no price is broken, pay bar and header take at most a quarter, and on a low screen nothing sticks and the menu reaches its end', async ({
  playwright,
  baseURL,
  buyer,
}) => {
  const executablePath = headlessChromiumPath()
  for (const [size, width] of [
    [20, 360],
    [32, 360],
  ]) {
    const args = [...CHROMIUM_ARGS, `--blink-settings=defaultFontSize=${size}`]
    const browser = await playwright.chromium.launch({
      args,
      ...(executablePath && { executablePath }),
    })
    const page = await browser.newPage({
      baseURL: baseURL!,
      viewport: { width: width!, height: 844 },
    })
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await page.goto('/account/login2')
    await expect(page.getByRole('link', { name: '注册', exact: true }).first()).toBeVisible()
    expect(await tooWide(), `a visitor's legacy header at ${size} px`).toBeLessThanOrEqual(0)
    expect(await stuckPart(page), `a visitor's legacy header at ${size} px`).toBeLessThanOrEqual(
      1 / 4,
    )
    await page.goto(toolsUrl(baseURL))
    expect(await stuckPart(page), `header of the tools at ${size} px`).toBeLessThanOrEqual(1 / 4)
    await logIn(page.request, buyer)
    const ofOrder = [
      `/account/order?id=${buyer.paidOrder}`,
      `/account/stripe-callback?order=${buyer.paidOrder}`,
    ]
    for (const path of [...PATHS, ...ofOrder]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      if (path.startsWith('/account')) await untilLoaded(page)
      expect(await tooWide(), `${path} at ${size} px`).toBeLessThanOrEqual(0)
      expect(await cutOff(page), `${path} at ${size} px`).toEqual([])
      expect(await brokenPrices(page), `${path} at ${size} px`).toEqual([])
      const covered = await page.evaluate(() => {
        const button = document.querySelector('.site-header .account-button')
        return button ? button.scrollWidth - button.clientWidth : 0
      })
      expect(covered, `account button under the menu button, ${path} at ${size} px`).toBe(0)
      const bar = page.locator('.pay-bar')
      if (path === '/account/recharge') {
        const box = await bar.boundingBox()
        expect(box?.height, `pay bar at ${size} px`).toBeLessThanOrEqual(844 / 4)
      }
    }
    await page.goto('/account/recharge?plan=trial')
    await page.getByText('微信支付', { exact: true }).click()
    await pressPay(page, '¥19.90')
    await expect(page.getByRole('img', { name: '微信付款二维码' })).toBeVisible()
    const isDialogWide = () => {
      const dialog = document.querySelector('dialog[open]')!
      return dialog.scrollWidth > dialog.clientWidth
    }
    expect(await page.evaluate(isDialogWide), `QR dialog at ${size} px`).toBe(false)
    await page.setViewportSize({ width: 320, height: 256 })
    await page.goto('/account/recharge')
    await untilLoaded(page)
    for (const part of ['.pay-bar', '.site-header'])
      await expect(page.locator(part)).toHaveCSS('position', 'static')
    await page.getByRole('button', { name: '账户菜单' }).click()
    const menu = (await page.locator('#account-menu').boundingBox())!
    expect(menu.y + menu.height, 'end of the menu, which scrolls').toBeLessThanOrEqual(256)
    await browser.close()
  }
})

/** How much of the window the header keeps while the page scrolls. */
function stuckPart(page: Page): Promise<number> {
  return page.evaluate(() => {
    const header = document.querySelector('header')!
    return getComputedStyle(header).position === 'sticky' ? header.offsetHeight / innerHeight : 0
  })
}

/** Texts and buttons beyond the right edge of the window, where nothing scrolls: a clipped page is no wider than it. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, .button')]
      .filter((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
      .map((part) => part.innerText),
  )
}

/** Amounts of money whose characters stand on more than one line. */
function brokenPrices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = []
    const linesOf = (range: Range | Element) =>
      new Set([...range.getClientRects()].map(({ top }) => top)).size
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      for (const { 0: money, index } of text.textContent!.matchAll(/¥[\d,.]*\d/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + money.length)
        if (linesOf(range) > 1) broken.push(money)
      }
    }
    for (const price of document.querySelectorAll<HTMLElement>('.price strong'))
      if (price.getClientRects().length > 1) broken.push(price.innerText)
    return broken
  })
}
