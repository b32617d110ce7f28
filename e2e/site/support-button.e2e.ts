import type { Page } from '@playwright/test'
import { ADDRESSES } from '#contract/addresses.ts'
import { bootPage, untilLoaded } from '../fixtures/boot-page.ts'
import { logIn } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'

const PHONES = [320, 390] as const
const OF_VISITORS = [
  '/',
  '/plans',
  '/case',
  '/tutorial',
  '/gg',
  '/account/login',
  '/account/register2',
]
const OF_CUSTOMERS = [
  '/account/home',
  '/account/recharge',
  '/account/orders',
  '/account/change-email',
]

const round = (page: Page) => page.getByRole('button', { name: '客服与返回顶部' })

test.describe('on a phone', { tag: '@phone' }, () => {
  test('button is in reach at every scroll position and covers nothing', async ({
    page,
    context,
    regular,
  }) => {
    test.setTimeout(480_000)
    for (const width of PHONES) {
      await context.clearCookies()
      await page.setViewportSize({ width, height: 700 })
      for (const path of OF_VISITORS) await readThrough(page, path)
      await logIn(context.request, regular)
      const order = `/account/order?id=${regular.paidOrder}`
      for (const path of [...OF_CUSTOMERS, order]) await readThrough(page, path)
    }
  })

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

test('in a wide window the link to the top is in reach at the end of every page that scrolls, and covers nothing', async ({
  page,
  context,
  regular,
}) => {
  test.setTimeout(300_000)
  await logIn(context.request, regular)
  const order = `/account/order?id=${regular.paidOrder}`
  const addresses = ADDRESSES.map(({ path }) => (path === '/account/order' ? order : path))
  const shown: string[] = []
  for (const path of addresses) {
    await page.goto(path)
    await bootPage(page)
    await untilLoaded(page)
    const scrolled = await page.evaluate(() => {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      return scrollY
    })
    if (scrolled < 100) continue
    shown.push(path)
    const link = page.getByRole('link', { name: '返回顶部' })
    await expect(link, path).toBeInViewport({ ratio: 1 })
    const covered = await page.evaluate(findCovered, '.side-help')
    expect(covered, path).toEqual([])
  }
  expect(shown).toContain('/account/usage')
})

/** Scroll positions about two screens apart, from the top of the page to its end. */
async function readThrough(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await bootPage(page)
  const { height, screen } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    screen: innerHeight,
  }))
  for (let top = 0; top < height; top += 1.3 * screen) {
    await page.evaluate(async (y) => {
      scrollTo({ top: y, behavior: 'instant' })
      // the button reacts in the next frame
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    }, top)
    await expectInReach(page)
    const where = `${path} at ${Math.round(top)}`
    // what loads late moves the button once more
    await expect
      .poll(() => page.evaluate(findCovered, '.help-button'), { message: where })
      .toEqual([])
  }
}

/** Waits until the button is back in place and can be clicked. */
async function expectInReach(page: Page): Promise<void> {
  await expect(page.locator('html[data-help]')).toBeAttached()
  await expect(round(page)).toHaveCSS('opacity', '1')
}

/** Runs in the page: returns controls and texts under the round button or the bar. */
function findCovered(selector: string): string[] {
  const button = document.querySelector(selector)!
  const box = button.getBoundingClientRect()
  const covered: string[] = []
  const isUnderButton = ({ left, right, top, bottom }: DOMRect) =>
    left < box.right && right > box.left && top < box.bottom && bottom > box.top
  const controls = document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, label, iframe',
  )
  for (const control of controls) {
    if (button.contains(control) || !control.checkVisibility({ visibilityProperty: true })) continue
    // a link that wraps has a box per line
    for (const rect of [...control.getClientRects()].filter(isUnderButton)) {
      for (let right = 1; right < rect.width; right += 6) {
        for (let down = 1; down < rect.height; down += 6) {
          const found = document.elementFromPoint(rect.left + right, rect.top + down)
          if (found && button.contains(found)) covered.push(control.outerHTML.slice(0, 60))
        }
      }
    }
  }
  const texts = document.createTreeWalker(document.querySelector('#root')!, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(node)
    const isUnder = [...range.getClientRects()].some(
      (rect) => rect.width > 1 && isUnderButton(rect),
    )
    const parent = node.parentElement
    const isSeen =
      parent?.checkVisibility({ visibilityProperty: true }) &&
      !parent.closest('.unseen') &&
      !button.contains(parent)
    if (isUnder && isSeen) covered.push(node.textContent ?? '')
  }
  return [...new Set(covered)]
}
