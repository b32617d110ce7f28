import type { Page } from '@playwright/test'
import { fillInLogin } from '../fixtures/customer.ts'
import { bootPage } from '../fixtures/boot-page.ts'
import { expect, test } from '../fixtures/test.ts'

test(
  'plan chosen by a visitor is still chosen after the login',
  { tag: '@main:phone' },
  async ({ page, account }) => {
    await page.goto('/plans')
    await page.getByRole('link', { name: '购买标准版' }).click()
    await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Frecharge%3Fplan%3Dstandard')
    await fillInLogin(page, account)
    await expect(page).toHaveURL('/account/recharge?plan=standard')
    await expect(page.getByRole('radio', { name: /^标准版/ })).toBeChecked()
  },
)

test(
  'addresses of the older site answer with the same pages',
  { tag: '@main:desktop' },
  async ({ page }) => {
    for (const name of ['index', 'product', 'tutorial', 'advantage', 'case', 'plans']) {
      const clean = name === 'index' ? '/' : `/${name}`
      await page.goto(clean)
      const title = await page.title()
      const answer = await page.goto(`/${name}.html`)
      expect(answer?.status()).toBe(200)
      await expect(page).toHaveTitle(title)
      await expect(page).toHaveURL(`/${name}.html`)
    }
    const canonical = page.locator('link[rel=canonical]')
    await expect(canonical).toHaveAttribute('href', /[^/]\/plans$/)
  },
)

test('hydration of public pages and loading of plans cause no layout shift', async ({ page }) => {
  test.slow()
  for (const path of ['/', '/plans', '/product', '/advantage', '/case', '/gg']) {
    await page.goto(path)
    await page.evaluate(paintDocument)
    await page.evaluate(recordShifts)
    const asked = page.waitForResponse(/combo\/list/)
    await bootPage(page)
    await asked
    await page.waitForLoadState('networkidle')
    expect(await recordOf(page), path).toEqual([])
  }
})

test('header shows a visitor no account from its first frame', async ({ page }) => {
  await page.addInitScript(recordHeader)
  await page.goto('/')
  await bootPage(page)
  expect(await recordOf(page)).toEqual(['out'])
})

test('header shows the customer from its first frame', async ({ page, customer: _, inspect }) => {
  await page.addInitScript(recordHeader)
  for (const path of ['/', '/plans', '/account/home']) {
    await page.goto(path)
    await bootPage(page)
    await expect(page.getByRole('button', { name: '账户菜单' })).toBeVisible()
    expect(await recordOf(page), path).toEqual(['in'])
  }
  await page.goto('/plans')
  await inspect()
})

test('chosen colour scheme is kept on the next page', async ({ page }) => {
  await page.goto('/')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const bright = await ground()
  await page.getByText('深色', { exact: true }).click()
  const dark = await ground()
  expect(dark).not.toBe(bright)

  await page.goto('/account/login')
  expect(await ground()).toBe(dark)
  await page.goto('/plans')
  expect(await ground()).toBe(dark)
  await expect(page.getByRole('radio', { name: '深色' })).toBeChecked()
  await bootPage(page)
  await expect(page.getByRole('radio', { name: '深色' })).toBeChecked()
})

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('menu opens, navigates and closes', async ({ page, inspect }) => {
    await page.goto('/plans')
    await page.getByRole('button', { name: '打开菜单' }).click()
    const menu = page.getByRole('navigation', { name: '手机导航' })
    await expect(menu).toBeVisible()
    const here = menu.getByRole('link', { name: '产品套餐' })
    await expect(here).toHaveAttribute('aria-current', 'page')
    await inspect()
    await menu.getByRole('link', { name: '首页' }).click()
    await expect(page).toHaveURL('/')
    await expect(menu).toBeHidden()
  })
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
      await expect(main.getByRole('link', { name: '免费注册' }).first()).toBeVisible()
      const answer = main.getByText('付款后 7 天内可以申请')
      await expect(answer).toBeHidden()
      await main.getByText('买错了，能退款吗？').click()
      await expect(answer).toBeVisible()

      await page.getByRole('contentinfo').getByRole('link', { name: '产品套餐' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('产品套餐')
      for (const [name, price, credit] of [
        ['体验版', '¥19.90', '2,000'],
        ['标准版', '¥49.90', '5,000'],
        ['专业版', '¥99.90', '10,000'],
        ['旗舰版', '¥299.00', '30,000'],
      ] as const) {
        const buy = page.getByRole('link', { name: `购买${name}`, exact: true })
        await expect(buy).toHaveAttribute('href', /^\/account\/recharge\?plan=\w+$/)
        const plan = page.getByRole('article').filter({ has: buy })
        await expect(plan.getByRole('heading')).toContainText(name)
        await expect(plan).toContainText(price)
        await expect(plan).toContainText(credit)
      }
    },
  )

  for (const [path, title, own] of [
    ['/product', '产品介绍', '不到一百字按一百字算'],
    ['/advantage', '行业优势', '账本只添不改'],
    ['/case', '用户案例', '一份手册，台湾、香港两个版本'],
  ] as const) {
    test(`${path} can be read without JavaScript and links to registration`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      const main = page.getByRole('main')
      await expect(main.getByText(own)).toBeVisible()
      const action = main.getByRole('link', { name: '免费注册' })
      await expect(action).toHaveAttribute('href', '/account/register')
    })
  }

  test('/gg can be read without JavaScript and links to registration', async ({ page }) => {
    await page.goto('/gg?source=spring-letter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('简体写好的稿子一次换成繁体')
    await expect(page.getByText(/¥0\.83 = 100 积分/)).toBeVisible()
    const action = page.getByRole('link', { name: '免费注册，先看再买' })
    await expect(action).toHaveCount(2)
    for (const each of await action.all()) {
      await expect(each).toHaveAttribute('href', '/account/register')
    }
  })

  test('examples are filtered by tool', async ({ page }) => {
    await page.goto('/case')
    const example = page.getByRole('article')
    await expect(example).toHaveCount(8)
    await page.getByText(/^排版 \d$/).click()
    for (const each of await example.all()) {
      const isOfTool = (await each.getAttribute('data-tools'))?.split(' ').includes('pen') === true
      await expect(each).toBeVisible({ visible: isOfTool })
    }
  })
})

test(
  'link between public pages loads the content of the next page',
  { tag: '@main:phone' },
  async ({ page }) => {
    await page.goto('/case')
    await bootPage(page)
    for (const [name, title, own] of [
      ['行业优势', '行业优势', '账本只添不改'],
      ['产品介绍', '产品介绍', '规格，写在前面'],
      ['产品套餐', '产品套餐', '逐项比较'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByRole('heading', { name: own })).toBeVisible()
    }
  },
)

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

/** Runs in a loaded page: records visible layout shifts from now on. */
function recordShifts(): void {
  const record: unknown[] = []
  Reflect.set(window, 'record', record)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) record.push(entry.toJSON())
  }).observe({ type: 'layout-shift' })
}
