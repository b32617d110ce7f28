import { expect, type Page } from '@playwright/test'

const LOGIN = { 邮箱: 'username', 密码: 'current-password' }
const REGISTER = { 邮箱: 'email', 验证码: 'one-time-code', 密码: 'new-password' }
const PAY = { 数量: 'off', 卡号: 'cc-number', 有效期: 'cc-exp', 安全码: 'cc-csc' }

/** What browsers and password managers are told of every field, by the page it is on. */
const TOKENS: Record<string, Record<string, string>> = {
  '/account/login': LOGIN,
  '/account/login2': LOGIN,
  '/account/register': REGISTER,
  '/account/register2': REGISTER,
  '/account/reset-password': { 邮箱: 'username' },
  '/account/change-password': {
    当前密码: 'current-password',
    新密码: 'new-password',
    确认密码: 'new-password',
  },
  '/account/change-email': { 新邮箱: 'email', 验证码: 'one-time-code' },
  '/account/edit': { 昵称: 'nickname' },
  '/account/recharge': PAY,
  '/account/recharge2': PAY,
}

/** Each field of an account page says what belongs into it; a new one has to stand in the table. */
export async function expectAutofill(page: Page, path: string): Promise<void> {
  const found = await page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>('main input')
    return [...fields]
      .filter((field) => !['radio', 'checkbox'].includes(field.type) && field.checkVisibility())
      .map((field) => [field.labels?.[0]?.textContent ?? field.ariaLabel, field.autocomplete])
  })
  expect(Object.fromEntries(found)).toEqual(TOKENS[path] ?? {})
}
