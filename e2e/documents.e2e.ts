import { expect, test } from './fixtures.ts'

const PUBLIC = ['/', '/product', '/tutorial', '/advantage', '/case', '/plans', '/gg']
const OPEN = ['/account/login', '/account/register', '/account/reset-password']

for (const path of [...PUBLIC, ...OPEN]) {
  test(`${path} arrives whole, boots without complaint and is accessible`, async ({
    page,
    expectAccessible,
  }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(page.locator('h1')).toBeVisible()
    // the first touch boots a public page; what it complains about fails the test
    await page.mouse.move(200, 200)
    await page.mouse.move(210, 210)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('h1')).toBeVisible()
    await expectAccessible()
  })
}

test('an unknown address is the 404 page with status 404', async ({ page, expectAccessible }) => {
  const answer = await page.goto('/nowhere/at/all')
  expect(answer?.status()).toBe(404)
  await expect(page.locator('h1')).toHaveText('您访问的页面不存在')
  await expectAccessible()
})

test('text is there without script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const page = await context.newPage()
  for (const path of PUBLIC) {
    await page.goto(path)
    await expect(page.locator('h1'), path).toBeVisible()
  }
  await context.close()
})

test('a protected page leads to login and says where to come back to', async ({ page }) => {
  await page.goto('/account/orders?state=paid')
  await expect(page).toHaveURL('/account/login?redirect=%2Faccount%2Forders%3Fstate%3Dpaid')
})
