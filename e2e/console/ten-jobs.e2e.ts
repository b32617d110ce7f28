import type { Page } from '@playwright/test'
import { consoleUrl, showOrder, signInAs } from '../fixtures/console/colleague.ts'
import { countClicks } from '../fixtures/console/count-clicks.ts'
import { expect, test } from '../fixtures/test.ts'
import { typeByTab } from '../fixtures/type-by-tab.ts'

/**
 * How many clicks a job may take from the first page until its result is shown. Every press of the mouse or a finger
 * counts, also that on 预览 and 执行; what is typed or pasted and the keys of the search do not. Closing the result
 * is no part of the job.
 */
const MOST = 3

/** Does a job from the first page on; fails when it takes too many clicks. */
type DoJob = (work: () => Promise<void>) => Promise<void>

async function startJobs(page: Page, baseURL: string | undefined): Promise<DoJob> {
  await signInAs(page, baseURL, 'owner')
  const clicks = await countClicks(page)
  return async (work) => {
    await page.goto(consoleUrl(baseURL))
    await expect(page.getByRole('region', { name: '操作' })).toBeVisible()
    clicks.reset()
    await work()
    expect(clicks.count()).toBeGreaterThan(0)
    expect(clicks.count()).toBeLessThanOrEqual(MOST)
  }
}

/** Opens a quick action, types what it asks for, agrees to its preview and waits for its result. */
async function act(page: Page, title: string, given: Record<string, string>, result: RegExp) {
  const actions = page.getByRole('region', { name: '操作' })
  await actions.getByRole('link', { name: title, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  for (const [label, text] of Object.entries(given))
    await typeByTab(page, dialog.getByLabel(label, { exact: true }), text)
  const preview = dialog.getByRole('button', { name: '预览', exact: true })
  const run = dialog.getByRole('button', { name: '执行', exact: true })
  await expect(preview.or(run)).toBeVisible()
  if (await preview.isVisible()) {
    await preview.click()
    await expect(dialog.getByRole('region', { name: '变更预览' })).toBeVisible()
  }
  await run.click()
  await expect(dialog.getByRole('region', { name: '结果' })).toContainText(result)
}

test('console: ten jobs take at most three clicks from the first page each', async ({
  page,
  baseURL,
  buyer,
}) => {
  test.slow()
  const { orderNo } = await showOrder(baseURL, buyer.paidOrder)
  const job = await startJobs(page, baseURL)
  await job(async () => {
    await page.getByRole('button', { name: /^查找/ }).click()
    await page.keyboard.insertText(orderNo)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(orderNo) })).toBeVisible()
  })
  await job(() => act(page, '重查订单', { 订单: orderNo }, /没有变化/))
  await job(() => act(page, '补单', { 订单: orderNo, 原因: '客户来信' }, /没有变化/))
  await job(() => act(page, '重发收据', { 订单: orderNo }, /./))

  await page.goto(`${consoleUrl(baseURL)}/events?order=${orderNo}`)
  const row = page.getByRole('row').filter({ hasText: 'payment_intent.succeeded' })
  const label = await row.getByRole('button', { name: /^重放/ }).getAttribute('aria-label')
  const [id = ''] = /evt_\w+/.exec(label ?? '') ?? []
  await job(() => act(page, '重放事件', { 编号: id }, /以前已经处理过，没有变化/))
  await job(async () => {
    await page.getByRole('link', { name: '支付事件', exact: true }).click()
    await page.getByRole('button', { name: `重放 ${id}` }).click()
    const dialog = page.getByRole('dialog', { name: '重放事件' })
    await dialog.getByRole('button', { name: '执行' }).click()
    await expect(dialog.getByRole('region', { name: '结果' })).toContainText('没有变化')
  })

  const part = { 订单: orderNo, 金额: '5', 原因: '补偿' }
  await job(() => act(page, '退款', part, /退款¥5\.00，已退款/))
  await job(() => act(page, '退款', { 订单: orderNo }, /退款¥14\.90，已退款/))
  const gift = { 用户: buyer.email, 增加: '100', 原因: '补偿' }
  await job(() => act(page, '调整积分', gift, /余额\s*100/))
  await job(() => act(page, '结束登录', { 用户: buyer.email }, /1/))
  await job(async () => {
    await page.getByRole('link', { name: '日结', exact: true }).click()
    await expect(page.getByText(/与账本一致/)).toBeVisible()
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出 CSV' }).click()
    expect(await (await begun).failure()).toBeNull()
  })
})
