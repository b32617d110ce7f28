import type { Page } from '@playwright/test'
import { bootPage } from '../fixtures/boot-page.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const screenOf = (page: Page) => page.locator('.loading-screen')

test('§2 loading screen: a document that takes more than 150 ms shows it, with the app and before it is there; a cancelled navigation removes it, and an .html link of an older page shows it too', async ({
  page,
}) => {
  const { seen } = await watchScreen(page)
  for (const hasApp of [false, true]) {
    await page.goto('/plans', { waitUntil: 'networkidle' })
    if (hasApp) await bootPage(page)
    const release = await holdBack(page, '/account/login')
    await press(page, 'a[href="/account/login"]')
    const { afterMs, ...rest } = await seen()
    expect(rest).toEqual({ text: '加载中', role: 'status', count: 1, motion: 'pass' })
    expect(afterMs).toBeGreaterThan(149)
    release()
    await expect(page).toHaveURL('/account/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(screenOf(page)).toHaveCount(0)
    await page.unrouteAll()
  }
  await page.goto('/plans', { waitUntil: 'networkidle' })
  await holdBack(page, '/account/login')
  await press(page, 'a[href="/account/login"]')
  await seen()
  const session = await page.context().newCDPSession(page)
  await session.send('Page.stopLoading')
  await expect(screenOf(page)).toHaveCount(0)
  await expect(page).toHaveURL('/plans')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/account/login2', { waitUntil: 'networkidle' })
  const release = await holdBack(page, '/plans.html')
  await press(page, 'header a[href="/plans.html"]')
  expect(await seen()).toMatchObject({ text: '加载中', motion: 'none' })
  release()
  await expect(page).toHaveURL('/plans.html')
})

test('§2 loading screen: a page that is not drawn ahead shows it after 150 ms until its script loads, moving unless reduced motion is asked for', async ({
  page,
}) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    const isReleased = Promise.withResolvers<void>()
    await page.route('**/assets/react-*.js', async (route) => {
      await isReleased.promise
      await route.continue()
    })
    await page.goto('/account/login2', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
    await expect(screenOf(page)).toBeVisible()
    await expect(page.getByRole('status')).toHaveText('加载中')
    const isMoving = reducedMotion === 'no-preference'
    const point = screenOf(page).locator('circle').first()
    await expect(point).toHaveCSS('animation-name', isMoving ? 'pass' : 'none')
    expect(await screenOf(page).evaluate(visibilityAt, [149, 150])).toEqual(['hidden', 'visible'])
    isReleased.resolve()
    await expect(page.getByLabel('邮箱', { exact: true })).toBeVisible()
    await expect(screenOf(page)).toHaveCount(0)
    await page.unrouteAll()
  }
})

test('downloads and new tabs show no loading screen; a link that becomes a download removes it after 10 s', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/plans', { waitUntil: 'networkidle' })
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.route('**/file.zip', (route) =>
    route.fulfill({ headers: { 'content-disposition': 'attachment' }, body: 'PK' }),
  )
  const saved = page.waitForEvent('download')
  await pressNewLink(page, { href: '/file.zip', download: '' })
  await saved
  const popup = page.waitForEvent('popup')
  await pressNewLink(page, { href: '/case', target: '_blank' })
  await popup
  await page.clock.runFor(150)
  await expect(screenOf(page)).toHaveCount(0)
  const savedToo = page.waitForEvent('download')
  await pressNewLink(page, { href: '/file.zip' })
  await savedToo
  await page.clock.runFor(150)
  await expect(screenOf(page)).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(screenOf(page)).toHaveCount(0)
})

interface Seen {
  afterMs: number
  text: string
  role: string | null
  count: number
  motion: string
}

/**
 * The first visible state of the loading screen after each click, in turn. The page reports it, because Playwright waits
 * while a navigation is in progress.
 */
async function watchScreen(page: Page): Promise<{ seen: () => Promise<Seen> }> {
  let next = Promise.withResolvers<Seen>()
  await page.exposeFunction('reportScreen', (screen: Seen) => next.resolve(screen))
  await page.addInitScript(() => {
    let pressed = 0
    addEventListener('click', () => (pressed = performance.now()), true)
    new MutationObserver(() => {
      const screen = document.querySelector('.loading-screen')
      const point = screen?.querySelector('circle')
      if (pressed === 0 || !point || !screen?.checkVisibility({ visibilityProperty: true })) return
      Reflect.get(
        globalThis,
        'reportScreen',
      )({
        afterMs: performance.now() - pressed,
        text: screen.textContent,
        role: screen.role,
        count: document.querySelectorAll('.loading-screen').length,
        motion: getComputedStyle(point).animationName,
      })
      pressed = 0
    }).observe(document, { childList: true, subtree: true })
  })
  return {
    async seen() {
      const screen = await next.promise
      next = Promise.withResolvers()
      return screen
    },
  }
}

/** Holds back the document until released. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const isReleased = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      await isReleased.promise
      // the page may be closed already
      await route.continue().catch(() => undefined)
    },
  )
  return isReleased.resolve
}

/** By keyboard: a pointer would make the browser prerender the page. */
async function press(page: Page, link: string): Promise<void> {
  await page
    .locator(link)
    .first()
    .evaluate((element: HTMLElement) => element.click())
}

async function pressNewLink(page: Page, attributes: Record<string, string>): Promise<void> {
  await page.evaluate((given) => {
    const link = document.createElement('a')
    for (const [name, value] of Object.entries(given)) link.setAttribute(name, value)
    document.body.append(link)
    link.click()
  }, attributes)
}

/** The opacity of an element at these times of its animation, in ms. */
function visibilityAt(element: HTMLElement | SVGElement, times: number[]): string[] {
  element.style.animationName = 'none'
  element.getAnimations()
  element.style.animationName = ''
  const [animation] = element.getAnimations()
  animation?.pause()
  return times.map((time) => {
    if (animation) animation.currentTime = time
    return getComputedStyle(element).visibility
  })
}
