import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { expectNothingWider } from '../fixtures/inspect-page.ts'

const WIDE = [1440, 1920, 2560, 3840]
/** Window widths for zoom levels of 200 % and 400 %. */
const ZOOMS = [2, 4]
/** Layout positions are multiples of 1/64 px. */
const GRAIN = 1 / 32

test('§2 page width, §9 design width: pages keep two thirds of a wide window, at any zoom', async ({
  page,
  customer: _,
}) => {
  test.slow()
  for (const path of ['/', '/plans', '/gg', '/refund', '/account/home', '/account/recharge']) {
    await page.goto(path)
    await expect(page.locator('main .wrap').first()).toBeVisible()
    await measure(page, path)
  }
})

test('§2 page width, §9 design width: from 1024 px the page grows with every window', async ({
  page,
}) => {
  await page.goto('/plans')
  const widths: number[] = []
  for (const width of [1024, 1200, 1366, 1440, 1536, 1680, 1800, 1920, 2200, 3840]) {
    await page.setViewportSize({ width, height: 900 })
    widths.push(
      await page
        .locator('main .wrap')
        .first()
        .evaluate((wrap) => wrap.clientWidth),
    )
  }
  expect(widths).toEqual([...new Set(widths)].toSorted((a, b) => a - b))
})

async function measure(page: Page, path: string): Promise<void> {
  for (const width of WIDE) {
    await page.setViewportSize({ width, height: 1000 })
    const where = `${path} at ${width} px`
    const { widths, texts } = await page.evaluate(() => ({
      widths: [...document.querySelectorAll('.wrap')]
        .filter((wrap) => wrap.checkVisibility())
        .map((wrap) => wrap.getBoundingClientRect().width),
      texts: [document.documentElement, document.body].map((element) =>
        Number.parseFloat(getComputedStyle(element).fontSize),
      ),
    }))
    expect(widths.length, where).toBeGreaterThan(0)
    expect(Math.min(...widths) + GRAIN, where).toBeGreaterThanOrEqual((width * 2) / 3)
    expect(Math.min(...texts), where).toBeGreaterThanOrEqual(16)
    expect(Math.max(...texts), where).toBeLessThanOrEqual(32)
    await expectNothingWider(page)
    await expectZoom(page, width, texts[1]!)
  }
}

/** Simulates zoom: a smaller viewport with a larger device scale factor. */
async function expectZoom(page: Page, width: number, unzoomed: number): Promise<void> {
  let last = unzoomed
  for (const zoom of ZOOMS) {
    await page.setViewportSize({ width: Math.round(width / zoom), height: Math.round(1000 / zoom) })
    await expectNothingWider(page)
    const text = await page.evaluate(() =>
      Number.parseFloat(getComputedStyle(document.body).fontSize),
    )
    expect(text * zoom, `text at ${zoom * 100} % of ${width} px`).toBeGreaterThan(last * 1.25)
    last = text * zoom
  }
  expect(last).toBeGreaterThanOrEqual(2 * unzoomed)
}
