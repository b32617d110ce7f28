import type { Locator } from '@playwright/test'
import { api } from '#contract/api.ts'
import { CRASH_REPORT_PATH } from '#contract/crash-report.ts'
import { bootPage, untilBooted } from '../fixtures/boot-page.ts'
import { expect, test } from '../fixtures/test.ts'

// Navigation, titles and error screen of the original specification, in a browser.

const PAGES = [
  ['首页', '/'],
  ['产品介绍', '/product'],
  ['新手教程', '/tutorial'],
  ['行业优势', '/advantage'],
  ['用户案例', '/case'],
  ['产品套餐', '/plans'],
]

function linksOf(place: Locator): Promise<(string | null | undefined)[][]> {
  return place
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
    )
}

test(
  '§2 navigation: six pages, the tools in a new tab, login and recharge centre',
  { tag: '@main:phone' },
  async ({ page, site, isMobile }) => {
    await page.goto('/plans')
    if (isMobile) await page.getByRole('button', { name: '打开菜单' }).click()
    const nav = page.getByRole('navigation', { name: isMobile ? '手机导航' : '主导航' })
    await expect(nav.getByRole('link', { name: '产品套餐' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    expect(await linksOf(nav)).toEqual([
      ...PAGES,
      [expect.stringContaining('AI 工具'), site.toolsUrl],
    ])
    const tools = nav.getByRole('link', { name: 'AI 工具' })
    await expect(tools).toHaveAttribute('target', '_blank')
    await expect(tools).toHaveAttribute('rel', /noopener/)

    if (isMobile) await page.getByRole('button', { name: '关闭菜单' }).click()
    // the menu sheet has one too and closes with an animation
    await page.locator('.site-entry').getByRole('link', { name: '登录', exact: true }).click()
    await expect(page).toHaveURL('/account/login')
  },
)

test('§2 navigation: the recharge centre is one click away, through the login', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'on a phone the menu sheet shows it to customers')
  await page.goto('/product')
  await page.getByRole('banner').getByRole('link', { name: '充值中心' }).click()
  await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Frecharge-center')
})

test(
  '§2 account menu, §3 profile: a customer finds home, orders, password, e-mail and log-out',
  { tag: '@main:desktop' },
  async ({ page, account, customer: _ }) => {
    await page.goto('/product')
    await page.getByRole('button', { name: '账户菜单' }).click()
    const menu = page.locator('#account-menu')
    expect(await linksOf(menu)).toEqual([
      ['账户中心', '/account/home'],
      ['订单管理', '/account/orders'],
      ['用量', '/account/usage'],
      ['修改密码', '/account/change-password'],
      ['修改邮箱', '/account/change-email'],
    ])
    await expect(menu.getByRole('button', { name: '退出登录' })).toBeVisible()

    const profile = page.waitForResponse((answer) =>
      answer.url().endsWith(api.account.profile.path),
    )
    await menu.getByRole('link', { name: '账户中心' }).click()
    expect((await profile).request().method()).toBe('GET')
    await expect(page.getByRole('main')).toContainText(account.email.slice(0, 3))
  },
)

test('§2 title: it comes from the route and changes with it', async ({
  page,
  site,
  customer: _,
}) => {
  await page.goto('/account/login')
  await expect(page).toHaveTitle(`登录 - ${site.name}`)
  await untilBooted(page)
  await page.getByRole('link', { name: '用邮箱注册' }).click()
  await expect(page).toHaveTitle(`注册 - ${site.name}`)
  await page.goBack()
  await expect(page).toHaveTitle(`登录 - ${site.name}`)
})

test('§2 query: it is parsed and reaches the page', async ({ page, customer: _ }) => {
  await page.goto('/account/recharge?plan=standard&num=2')
  await expect(page.getByRole('spinbutton', { name: '数量' })).toHaveValue('2')
  await expect(page.getByRole('radio', { name: /标准版/ })).toBeChecked()
})

test('§2 error screen, §8 render failure: a page that cannot render shows an error id and reports it to the server', async ({
  page,
  expectedProblems,
}) => {
  await page.goto('/account/login')
  await untilBooted(page)
  await page.route('**/*register-page*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Page() { throw new Error("cannot be drawn") }',
    }),
  )
  // React logs it, and so does the error screen
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('cannot be drawn'))
      expectedProblems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => expectedProblems.push(`error: ${error.message}`))
  const reports: { id: string; page: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(CRASH_REPORT_PATH)) reports.push(request.postDataJSON())
  })
  const taken = page.waitForResponse((answer) => answer.url().endsWith(CRASH_REPORT_PATH))
  await page.getByRole('link', { name: '用邮箱注册' }).click()
  await expect(page.getByRole('heading', { name: '发生错误，请联系开发人员' })).toBeVisible()
  const copy = page.getByRole('button', { name: /^复制编号 web-/ })
  await expect(copy).toBeVisible()
  expect((await taken).status()).toBe(204)
  expect(reports).toHaveLength(1)
  expect(reports[0]!.page).toBe('/account/register')
  await expect(copy).toHaveAccessibleName(`复制编号 ${reports[0]!.id}`)
})

test('§7 lazy pages: an unknown address inside the site shows the server’s 404 page', async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.push('404 GET /no/such/page')
  await page.goto('/product')
  await bootPage(page)
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/no/such/page'
    link.textContent = 'a link that leads nowhere'
    document.querySelector('main')?.prepend(link)
  })
  await page.getByRole('link', { name: 'a link that leads nowhere' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('您访问的页面不存在')
})
