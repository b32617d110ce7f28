import type { Page } from '@playwright/test'
import { fillInLogin, logIn } from '../fixtures/customer.ts'
import { bootPage } from '../fixtures/boot-page.ts'
import { listShifts } from '../fixtures/layout-shift.ts'
import { expect, test } from '../fixtures/test.ts'

/** The button of public pages that leads to registration. */
const REGISTER = /^免费(注册|领取 [\d,]+ 积分)$/

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test(
  'plan chosen by a visitor among the public pages is still chosen after the login',
  { tag: '@main:phone' },
  async ({ page, account }) => {
    await page.goto('/case')
    await bootPage(page)
    await page.evaluate(() => Reflect.set(window, 'isSame', true))
    for (const [name, title, own] of [
      ['行业优势', '行业优势', '账目只增不改'],
      ['产品介绍', '产品介绍', '规格与限制'],
      ['产品套餐', '产品套餐', '公开单价'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByRole('heading', { name: own })).toBeVisible()
    }
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('产品介绍')
    await page.goForward()
    expect(await page.evaluate((): unknown => Reflect.get(window, 'isSame'))).toBe(true)

    const sheet = page.getByRole('region', { name: '全部套餐' })
    await sheet.getByRole('link', { name: '购买标准版' }).click()
    await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Frecharge%3Fplan%3Dstandard')
    await fillInLogin(page, account)
    await expect(page).toHaveURL('/account/recharge?plan=standard')
    await expect(page.getByRole('radio', { name: /^标准版/ })).toBeChecked()
  },
)

test('hydration of public pages and loading of plans cause no layout shift', async ({ page }) => {
  test.slow()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/plans', '/product', '/advantage', '/case', '/gg']) {
      await page.goto(path)
      await page.evaluate(paintDocument)
      const before = (await listShifts(page)).length
      const asked = path === '/product' ? null : page.waitForResponse(/combo\/list/)
      await bootPage(page)
      await asked
      await page.waitForLoadState('networkidle')
      const moved = (await listShifts(page)).slice(before)
      expect(moved, `${path} at ${width} px`).toEqual([])
    }
  }
})

test('header shows a visitor no account, and the customer the own one, from its first frame', async ({
  page,
  context,
  account,
  inspect,
}) => {
  await page.addInitScript(recordHeader)
  await page.goto('/')
  await bootPage(page)
  expect(await recordOf(page)).toEqual(['out'])
  await logIn(context.request, account)
  for (const path of ['/', '/account/home', '/plans']) {
    await page.goto(path)
    await bootPage(page)
    await expect(page.getByRole('button', { name: '账户菜单' })).toBeVisible()
    expect(await recordOf(page), path).toEqual(['in'])
  }
  await inspect()
})

test('rules print without controls', async ({ page }) => {
  await page.goto('/refund')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: '退款规则' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('link', { name: '跳到正文' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: '其他规则' })).toBeHidden()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'home and plans are complete without JavaScript',
    { tag: '@main:desktop' },
    async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: REGISTER }).first()).toBeVisible()
      const answer = main.getByText('付款后 7 天内可以申请退款')
      await expect(answer).toBeHidden()
      await main.getByText('可以退款、开发票吗？').click()
      await expect(answer).toBeVisible()

      await page.getByRole('contentinfo').getByRole('link', { name: '产品套餐' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('产品套餐')
      for (const [name, price, credit] of [
        ['体验版', '¥19.90', '20 万'],
        ['标准版', '¥49.90', '55 万'],
        ['专业版', '¥99.90', '120 万'],
        ['旗舰版', '¥299.00', '390 万'],
      ] as const) {
        const sheet = page.getByRole('region', { name: '全部套餐' })
        const buy = sheet.getByRole('link', { name: `购买${name}`, exact: true })
        await expect(buy).toHaveAttribute('href', /^\/account\/recharge\?plan=\w+$/)
        const plan = sheet.getByRole('article').filter({
          has: page.getByRole('link', { name: `购买${name}`, exact: true }),
        })
        await expect(plan.getByRole('heading')).toContainText(name)
        await expect(plan).toContainText(price)
        await expect(plan).toContainText(credit)
      }
    },
  )
})

/** The records of one of the scripts below. */
function recordOf(page: Page): Promise<unknown> {
  return page.evaluate((): unknown => Reflect.get(window, 'record'))
}

/** Runs before the page's scripts: records the header's login state in every frame. */
function recordHeader(): void {
  const record: string[] = []
  Reflect.set(window, 'record', record)
  const isSeen = (name: string) => document.querySelector(name)?.checkVisibility() === true
  const look = () => {
    requestAnimationFrame(look)
    const state =
      (isSeen('.site-header .entry-out') ? 'out' : '') + (isSeen('.account-button') ? 'in' : '')
    // a frame may occur between two chunks of the document: the header is complete once its next sibling exists
    if (state === '' && !document.querySelector('.site-header ~ *')) return
    if (!record.includes(state)) record.push(state)
  }
  look()
}

/** Waits until the parsed document is painted: its parts that came before the rest may be on screen when it loads. */
function paintDocument(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
}
