import { bootPage } from '../fixtures/boot-page.ts'
import { expect, test } from '../fixtures/test.ts'

const RULES = [
  ['/terms', '服务条款', '预付积分'],
  ['/privacy', '隐私政策', 'Cookie 与浏览器存储'],
  ['/refund', '退款规则', '退多少'],
] as const

for (const [path, title, part] of RULES) {
  test(`${path} has its own page with a table of contents`, async ({ page, inspect }) => {
    await page.goto(path)
    await expect(page).toHaveTitle(new RegExp(`^${title} - `))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`${path}$`),
    )
    await bootPage(page)
    await page.getByRole('navigation', { name: '目录' }).getByRole('link', { name: part }).click()
    await expect(page.getByRole('heading', { name: part, level: 2 })).toBeInViewport()
    await inspect()
  })
}

test('registration and payment link to the same rules', async ({ page, site }) => {
  await page.goto('/account/register')
  for (const [name, to] of [
    ['服务条款', site.termsUrl],
    ['隐私政策', site.privacyUrl],
  ] as const) {
    await expect(page.getByRole('link', { name }).first()).toHaveAttribute('href', to)
  }
  await page.goto('/plans')
  const footer = page.getByRole('contentinfo')
  for (const [path, title] of RULES) {
    await expect(footer.getByRole('link', { name: title })).toHaveAttribute('href', path)
  }
})

test('copy button of the tutorial copies the code unchanged', async ({
  page,
  context,
  inspect,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/tutorial')
  await bootPage(page)
  const code = page.locator('figure', { hasText: '终端' })
  await code.getByRole('button', { name: '复制终端里的代码' }).click()
  await expect(page.getByText('终端里的代码已复制')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await code.locator('code').textContent())
  expect(copied).toContain('\n  -d \'{"text": "软件和鼠标", "to": "tw"}\'')
  await inspect()
})

test('client-side navigation between public pages loads their content without a document load', async ({
  page,
}) => {
  test.skip((page.viewportSize()?.width ?? 0) < 1024, 'the navigation of wide windows')
  await page.goto('/tutorial')
  await bootPage(page)
  await page.evaluate(() => Reflect.set(window, 'isSame', true))
  const nav = page.getByRole('navigation', { name: '主导航' })
  for (const [name, words] of [
    ['产品套餐', '逐项比较'],
    ['首页', '如何开始'],
    ['产品介绍', '规格'],
    ['新手教程', '第一次充值'],
  ] as const) {
    await nav.getByRole('link', { name }).click()
    const heading = page.getByRole('heading', { level: 2 }).filter({ hasText: words })
    await expect(heading.first()).toBeVisible()
  }
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('产品介绍')
  expect(await page.evaluate((): unknown => Reflect.get(window, 'isSame'))).toBe(true)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('tutorial and rules are complete without JavaScript', async ({ page }) => {
    await page.goto('/tutorial')
    await page
      .getByRole('navigation', { name: '目录' })
      .getByRole('link', { name: '在代码里使用' })
      .click()
    await expect(page).toHaveURL('/tutorial#api')
    await expect(page.locator('figure', { hasText: '终端' }).locator('code')).toContainText('curl')
    // buttons that need script are hidden
    await expect(page.locator('figure button').first()).toBeHidden()
    await expect(page.getByRole('cell', { name: '密钥不对，或者已经停用' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: '退款规则' }).click()
    await expect(page.getByRole('cell', { name: '¥89.91' })).toBeVisible()
  })
})

test('printed text page shows no controls', async ({ page }) => {
  await page.goto('/terms')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: '服务条款' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('link', { name: '跳到正文' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: '其他规则' })).toBeHidden()
})
