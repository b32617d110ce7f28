import type { Locator } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/content/content.ts'
import { CRASH_REPORT_PATH } from '#contract/crash-report.ts'
import { bootPage, untilBooted } from '../fixtures/boot-page.ts'
import { logIn } from '../fixtures/customer.ts'
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

async function expectNavigation(nav: Locator, site: Site): Promise<void> {
  const here = nav.getByRole('link', { name: '产品套餐' })
  await expect(here).toHaveAttribute('aria-current', 'page')
  const tools = nav.getByRole('link', { name: 'AI 工具' })
  expect(await linksOf(nav)).toEqual([
    ...PAGES,
    [expect.stringContaining('AI 工具'), site.toolsUrl],
  ])
  await expect(tools).toHaveAttribute('target', '_blank')
  await expect(tools).toHaveAttribute('rel', /noopener/)
}

test(
  '§2 navigation: the menu of a phone has six pages, the tools in a new tab and the login; it navigates and closes',
  { tag: '@main:phone' },
  async ({ page, site, inspect }) => {
    await page.goto('/plans')
    await page.getByRole('button', { name: '打开菜单' }).click()
    const menu = page.getByRole('navigation', { name: '手机导航' })
    await expectNavigation(menu, site)
    await inspect()
    await page.getByRole('button', { name: '关闭菜单' }).click()
    await page.getByRole('button', { name: '打开菜单' }).click()
    await menu.getByRole('link', { name: '首页' }).click()
    await expect(page).toHaveURL('/')
    await expect(menu).toBeHidden()
    await page.locator('.site-entry').getByRole('link', { name: '登录', exact: true }).click()
    await expect(page).toHaveURL('/account/login')
  },
)

test(
  '§2 navigation, §2 account menu, §3 profile: a customer finds six pages, the tools and the recharge centre, and in the menu home, orders, password, e-mail and log-out',
  { tag: '@main:desktop' },
  async ({ page, context, account, site }) => {
    await page.goto('/plans')
    await expectNavigation(page.getByRole('navigation', { name: '主导航' }), site)
    await page.getByRole('banner').getByRole('link', { name: '充值中心' }).click()
    await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Frecharge-center')

    await logIn(context.request, account)
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

test('§2 title, §2 query, §7 lazy pages: title and query come from the address; an unknown one inside the site shows the server’s 404 page', async ({
  page,
  context,
  account,
  site,
  expectedProblems,
}) => {
  await page.goto('/account/login')
  await expect(page).toHaveTitle(`登录 - ${site.name}`)
  await untilBooted(page)
  await page.getByRole('link', { name: '用邮箱注册' }).click()
  await expect(page).toHaveTitle(`注册 - ${site.name}`)
  await page.goBack()
  await expect(page).toHaveTitle(`登录 - ${site.name}`)

  await logIn(context.request, account)
  await page.goto('/account/recharge?plan=standard&num=2')
  await expect(page.getByRole('spinbutton', { name: '数量' })).toHaveValue('2')
  await expect(page.getByRole('radio', { name: /标准版/ })).toBeChecked()

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
