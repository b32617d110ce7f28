import { expect, type Page } from '@playwright/test'
import { operateShop } from '../fixtures/operate-shop.ts'

/** The tools site that `npm start` runs beside the shop. */
export function toolsUrl(baseURL: string | undefined): string {
  const url = new URL(baseURL!)
  url.port = String(Number(url.port) + 2)
  return url.origin
}

/** Opens a tool as a customer whom the shop knows. */
export async function openTool(page: Page, baseURL: string | undefined, path = '/'): Promise<void> {
  await page.goto(toolsUrl(baseURL) + path)
  await expect(page.getByRole('button', { name: /^账户菜单/ })).toBeVisible()
}

export async function giveCredit(baseURL: string, email: string, amount: number): Promise<void> {
  const reason = ['--give', String(amount), '--reason', '试用']
  await operateShop(baseURL, 'users', 'credit', email, ...reason)
}
