import type { Page } from '@playwright/test'
import { bootPage } from '../fixtures/boot-page.ts'
import { expect, test } from '../fixtures/test.ts'

const round = (page: Page) => page.getByRole('button', { name: '客服与返回顶部' })

test.describe('on a phone', { tag: '@phone' }, () => {
  test('§2 side widget: it opens the messenger, the group and the code, and scrolls back to the top', async ({
    page,
    site,
    inspect,
  }) => {
    await page.goto('/plans')
    await page.evaluate(() => scrollTo({ top: 1.2 * innerHeight, behavior: 'instant' }))
    await expectInReach(page)
    await round(page).click()
    for (const { kind, label, ...link } of site.support) {
      if (kind !== 'qr')
        await expect(
          page.getByRole('complementary').getByRole('link', { name: label }),
        ).toHaveAttribute('href', 'url' in link ? link.url : '')
    }
    await inspect()
    await page.getByRole('complementary').getByRole('button', { name: '扫码联系' }).click()
    await expect(page.getByRole('img', { name: '扫码联系二维码' }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expectInReach(page)
    // Escape closes the code, and the list together with it or by the next press
    await expect(async () => {
      if (await page.locator('#side-help').isHidden()) await round(page).click({ timeout: 2_000 })
      await page.getByRole('link', { name: '返回顶部' }).click({ timeout: 2_000 })
    }).toPass()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.locator('#side-help')).toBeHidden()
  })

  test('button hides while scrolling down and while typing', async ({ page }) => {
    await page.goto('/account/login')
    await expectInReach(page)
    await page.getByRole('textbox', { name: '邮箱', exact: true }).focus()
    await expect(round(page)).toHaveCSS('opacity', '0')
    await page.getByRole('textbox', { name: '邮箱', exact: true }).blur()
    await expectInReach(page)

    await page.goto('/plans')
    await bootPage(page)
    await expectInReach(page)
    // wait until its transition has ended
    const seen = await page.evaluate(async () => {
      const button = document.querySelector('.help-button')!
      const opacities: number[] = []
      for (let frame = 0; frame < 40; frame += 1) {
        scrollBy({ top: 12, behavior: 'instant' })
        await new Promise(requestAnimationFrame)
        opacities.push(Number(getComputedStyle(button).opacity))
      }
      return opacities.at(-1)
    })
    expect(seen).toBe(0)
    await expectInReach(page)
  })
})

/** Waits until the button is back in place and can be clicked. */
async function expectInReach(page: Page): Promise<void> {
  await expect(page.locator('html[data-help]')).toBeAttached()
  await expect(round(page)).toHaveCSS('opacity', '1')
}
