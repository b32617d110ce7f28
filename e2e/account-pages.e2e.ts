import { expect, test } from './fixtures.ts'

/** Those that no other journey passes through, or not in this state. */
const PAGES = [
  ['/account/recharge-center', '充值中心'],
  ['/account/orders', '订单管理'],
  ['/account/order', '订单详情'],
  ['/account/stripe-callback', '支付结果'],
  ['/account/edit', '账户编辑'],
  ['/account/change-password', '修改密码'],
  ['/account/home2', '用户中心'],
  ['/account/recharge2', '充值'],
  ['/account/login2', '登录'],
  ['/account/register2', '注册'],
] as const

test('the pages of a new account', async ({ page, customer: _, inspect }) => {
  test.slow()
  for (const [path, title] of PAGES) {
    await test.step(path, async () => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await page.waitForLoadState('networkidle')
      await inspect()
    })
  }
})

test('an order of somebody else is nobody’s', async ({ page, customer: _, foreseen }) => {
  const stranger = '0190a5e0-0000-7000-8000-000000000000'
  foreseen.push(`404 GET /clients/web/recharge/order/query/${stranger}`)
  await page.goto(`/account/order?id=${stranger}`)
  await expect(page.getByText('没有找到这张订单')).toBeVisible()
})
