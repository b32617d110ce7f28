import { api } from '#contract/api.ts'
import { callApi } from '../fixtures/call-api.ts'
import { fillInLogin } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'
import { openTool, startJob, toolsUrl } from './tools-journey.ts'

test(
  'tools: a visitor types a text, logs in at the shop, and comes back to the text',
  { tag: '@main:phone' },
  async ({ page, account, baseURL, inspect }) => {
    await page.goto(`${toolsUrl(baseURL)}/spacing`)
    await expect(page.getByText('登录后就能开始')).toBeVisible()
    await page.getByRole('textbox', { name: '原文' }).fill('用React写页面')
    await inspect()
    await page.getByRole('link', { name: /^用.*账户登录$/ }).click()
    await fillInLogin(page, account)
    await expect(page).toHaveURL(`${toolsUrl(baseURL)}/spacing`)
    await expect(page.getByRole('button', { name: /^账户菜单/ })).toBeVisible()
    await expect(page.getByRole('textbox', { name: '原文' })).toHaveValue('用React写页面')
    await startJob(page)
    await expect(page.getByText('还差 1 积分')).toBeVisible()
  },
)

test('tools: signing out there logs out at the shop', async ({ page, customer: _, baseURL }) => {
  await openTool(page, baseURL)
  await page.getByRole('textbox', { name: '原文' }).fill('秘密')
  await page.getByRole('button', { name: /^账户菜单/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(`${toolsUrl(baseURL)}/`)
  await expect(page.getByText('登录后就能开始')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '原文' })).toHaveValue('')
  await page.goto('/account/home')
  await expect(page).toHaveURL(/^.*\/account\/login\?redirect=/)
})

test('tools: logging out at the shop signs out there, and the text stays', async ({
  page,
  customer: _,
  baseURL,
  expectedProblems,
}) => {
  await openTool(page, baseURL)
  await page.getByRole('textbox', { name: '原文' }).fill('软件')
  await callApi(page.request, api.account.logout, {})
  // the shop's notice arrives by the back channel
  await expect
    .poll(async () => (await page.request.get(`${toolsUrl(baseURL)}/me`)).status())
    .toBe(401)
  await startJob(page)
  await expect(page.getByRole('heading', { name: '登录已结束' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: '原文' })).toHaveValue('软件')
  expectedProblems.push('401 POST /jobs')
})
