import { LACKING_APIS } from '../../browser-baseline.ts'
import { payTrialByCard } from '../fixtures/checkout.ts'
import { bootPage, untilLoaded } from '../fixtures/boot-page.ts'
import { fillInLogin } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'

const OLD = '浏览器版本过低'

/** Every browser that lacks one of the others lacks it too: it decides whether the polyfills are loaded. */
const YOUNGEST = 'URL.parse'

/** Takes members like `URL.parse` or `Array.toSorted` away from their object and its prototype. */
function takeAway(members: readonly string[]): void {
  for (const member of members) {
    const [thing = '', name = ''] = member.split('.')
    const owner: object = Reflect.get(globalThis, thing)
    Reflect.deleteProperty(owner, name)
    if ('prototype' in owner && owner.prototype) Reflect.deleteProperty(owner.prototype, name)
  }
}

const members = Object.entries(LACKING_APIS).flatMap(([thing, names]) =>
  names.map((name) => `${thing}.${name}`),
)
for (const [name, missing] of [
  ['all that browsers of the baseline may lack', members] as const,
  ...members.map((member) => [member, [YOUNGEST, member]] as const),
]) {
  test(`without ${name}, a customer chooses a plan, logs in and pays`, async ({
    page,
    account,
  }) => {
    await page.addInitScript(takeAway, missing)
    await page.goto('/plans')
    await bootPage(page)
    await expect(page.getByText(OLD)).toBeHidden()
    expect(await page.evaluate(() => 'parse' in URL), 'the polyfill').toBe(true)
    await page.goto('/account/recharge?plan=trial')
    await fillInLogin(page, account)
    await payTrialByCard(page)
  })
}

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
  await expect(page.getByText(OLD)).toContainText(`复制网址 ${new URL('/plans', page.url()).href} `)
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

test('where storage cannot be touched, a customer logs in, pays and logs out', async ({
  page,
  account,
}) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { get })
  })
  await page.goto('/account/recharge?plan=trial&tool=/picture')
  await fillInLogin(page, account)
  await payTrialByCard(page)
  await page.getByRole('button', { name: '账户菜单' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL('/')
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
