import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

const PASSWORD = 'an-arc-between-two-shores'

test('registration code works only in the browser that asked for it', async ({
  page,
  browser,
  inbox,
}) => {
  await page.goto('/account/register')
  await page.getByRole('textbox', { name: '邮箱', exact: true }).fill(inbox.address)
  await page.getByRole('button', { name: '发送验证码' }).click()
  await expect(page.getByRole('button', { name: /^\d+ 秒后重发$/ })).toBeVisible()
  const code = await inbox.code()
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name.endsWith('-asker'))).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
  })

  const elsewhere = await browser.newPage({ baseURL: new URL(page.url()).origin })
  await elsewhere.goto('/account/register')
  await elsewhere.getByRole('textbox', { name: '邮箱', exact: true }).fill(inbox.address)
  await fillInRest(elsewhere, code)
  await expect(elsewhere.getByText('不是在当前浏览器获取的，请重新获取')).toBeVisible()
  await expect(elsewhere).toHaveURL('/account/register')
  await elsewhere.close()

  await fillInRest(page, code)
  await expect(page).toHaveURL('/account/login')
  await expect(page.getByText('注册成功')).toBeVisible()
})

async function fillInRest(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: '验证码', exact: true }).fill(code)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '注册' }).click()
}
