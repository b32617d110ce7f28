import { bootPage } from '../fixtures/boot-page.ts'
import { expect, test } from '../fixtures/test.ts'

const RULES = [
  ['/terms', '服务条款', '预付积分'],
  ['/privacy', '隐私政策', 'Cookie 与浏览器存储'],
  ['/refund', '退款规则', '退多少'],
] as const

test('each of the rules has its page with a table of contents; registration and payment link to them; they print without controls', async ({
  page,
  site,
  inspect,
}) => {
  for (const [path, title, part] of RULES) {
    await page.goto(path)
    await expect(page).toHaveTitle(new RegExp(`^${title} - `))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`${path}$`),
    )
    const footer = page.getByRole('contentinfo')
    for (const [other, name] of RULES)
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', other)
    await bootPage(page)
    await page.getByRole('navigation', { name: '目录' }).getByRole('link', { name: part }).click()
    await expect(page.getByRole('heading', { name: part, level: 2 })).toBeInViewport()
    await inspect()
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: '退款规则' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('link', { name: '跳到正文' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: '其他规则' })).toBeHidden()

  await page.goto('/account/register')
  for (const [name, to] of [
    ['服务条款', site.termsUrl],
    ['隐私政策', site.privacyUrl],
  ] as const) {
    await expect(page.getByRole('link', { name }).first()).toHaveAttribute('href', to)
  }
})
