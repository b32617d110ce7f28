import { api } from '#contract/api.ts'
import { untilBooted } from '../fixtures/boot-page.ts'
import { callApi } from '../fixtures/call-api.ts'
import { fillInLogin } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'
import { openTool, toolsUrl } from './tools-journey.ts'

test(
  'tools: a visitor logs in at the shop and comes back to the same tool',
  { tag: '@main:phone' },
  async ({ page, account, baseURL, inspect }) => {
    await page.goto(`${toolsUrl(baseURL)}/picture`)
    await expect(page.getByText('登录后即可开始')).toBeVisible()
    await inspect()
    await page.getByRole('link', { name: /^用.*账户登录$/ }).click()
    await fillInLogin(page, account)
    await expect(page).toHaveURL(`${toolsUrl(baseURL)}/picture`)
    await expect(page.getByRole('button', { name: /^账户菜单/ })).toBeVisible()
    await expect(page.getByRole('button', { name: '开始识别' })).toBeVisible()
  },
)

test('tools: signing out there logs out at the shop, whose other windows leave at once, and what was typed is gone', async ({
  page,
  context,
  customer,
  baseURL,
}) => {
  const field = page.getByRole('textbox', { name: '输入内容' })
  const beside = await context.newPage()
  // the driver lets every page believe that it has the focus
  await beside.addInitScript(() => (document.hasFocus = () => false))
  await beside.goto('/account/home')
  await untilBooted(beside)
  await openTool(page, baseURL)
  await field.fill('秘密')
  await page.getByRole('button', { name: /^账户菜单/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(`${toolsUrl(baseURL)}/`)
  await expect(page.getByText('登录后即可对话')).toBeVisible()
  await expect(beside).toHaveURL('/account/login?redirect=%2Faccount%2Fhome')
  await page.goto('/account/home')
  await expect(page).toHaveURL(/^.*\/account\/login\?redirect=/)
  await fillInLogin(page, customer)
  await expect(page).toHaveURL(/\/account\/home$/)
  await openTool(page, baseURL)
  await expect(field).toHaveValue('')
})

test('tools: logging out at the shop signs out there, and the pictures stay', async ({
  page,
  customer: _,
  baseURL,
  expectedProblems,
}) => {
  await openTool(page, baseURL, '/picture')
  await page.getByRole('button', { name: '使用示例图片' }).click()
  await expect(page.getByRole('form').getByRole('listitem')).toHaveCount(1)
  await callApi(page.request, api.account.logout, {})
  // the shop's notice arrives by the back channel
  await expect
    .poll(async () => (await page.request.get(`${toolsUrl(baseURL)}/me`)).status())
    .toBe(401)
  await page.getByRole('button', { name: '开始识别' }).click()
  await expect(page.getByText('登录已结束', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('form').getByRole('listitem')).toHaveCount(1)
  expectedProblems.push('401 POST /jobs/pictures')
})
