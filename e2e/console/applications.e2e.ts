import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { consoleUrl, signInAs } from '../fixtures/console/colleague.ts'
import { expect, test } from '../fixtures/test.ts'

/** Previews and runs the action of the open dialog; its result stays open. */
async function run(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect(dialog.getByRole('region', { name: '变更预览' })).toBeVisible()
  await dialog.getByRole('button', { name: '执行' }).click()
  const result = dialog.getByRole('region', { name: '结果' })
  await expect(result).toBeVisible()
  return result
}

test('console: an owner registers and disables an application', async ({
  page,
  baseURL,
  inspect,
}) => {
  await signInAs(page, baseURL, 'owner')
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
  await page.getByRole('button', { name: '停用', exact: true }).click()
  await run(page)
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('button', { name: '换新密钥' })).toHaveCount(0)
  await expect(page.getByText('已停用')).toBeVisible()
})
