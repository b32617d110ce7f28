import { CHROMIUM_ARGS, headlessChromiumPath } from '../../scripts/chromium-path.ts'
import { untilLoaded } from '../fixtures/boot-page.ts'
import { logIn } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'

const PATHS = [
  ...['/', '/plans', '/account/login', '/account/register', '/account/home'],
  ...['/account/recharge', '/account/orders', '/account/recharge-center'],
]

test('with large text no page scrolls sideways, the pay bar takes at most a quarter, and on a low screen nothing sticks', async ({
  playwright,
  baseURL,
  account,
}) => {
  const executablePath = headlessChromiumPath()
  for (const [size, width] of [
    [20, 360],
    [24, 390],
    [32, 390],
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
    await logIn(page.request, account)
    // the samples of the home page are wider at 32 px
    for (const path of size === 32 ? PATHS.slice(1) : PATHS) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      if (path.startsWith('/account')) await untilLoaded(page)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide, `${path} at ${size} px`).toBeLessThanOrEqual(0)
      const bar = page.locator('.pay-bar')
      if (path === '/account/recharge') {
        const box = await bar.boundingBox()
        expect(box?.height, `pay bar at ${size} px`).toBeLessThanOrEqual(844 / 4)
      }
    }
    await page.setViewportSize({ width: 320, height: 256 })
    await page.goto('/account/recharge')
    await untilLoaded(page)
    for (const part of ['.pay-bar', '.site-header'])
      await expect(page.locator(part)).toHaveCSS('position', 'static')
    await browser.close()
  }
})
