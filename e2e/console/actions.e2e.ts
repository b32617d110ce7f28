import { api } from '#contract/api.ts'
import { callApi } from '../fixtures/call-api.ts'
import { consoleUrl, openConsoleAs } from '../fixtures/console/colleague.ts'
import { expect, test } from '../fixtures/test.ts'

test(
  'console: finance adjusts a customer’s credit, which the customer sees with its reason',
  { tag: '@main:desktop' },
  async ({ page, browser, customer, baseURL, inspect }) => {
    const desk = await browser.newContext()
    const work = await desk.newPage()
    const { email } = await openConsoleAs(work, baseURL, 'finance')
    // two clicks from the first page
    await work.getByRole('link', { name: '调整积分' }).click()
    const dialog = work.getByRole('dialog', { name: '调整积分' })
    await dialog.getByRole('button', { name: '预览' }).click()
    await expect(dialog.getByLabel('用户')).toHaveAccessibleDescription(/请输入用户/)
    await dialog.getByLabel('用户').fill(customer.email)
    await dialog.getByLabel('增加').fill('1200')
    await dialog.getByLabel('原因').fill('多等了一天的补偿')
    await dialog.getByRole('button', { name: '预览' }).click()
    await expect(dialog.getByRole('region', { name: '变更预览' })).toContainText('+1,200，现有 0')
    await dialog.getByRole('button', { name: '执行' }).click()
    await expect(dialog.getByRole('region', { name: '结果' })).toContainText('余额1,200')
    await dialog.getByRole('button', { name: '完成' }).click()

    await work.goto(`${consoleUrl(baseURL)}/audit?command=users+credit&operator=${email}`)
    await work.getByRole('button', { name: '调整积分', exact: true }).click()
    const entry = work.getByRole('dialog')
    await expect(entry).toContainText('多等了一天的补偿')
    await expect(entry).toContainText('1200')
    await desk.close()

    const { credit } = await callApi(page.request, api.account.profile, {})
    expect(credit.balance).toBe(1200)
    await page.goto('/account/home')
    await expect(page.getByText('多等了一天的补偿').first()).toBeVisible()
    await inspect()
  },
)
