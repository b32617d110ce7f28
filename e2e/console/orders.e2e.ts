import { openConsoleAs, showOrder } from '../fixtures/console/colleague.ts'
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
    await expect(refund.getByRole('region', { name: '变更预览' })).toContainText('将退款 ¥19.90')
    await inspect()
    await refund.getByRole('button', { name: '执行' }).click()
    await expect(refund.getByRole('region', { name: '结果' })).toContainText('已退款')
    await refund.getByRole('button', { name: '完成' }).click()
    await expect(page.getByText('已退款').first()).toBeVisible()
    await inspect()
  },
)
