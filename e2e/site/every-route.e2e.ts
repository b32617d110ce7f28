import type { Page } from '@playwright/test'
import { ADDRESSES, findAddress, NOT_FOUND, type SiteAddress } from '#contract/addresses.ts'
import type { Site } from '#contract/content/content.ts'
import { href } from '#web/lib/href.ts'
import { documentTitle } from '#web/shell/document-title.ts'
import { SPECIFICATION_ROWS } from '../../scripts/specification/rows.ts'
import { untilLoaded } from '../fixtures/boot-page.ts'
import { fillInLogin, logIn } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectNothingWider, inspectPage } from '../fixtures/inspect-page.ts'
import { expectFreeButton, expectLinkToTop } from '../fixtures/expect-uncovered.ts'
import { findBadLineBreaks } from '../fixtures/line-breaks.ts'
import type { RegularCustomer } from '../fixtures/regular-customer.ts'
import { walkByTab } from '../fixtures/tab-walk.ts'

// Every address of the original specification and of the route table, as a visitor and as a customer.
// Each is looked over in a wide window and in a narrow one, and with that, in `inspectPage`, in the two schemes.

const NOWHERE = '/nowhere/at/all'
const keys = new Map(
  SPECIFICATION_ROWS.filter(([key]) => key.startsWith('§2 /')).map(([key]) => [key.slice(3), key]),
)
keys.set(NOWHERE, '§2 any other path, §8 unknown route')
const paths = new Set([...keys.keys(), ...ADDRESSES.map(({ path }) => path)])

const LINE_WIDTHS = [320, 390, 768, 1280]

const PHONE = { width: 390, height: 844 }
/** 1280 × 1024 px at 400 %. */
const ZOOMED_IN = { width: 320, height: 256 }

/** One page of each layout that a phone has. */
const WALKED_ON_PHONE = ['/', '/plans', '/account/login', '/account/login2', '/account/recharge']

/** Pages that are alike share a journey. */
const ALIKE = [
  ['/', '/index.html'],
  ['/product', '/advantage'],
  ['/tutorial', '/case'],
  ['/terms', '/privacy', '/refund'],
  ['/account/login', '/account/register', '/account/reset-password'],
  ['/account/login2', '/account/register2'],
  ['/account/home2', '/account/recharge2'],
  ['/account/orders', '/account/order'],
  ['/account/recharge-center', '/account/stripe-callback'],
  ['/account/usage', '/account/invoices', '/account/api-keys'],
  ['/account/change-password', '/account/change-email'],
]
const journeys = Map.groupBy(paths, (path) => ALIKE.find((some) => some.includes(path)) ?? path)

for (const own of journeys.values()) {
  const entries = own.map((path) => ({ path, entry: findAddress(path) }))
  const isOpen = entries.some(({ entry }) => !entry.loginCheck)
  const held = own.flatMap((path) => keys.get(path) ?? [])
  const key = [...held, isOpen ? '§6 visitor' : '§4 protected route'].join(', ')
  const result = isOpen
    ? 'passes all checks for a visitor and a customer'
    : 'asks a visitor to log in and passes all checks for a customer'
  test(`${key}: ${own.join(', ')}: each ${result}`, async ({
    page,
    context,
    regular,
    site,
    expectedProblems,
  }) => {
    test.setTimeout(own.length * 240_000)
    for (const { path, entry } of entries) {
      await context.clearCookies()
      if (entry.loginCheck) {
        const address = addressOf(path, regular)
        await page.goto(address)
        await expect(page).toHaveURL(href('/account/login', { redirect: address }))
        await fillInLogin(page, regular)
        await expect(page).toHaveURL(address)
        await untilLoaded(page)
        await expectLayout(page, entry, site)
        await expectCustomer(page, entry)
        await expectAutofill(page, path)
        await lookOver(page, path)
        continue
      }
      page.removeAllListeners('response')
      page.on('response', (answer) => {
        // the legacy pages have no login check: the server answers 401
        const isForeseen = entry === NOT_FOUND || (entry.isLegacy && answer.status() === 401)
        const { pathname } = new URL(answer.url())
        if (isForeseen && answer.status() >= 400)
          expectedProblems.push(`${answer.status()} ${answer.request().method()} ${pathname}`)
      })
      await arrive(page, path, entry)
      await expectLayout(page, entry, site)
      await expectVisitor(page, entry)
      // an alias shows the same page
      if (path !== '/index.html') await lookOver(page, path)

      await logIn(context.request, regular)
      await arrive(page, path, entry)
      await expectLayout(page, entry, site)
      await expectCustomer(page, entry)
      if (path.startsWith('/account/')) await expectAutofill(page, path)
      if (entry.isLegacy) await lookOver(page, path)
    }
  })
}

/** The address with the parameters that the page needs. */
function addressOf(path: string, { paidOrder }: RegularCustomer): string {
  if (path === '/account/order') return href(path, { id: paidOrder })
  if (path === '/account/stripe-callback') return href(path, { order: paidOrder })
  return path
}

async function arrive(page: Page, path: string, entry: SiteAddress): Promise<void> {
  const answer = await page.goto(path)
  expect(answer?.status()).toBe(entry === NOT_FOUND ? 404 : 200)
  await expect(page).toHaveURL(path)
  // the first input loads the app of a public page
  await page.mouse.move(200, 200)
  await page.mouse.move(210, 210)
  await untilLoaded(page)
}

async function expectLayout(page: Page, entry: SiteAddress, site: Site): Promise<void> {
  const { path, meta, layout, isLegacy } = entry
  await expect(page).toHaveTitle(documentTitle(entry, site))
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCount(1)
  if (path.startsWith('/account/')) await expect(heading).toHaveText(meta.title)
  if (meta.description !== undefined)
    await expect(page.locator('meta[name=description]')).toHaveAttribute(
      'content',
      meta.description,
    )

  const hasFrame = layout === 'none' ? 0 : 1
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.getByRole('complementary', { name: '在线支持' })).toHaveCount(1)
  await expect(page.getByRole('contentinfo')).toHaveCount(hasFrame)
  await expect(page.getByRole('banner')).toHaveCount(hasFrame)
  await expect(page.locator('.legacy-header')).toHaveCount(isLegacy ? 1 : 0)
  const accountPages = page.getByRole('navigation', { name: '账户页面' })
  await expect(accountPages).toHaveCount(layout === 'pageTitle' ? 1 : 0)
}

async function expectVisitor(page: Page, { layout, isLegacy }: SiteAddress): Promise<void> {
  if (layout === 'none') return
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('button', { name: isLegacy ? '退出' : '账户菜单' })).toHaveCount(0)
}

async function expectCustomer(page: Page, { layout, isLegacy }: SiteAddress): Promise<void> {
  if (layout === 'none') return
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('button', { name: isLegacy ? '退出' : '账户菜单' })).toBeVisible()
}

/** Not the back-to-top link, which depends on the scroll position. */
function movingParts(): string[] {
  return document
    .getAnimations()
    .map(
      ({ effect }) => (effect instanceof KeyframeEffect && effect.target?.className) || 'unknown',
    )
    .filter((part) => part !== 'to-top')
}

async function lookOver(page: Page, path: string): Promise<void> {
  expect(await page.evaluate(movingParts), 'moves all the same').toEqual([])
  const size = page.viewportSize()!
  await inspectPage(page)
  await walkByTab(page)
  await expectLinkToTop(page)
  await page.setViewportSize(PHONE)
  await inspectPage(page)
  if (WALKED_ON_PHONE.includes(path)) await walkByTab(page)
  await expectFreeButton(page)
  for (const width of LINE_WIDTHS) {
    await page.setViewportSize({ ...size, width })
    expect(await findBadLineBreaks(page), `lines at ${width} px`).toEqual([])
  }
  await page.setViewportSize(ZOOMED_IN)
  await expectNothingWider(page)
  await page.setViewportSize(size)
}

const LOGIN = { 邮箱: 'username', 密码: 'current-password' }
const REGISTER = { 邮箱: 'email', 验证码: 'one-time-code', 密码: 'new-password' }
const PAY = { 数量: 'off', 卡号: 'cc-number', 有效期: 'cc-exp', 安全码: 'cc-csc' }

/** The `autocomplete` values of the fields, by page and label. */
const TOKENS: Record<string, Record<string, string>> = {
  '/account/login': LOGIN,
  '/account/login2': LOGIN,
  '/account/register': REGISTER,
  '/account/register2': REGISTER,
  '/account/reset-password': { 邮箱: 'username' },
  '/account/change-password': {
    当前密码: 'current-password',
    新密码: 'new-password',
    确认密码: 'new-password',
  },
  '/account/change-email': { 新邮箱: 'email', 验证码: 'one-time-code' },
  '/account/edit': { 昵称: 'nickname' },
  '/account/usage': { 从: 'off', 到: 'off', 低于多少积分时提醒: 'off', 提前几天提醒: 'off' },
  '/account/recharge': PAY,
  '/account/recharge2': PAY,
}

/** Every field of an account page has the `autocomplete` value of the table; new fields must be added there. */
async function expectAutofill(page: Page, path: string): Promise<void> {
  if (TOKENS[path] === PAY) {
    await page.locator('input[name=method][value=card]').check()
    await expect(page.getByRole('textbox', { name: '卡号', exact: true })).toBeVisible()
  }
  const found = await page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>('main input')
    return [...fields]
      .filter(
        (field) => !['radio', 'checkbox', 'range'].includes(field.type) && field.checkVisibility(),
      )
      .map((field) => [field.labels?.[0]?.textContent ?? field.ariaLabel, field.autocomplete])
  })
  expect(Object.fromEntries(found)).toEqual(TOKENS[path] ?? {})
}
