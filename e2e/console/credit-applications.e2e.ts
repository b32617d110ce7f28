import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ageColleague, consoleUrl, signInAs } from '../fixtures/console/colleague.ts'
import { inspectPage } from '../fixtures/inspect-page.ts'
import { operateShop } from '../fixtures/operate-shop.ts'
import { expect, test } from '../fixtures/test.ts'

/** Previews and runs the action of the open dialog; its result stays open. */
async function run(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect(dialog.getByRole('region', { name: '将要发生的事' })).toBeVisible()
  await dialog.getByRole('button', { name: '执行' }).click()
  const result = dialog.getByRole('region', { name: '结果' })
  await expect(result).toBeVisible()
  return result
}

test('console: an owner finds an entry in the ledger by its key', async ({
  page,
  customer,
  baseURL,
  inspect,
}) => {
  await signInAs(page, baseURL, 'owner')
  const key = `journey-${randomUUID()}`
  const adjusted = [
    'users',
    'credit',
    customer.email,
    '--give',
    '321',
    '--reason',
    '补偿',
    '--key',
    key,
  ]
  await operateShop(baseURL!, ...adjusted)
  const origin = consoleUrl(baseURL)

  await page.goto(`${origin}/credit`)
  await expect(page.getByRole('heading', { name: '按到期时间' })).toBeVisible()
  await inspect()
  await page.getByRole('navigation', { name: '积分' }).getByRole('link', { name: '流水' }).click()
  await expect(page.getByRole('region', { name: '积分流水' })).toBeVisible()
  await page.goto(`${origin}/credit/ledger?key=${key}`)
  const entry = page.getByRole('row').filter({ hasText: customer.email })
  await expect(entry).toContainText('+321')
  await inspect()
  await entry.getByRole('link', { name: customer.email }).click()
  await expect(page).toHaveURL(/\/users\/user\?user=/)
})

test('console: an owner registers and disables an application; another owner signs a new key of it', async ({
  page,
  browser,
  baseURL,
  inspect,
}) => {
  await signInAs(page, baseURL, 'owner')
  await using desk = await browser.newContext()
  const signing = await desk.newPage()
  const signer = await signInAs(signing, baseURL, 'owner', '李雷')
  await ageColleague(baseURL, signer.email)
  const name = `工具 ${randomUUID().slice(0, 8)}`
  await page.goto(`${consoleUrl(baseURL)}/applications`)
  await page.getByRole('button', { name: '登记应用' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByLabel('登录后回到').fill('https://tools.example/back')
  const made = await run(page)
  await expect(made.getByRole('button', { name: '复制API 密钥' })).toContainText(/app_/)
  await inspect()
  await dialog.getByRole('button', { name: '完成' }).click()

  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await inspect()
  await expect(page.getByText(/app_/)).toHaveCount(0)
  await page.getByRole('button', { name: '换新密钥' }).click()
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect(dialog).toContainText('需要另一位所有者或财务签字')
  await dialog.getByRole('button', { name: '执行' }).click()
  await expect(dialog.getByRole('status')).toContainText('这个操作要两个人同意')
  await dialog.getByRole('button', { name: '知道了' }).click()

  await signing.goto(`${consoleUrl(baseURL)}/signatures`)
  const request = signing.getByRole('region', { name: '换新密钥' }).filter({ hasText: name })
  await request.getByRole('button', { name: '查看并签字' }).click()
  const agreement = signing.getByRole('dialog')
  await agreement.getByRole('button', { name: '签字并执行' }).click()
  await expect(agreement.getByRole('region', { name: '结果' }).getByText(/^app_/)).toBeVisible()
  await inspectPage(signing)

  await page.reload()
  const keys = page.getByRole('table', { name: /API 密钥/ }).getByText('有效')
  await expect(keys).toHaveCount(2)
  await page.getByRole('button', { name: '停用', exact: true }).click()
  await run(page)
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('button', { name: '换新密钥' })).toHaveCount(0)
  await expect(page.getByText('已停用')).toBeVisible()
})
