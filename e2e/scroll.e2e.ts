import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const READ_ON = 1500

const positionOf = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Reads on without any sign that would boot the app. */
async function readOn(page: Page): Promise<void> {
  await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), READ_ON)
}

/** Shows a sign of life and waits until the app has taken scrolling over. */
async function boot(page: Page): Promise<void> {
  await page.mouse.move(100, 100)
  await page.mouse.move(110, 110)
  await page.waitForFunction(() => history.scrollRestoration === 'manual')
  await page.waitForLoadState('networkidle')
}

test('a page stays where its reader is when the app boots', async ({ page }) => {
  await page.goto('/')
  await readOn(page)
  await boot(page)
  expect(await positionOf(page)).toBe(READ_ON)

  await page.reload()
  await expect.poll(() => positionOf(page)).toBe(READ_ON)
  await boot(page)
  expect(await positionOf(page)).toBe(READ_ON)
})

test('another document begins at its top, and the way back leads to the old place', async ({
  page,
  customer: _,
}) => {
  await page.goto('/')
  await boot(page)
  await readOn(page)
  await page.goto('/account/home')
  await expect(page.getByText('还没有订单')).toBeVisible()
  expect(await positionOf(page)).toBe(0)

  await page.goBack()
  await expect.poll(() => positionOf(page)).toBe(READ_ON)
  await boot(page)
  expect(await positionOf(page)).toBe(READ_ON)
})

test('a link to a part of a page leads there', async ({ page }) => {
  await page.goto('/plans#faq')
  const part = page.locator('#faq')
  await expect(part).toBeInViewport()
  await boot(page)
  await expect(part).toBeInViewport()
})
