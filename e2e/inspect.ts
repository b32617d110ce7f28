import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const NARROWEST = 320
const PHONE = 500

/**
 * Looks a page over as it stands: no accessibility fault by light or by dark, and nothing wider than
 * the window, on a phone down to 320 px.
 */
export async function inspect(page: Page): Promise<void> {
  await atRest(page)
  expect(await faults(axe(page)), `accessibility faults of ${page.url()}`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await atRest(page)
  const contrast = axe(page).withRules(['color-contrast'])
  expect(await faults(contrast), `contrast faults of ${page.url()} by dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNothingWider(page)
}

/** Whatever moves and comes to an end has come to it; what moves for ever or with the scroll does not count. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect, timeline }) => {
        const end = effect?.getComputedTiming().endTime
        return timeline === document.timeline && end !== Infinity
      })
      .map(({ finished }) => finished)
    await Promise.allSettled(moving)
  })
}

function axe(page: Page): AxeBuilder {
  // in the page itself: a second page for every look would take longer than the look
  return new AxeBuilder({ page }).setLegacyMode()
}

async function faults(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** Nothing is wider than the window, on a phone down to 320 px. */
export async function expectNothingWider(page: Page): Promise<void> {
  const size = page.viewportSize()
  expect(await widerBy(page), `scrolls sideways at ${size?.width} px`).toBe(0)
  if (size === null || size.width > PHONE) return
  await page.setViewportSize({ ...size, width: NARROWEST })
  expect(await widerBy(page), `scrolls sideways at ${NARROWEST} px`).toBe(0)
  await page.setViewportSize(size)
}

function widerBy(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}
