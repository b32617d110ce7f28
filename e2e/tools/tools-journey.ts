import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { callApi } from '../fixtures/call-api.ts'
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

export async function userIdOf(page: Page): Promise<string> {
  return (await callApi(page.request, api.account.profile, {})).user.id
}

/** Starts the job and waits until its result is there. */
export async function convert(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: '原文' }).fill(text)
  await startJob(page)
  await expect(page.getByText('已完成', { exact: true })).toBeVisible()
}

export async function startJob(page: Page): Promise<void> {
  await page.locator('#start').click()
}
