import { expect, test } from './fixtures.ts'

const PUBLIC = ['/', '/product', '/tutorial', '/advantage', '/case', '/plans', '/gg']
const OPEN = ['/account/login', '/account/register', '/account/reset-password']

for (const path of [...PUBLIC, ...OPEN]) {
  test(`${path} arrives whole, boots without complaint and is accessible`, async ({
    page,
    inspect,
  }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(page.locator('h1')).toBeVisible()
    // the first touch boots a public page; what it complains about fails the test
    await page.mouse.move(200, 200)
    await page.mouse.move(210, 210)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('h1')).toBeVisible()
    await inspect()
  })
}

test('an unknown address is the 404 page with status 404', async ({ page, foreseen, inspect }) => {
  foreseen.push('404 GET /nowhere/at/all')
  const answer = await page.goto('/nowhere/at/all')
  expect(answer?.status()).toBe(404)
  await expect(page.locator('h1')).toHaveText('您访问的页面不存在')
  await inspect()
})
