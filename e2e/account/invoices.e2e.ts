import { buyTrials } from '../fixtures/regular-customer.ts'
import { expect, test } from '../fixtures/test.ts'

const NAME = '示例科技有限公司'
const TAX_NUMBER = '91350100M000100Y43'

test(
  'invoices: one is asked for from its order, with a wrong tax number first, and withdrawn, which frees the order',
  { tag: '@main:phone' },
  async ({ page, customer, inspect }) => {
    const [order] = await buyTrials(page.request, 1)
    await page.goto(`/account/order?id=${order!.id}`)
    await page.getByRole('link', { name: '申请发票' }).click()
    const form = page.getByRole('region', { name: '申请发票' })
    await expect(form.getByRole('checkbox', { name: new RegExp(order!.orderNo) })).toBeChecked()
    await expect(form.getByLabel('接收邮箱')).toHaveValue(customer.email)
    await form.getByLabel('抬头', { exact: true }).fill(NAME)
    await form.getByLabel('税号').fill('91350100M000100Y44')
    await form.getByLabel('接收邮箱').focus()
    await expect(form.getByText('税号有误，请逐位核对')).toBeVisible()
    await inspect()
    await form.getByLabel('税号').fill(TAX_NUMBER.toLowerCase())
    await form.getByRole('button', { name: '提交申请' }).click()
    await expect(page.getByText(/申请已提交，金额 ¥19\.90/)).toBeVisible()
    await expect(form).toHaveCount(0)
    const line = page.locator('details').filter({ hasText: NAME })
    await expect(line.locator('summary')).toContainText('待开')
    await inspect()

    await line.getByRole('link', { name: order!.orderNo }).click()
    const card = page.getByRole('region', { name: '发票' })
    await expect(card).toContainText('待开')
    await expect(card.getByRole('link', { name: '申请发票' })).toHaveCount(0)
    await inspect()

    await page.getByRole('link', { name: '查看发票' }).click()
    await line.getByRole('button', { name: '撤回申请' }).click()
    await inspect()
    await page.getByRole('dialog').getByRole('button', { name: '撤回申请' }).click()
    await expect(line.locator('summary')).toContainText('已撤回')
    await line.getByRole('link', { name: '重新申请' }).click()
    await expect(form.getByRole('checkbox', { name: new RegExp(order!.orderNo) })).toBeChecked()
    await expect(form.getByRole('radio', { name: NAME })).toBeChecked()
  },
)
