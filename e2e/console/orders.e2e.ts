import { consoleUrl, openConsoleAs, signInAs } from '../fixtures/console/colleague.ts'
import { showOrder } from '../fixtures/console/console-order.ts'
import { expect, test } from '../fixtures/test.ts'

test(
  'console: an order is found by its pasted number, checked again and refunded by the policy',
  { tag: '@main:desktop' },
  async ({ page, baseURL, buyer, inspect }) => {
    const { orderNo } = await showOrder(baseURL, buyer.paidOrder)
    await openConsoleAs(page, baseURL, 'owner')
    await page.getByRole('button', { name: /^查找/ }).click()
    await page.getByRole('combobox').fill(orderNo)
    await expect(page.getByRole('option', { name: new RegExp(orderNo) })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(orderNo) })).toBeVisible()
    await expect(page.getByRole('region', { name: '支付平台的记录' })).toContainText('已收款')
    await inspect()

    await page.getByRole('button', { name: '重查', exact: true }).click()
    const check = page.getByRole('dialog', { name: '重查订单' })
    await check.getByRole('button', { name: '执行' }).click()
    await expect(check.getByRole('region', { name: '结果' })).toContainText('没有变化')
    await check.getByRole('button', { name: '完成' }).click()

    await page.getByRole('button', { name: '退款', exact: true }).click()
    const refund = page.getByRole('dialog', { name: '退款' })
    await expect(refund.getByLabel('订单')).toHaveValue(orderNo)
    await refund.getByRole('button', { name: '预览' }).click()
    await expect(refund.getByRole('region', { name: '将要发生的事' })).toContainText(
      '将退款 ¥19.90',
    )
    await inspect()
    await refund.getByRole('button', { name: '执行' }).click()
    await expect(refund.getByRole('region', { name: '结果' })).toContainText('已退款')
    await refund.getByRole('button', { name: '完成' }).click()
    await expect(page.getByText('已退款').first()).toBeVisible()
    await inspect()
  },
)

test('console: lists of orders, users, mails and events hold what happened, and their filters stay in the address', async ({
  page,
  baseURL,
  buyer,
  inspect,
}) => {
  const { orderNo } = await showOrder(baseURL, buyer.paidOrder)
  await signInAs(page, baseURL, 'support')
  const console = consoleUrl(baseURL)
  await page.goto(`${console}/orders?user=${encodeURIComponent(buyer.email)}&state=paid`)
  await expect(page.getByRole('link', { name: orderNo })).toBeVisible()
  await inspect()
  await page.reload()
  await page.getByRole('link', { name: orderNo }).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(orderNo) })).toBeVisible()
  // support looks, but pays nothing back
  await expect(page.getByRole('button', { name: '重查', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '退款', exact: true })).toHaveCount(0)

  await page.goto(`${console}/users?q=${encodeURIComponent(buyer.email)}`)
  await page.getByRole('region', { name: '用户列表' }).getByRole('link').first().click()
  await expect(page.getByText(buyer.email).first()).toBeVisible()
  await expect(page.getByRole('button', { name: '结束登录' })).toBeVisible()
  await expect(page.getByRole('button', { name: '调整积分' })).toHaveCount(0)
  await inspect()

  await page.goto(`${console}/events?order=${orderNo}`)
  await expect(page.getByText('payment_intent.succeeded').first()).toBeVisible()
  await inspect()
  await page.goto(`${console}/mails`)
  await expect(page.getByRole('heading', { level: 1, name: '邮件' })).toBeVisible()
  await inspect()
})
