import { untilBooted } from '../fixtures/boot-page.ts'
import { expect, test } from '../fixtures/test.ts'

/** Pages that look different before the first purchase, or without an order in their address. */
const PAGES = [
  ['/account/recharge-center', '充值中心'],
  ['/account/orders', '订单管理'],
  ['/account/usage', '用量'],
  ['/account/invoices', '发票'],
  ['/account/api-keys', 'API 密钥'],
  ['/account/order', '订单详情'],
  ['/account/stripe-callback', '支付结果'],
  ['/account/home2', '账户中心'],
] as const
const PHONE = { width: 390, height: 844 }

test('pages of a new account are accessible and fit the window', async ({
  page,
  customer: _,
  inspect,
  expectedProblems,
}) => {
  test.slow()
  const wide = page.viewportSize()!
  async function inspectBoth() {
    await inspect()
    await page.setViewportSize(PHONE)
    await inspect()
    await page.setViewportSize(wide)
  }
  for (const [path, title] of PAGES) {
    await test.step(path, async () => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await untilBooted(page)
      await inspectBoth()
    })
  }
  await page.goto('/account/invoices')
  await page.getByRole('link', { name: '申请发票' }).click()
  await expect(page.getByText('没有可开票的订单')).toBeVisible()
  await inspectBoth()

  const unknownId = '0190a5e0-0000-7000-8000-000000000000'
  expectedProblems.push(`404 GET /clients/web/recharge/order/query/${unknownId}`)
  await page.goto(`/account/order?id=${unknownId}`)
  await expect(page.getByText('未找到该订单')).toBeVisible()
})
