import type { Page } from '@playwright/test'
import { bootPage } from '../fixtures/boot-page.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const READ_ON = 1500

const positionOf = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Scrolls without an input that would load the app. */
async function readOn(page: Page): Promise<void> {
  await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), READ_ON)
}

test('hydration does not change the scroll position; a new document starts at its top, and going back restores the old one', async ({
  page,
  customer: _,
}) => {
  await page.goto('/')
  await readOn(page)
  await bootPage(page)
  expect(await positionOf(page)).toBe(READ_ON)
  await page.reload()
  await expect.poll(() => positionOf(page)).toBe(READ_ON)
  await bootPage(page)
  expect(await positionOf(page)).toBe(READ_ON)

  await page.goto('/account/home')
  await expect(page.getByText('还没有订单')).toBeVisible()
  expect(await positionOf(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => positionOf(page)).toBe(READ_ON)
  await bootPage(page)
  expect(await positionOf(page)).toBe(READ_ON)

  await page.goto('/plans#faq')
  const part = page.locator('#faq')
  await expect(part).toBeInViewport()
  await bootPage(page)
  await expect(part).toBeInViewport()
})

test('reload restores the scroll position at once, without a later jump', async ({
  page,
  customer: _,
}) => {
  await page.addInitScript(() => {
    const seen = new Set<number>()
    Object.assign(globalThis, { seen })
    const look = () => {
      seen.add(Math.round(scrollY))
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/account/recharge')
  await expect(page.getByRole('radio', { name: '支付宝' })).toBeVisible()
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  await page.reload()
  await expect.poll(() => positionOf(page)).toBe(300)
  const seen = await page.evaluate((): number[] => [...Reflect.get(globalThis, 'seen')])
  expect(seen.filter((position) => position !== 0)).toEqual([300])
})

test('back-to-top button appears after one screen, moving or not', async ({ page }) => {
  await page.goto('/')
  const top = page.getByRole('link', { name: '返回顶部' })
  await expect(top).toBeHidden()
  await readOn(page)
  await expect(top).toBeVisible()
  await top.click()
  await expect.poll(() => positionOf(page)).toBe(0)
  await expect(top).toBeHidden()

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(top).toBeHidden()
  await readOn(page)
  await expect(top).toBeVisible()
})
