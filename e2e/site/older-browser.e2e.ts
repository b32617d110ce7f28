import { payTrialByCard } from '../fixtures/checkout.ts'
import { bootPage, untilLoaded } from '../fixtures/boot-page.ts'
import { fillInLogin } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'

const OLD = '浏览器版本太旧'

/** What today's Chromium has and a browser of the baseline lacks (scripts/check-browsers.ts), as far as it can be taken away. */
function takeAway(): void {
  for (const [thing, names] of [
    [URL, ['parse', 'canParse']],
    [AbortSignal, ['any', 'timeout']],
    [Promise, ['withResolvers']],
    [Array.prototype, ['toReversed', 'toSorted', 'toSpliced']],
    [Document.prototype, ['startViewTransition']],
    [globalThis, ['cookieStore', 'navigation', 'scheduler', 'trustedTypes']],
    [URLSearchParams.prototype, ['size']],
    [Element.prototype, ['ariaBusy']],
  ] as const) {
    for (const name of names) Reflect.deleteProperty(thing, name)
  }
}

test('a browser of the baseline, without what only younger ones have, chooses a plan, logs in and pays', async ({
  page,
  account,
}) => {
  await page.addInitScript(takeAway)
  await page.goto('/plans')
  await bootPage(page)
  await expect(page.getByText(OLD)).toBeHidden()
  await page.goto('/account/recharge?plan=trial')
  await fillInLogin(page, account)
  await payTrialByCard(page)
})

test('a browser without @layer can be read, with a sentence about which ones serve', async ({
  page,
}) => {
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch()
    // an unknown rule is dropped with its block
    const body = (await response.text()).replaceAll('@layer ', '@unknown ')
    await route.fulfill({ response, body })
  })
  await page.goto('/plans')
  await expect(page.getByText(OLD)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('what a page can do without stops nothing: source, help button and loading screen fail, and the login works', async ({
  page,
  account,
}) => {
  await page.addInitScript(() => {
    // how often depends on when each page is left
    globalThis.reportError = () => {}
    const get = () => {
      throw new Error('not in this browser')
    }
    Object.defineProperty(Document.prototype, 'referrer', { get })
    Object.defineProperty(globalThis, 'navigation', { get })
    const { matchMedia } = globalThis
    globalThis.matchMedia = (query) => (query.includes('75.99') ? get() : matchMedia(query))
  })
  await page.goto('/account/login')
  await fillInLogin(page, account)
  await expect(page).toHaveURL('/account/home')
  await untilLoaded(page)
})

test('where the app cannot run, the login says that the browser is too old instead of waiting for ever', async ({
  page,
  expectedProblems,
}) => {
  await page.addInitScript(() => Object.defineProperty(globalThis, 'Set', { value: undefined }))
  expectedProblems.push('error: failed')
  const thrown = page.context().waitForEvent('weberror')
  await page.goto('/account/login')
  await expect(page.getByText(OLD)).toBeVisible()
  await thrown
})
