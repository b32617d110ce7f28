import type { Page } from '@playwright/test'
import { consoleUrl, openConsoleAs } from '../fixtures/colleague.ts'
import { showOrder } from '../fixtures/console-order.ts'
import { countClicks } from '../fixtures/count-clicks.ts'
import { expect, test } from '../fixtures/test.ts'
import { typeByTab } from '../fixtures/type-by-tab.ts'

/** How many presses a job may take from the first page to its end. */
const MOST = 3

test(
  'console: each of the ten jobs takes at most three clicks from the first page to its end',
  { tag: '@main:desktop' },
  async ({ page, baseURL, buyer }) => {
    test.slow()
    const { orderNo } = await showOrder(baseURL, buyer.paidOrder)
    const clicks = await countClicks(page)
    await openConsoleAs(page, baseURL, 'owner')
    const counted: Record<string, number> = {}

    async function job(name: string, work: () => Promise<void>): Promise<void> {
      await page.goto(consoleUrl(baseURL))
      await expect(page.getByRole('region', { name: '操作' })).toBeVisible()
      clicks.reset()
      await work()
      counted[name] = clicks.count()
    }

    /** Fills in the form of a quick action by keyboard, agrees to its preview and reads the result. */
    async function act(title: string, given: Record<string, string>, result: RegExp) {
      await page
        .getByRole('region', { name: '操作' })
        .getByRole('link', { name: title, exact: true })
        .click()
      const dialog = page.getByRole('dialog', { name: title })
      for (const [label, text] of Object.entries(given))
        await typeByTab(page, dialog.getByLabel(label, { exact: true }), text)
      await agree(page, title, result)
    }

    await job('查找', async () => {
      await page.getByRole('button', { name: /^查找/ }).click()
      await page.keyboard.insertText(orderNo)
      await expect(page.getByRole('option', { name: new RegExp(orderNo) })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(orderNo) })).toBeVisible()
    })
    await job('重查', () => act('重查订单', { 订单: orderNo }, /没有变化/))
    await job('补单', () => act('补单', { 订单: orderNo, 原因: '客户来信' }, /没有变化/))
    const part = { 订单: orderNo, 金额: '5', 原因: '补偿' }
    await job('部分退款', () => act('退款', part, /已退款.*¥5\.00/s))
    await job('退款', () => act('退款', { 订单: orderNo }, /已退款/))
    const gift = { 用户: buyer.email, 增加: '100', 原因: '补偿' }
    await job('调整积分', () => act('调整积分', gift, /余额/))
    await job('补发邮件', () => act('重发收据', { 订单: orderNo }, /./))
    await job('重放事件', async () => {
      await page.getByRole('link', { name: '支付事件', exact: true }).click()
      const rows = page.getByRole('row').filter({ hasText: orderNo })
      await rows.first().getByRole('button', { name: /^重放/ }).click()
      await agree(page, '重放事件', /./)
    })
    await job('结束登录', () => act('结束登录', { 用户: buyer.email }, /1/))
    await job('日结', async () => {
      await page.getByRole('link', { name: '日结', exact: true }).click()
      await expect(page.getByText(/与账本一致/)).toBeVisible()
      const begun = page.waitForEvent('download')
      await page.getByRole('button', { name: '导出 CSV' }).click()
      expect(await (await begun).failure()).toBeNull()
    })

    expect(Object.keys(counted)).toHaveLength(10)
    for (const [name, count] of Object.entries(counted))
      expect(count, `clicks of ${name}`).toBeLessThanOrEqual(MOST)
  },
)

/** Previews the action where it has a preview, does it, and waits for its result. */
async function agree(page: Page, title: string, result: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  const preview = dialog.getByRole('button', { name: '预览', exact: true })
  if (await preview.isVisible()) {
    await preview.click()
    await expect(dialog.getByRole('region', { name: '将要发生的事' })).toBeVisible()
  }
  await dialog.getByRole('button', { name: '执行', exact: true }).click()
  await expect(dialog.getByRole('region', { name: '结果' })).toContainText(result)
}
