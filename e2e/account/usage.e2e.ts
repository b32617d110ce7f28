import { readFile } from 'node:fs/promises'
import { api } from '#contract/api.ts'
import { callApi } from '../fixtures/call-api.ts'
import { operateShop } from '../fixtures/operate-shop.ts'
import { registerApplication } from '../fixtures/spend-as-application.ts'
import { expect, test } from '../fixtures/test.ts'

test(
  'usage: what a tool charged and holds is seen by day and charge by charge, filtered and downloaded',
  { tag: '@main:phone' },
  async ({ page, customer, baseURL, inspect }) => {
    // operator's commands are programs of their own, and every state is inspected
    test.slow()
    await page.goto('/account/usage')
    await expect(page.getByText('所选时间内没有记录')).toBeVisible()
    await inspect()

    const { user } = await callApi(page.request, api.account.profile, {})
    const tool = await registerApplication(baseURL!, '翻译工具')
    await operateShop(
      baseURL!,
      ...['users', 'credit', customer.email, '--give', '1000', '--reason', '试用'],
    )
    const made = await tool.post(user.id, 'charges', {
      ...{ amount: 96, reason: '翻译 · 产品手册', usage: { characters: 11_930 } },
    })
    const { charge } = Object(made)
    await tool.post(user.id, `charges/${charge.id}/reverse`, { amount: 16, reason: '漏译一段' })
    await tool.post(user.id, 'holds', { amount: 120, reason: '翻译 · 年度报告' })

    await page.reload()
    await expect(page.getByText('余额 920 − 预留 120 = 可用 800')).toBeVisible()
    await expect(page.getByText('1 个任务进行中')).toBeVisible()
    const line = page.locator('details').filter({ hasText: '产品手册' })
    await expect(line.locator('summary')).toContainText('已退回 16')
    await line.locator('summary').click()
    await expect(line.getByText('11,930')).toBeVisible()
    await expect(line.getByText('漏译一段')).toBeVisible()
    await inspect()

    await page.getByText('按天查看').click()
    await expect(page.getByRole('row', { name: '合计 96 96 16' })).toBeVisible()
    const days = page.getByRole('slider', { name: '按天查看扣费' })
    await expect(days).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`共 96，${tool.name} 96，退回 16$`),
    )
    await days.press('ArrowLeft')
    await expect(days).toHaveAttribute('aria-valuetext', /共 0$/)
    await inspect()

    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出 CSV' }).click()
    const file = await downloaded
    expect(file.suggestedFilename()).toMatch(/^usage-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain('翻译 · 产品手册')
    expect(text.trim().split('\r\n')).toHaveLength(3)

    await page.getByLabel('来源').selectOption('仅应用内')
    await expect(page).toHaveURL('/account/usage?key=web')
    await page.getByRole('link', { name: '7 天' }).click()
    await expect(page).toHaveURL('/account/usage?key=web&days=7')
    await page.goBack()
    await expect(page).toHaveURL('/account/usage?key=web')
    await page.getByLabel('从', { exact: true }).fill('2026-01-31')
    await page.getByLabel('到', { exact: true }).fill('2026-01-01')
    await expect(page.getByRole('alert')).toHaveText('开始日期不能晚于结束日期')
    await page.getByLabel('从', { exact: true }).fill('2025-12-25')
    await expect(page).toHaveURL('/account/usage?key=web&first=2025-12-25&last=2026-01-01')
    await expect(page.getByText('没有符合条件的记录')).toBeVisible()
    await inspect()
    await page.getByRole('link', { name: '查看最近 30 天的全部记录' }).click()
    await expect(page.locator('details').filter({ hasText: '产品手册' })).toBeVisible()
  },
)
