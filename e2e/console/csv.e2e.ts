import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { consoleUrl, openConsoleAs, showOrder } from '../fixtures/console/colleague.ts'
import { operateShop } from '../fixtures/operate-shop.ts'
import { expect, test } from '../fixtures/test.ts'

/** Clicks 导出 CSV and reads the file that the browser has saved. */
async function download(page: Page): Promise<{ name: string; lines: Record<string, string>[] }> {
  const begun: Promise<Download> = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 CSV' }).click()
  const file = await begun
  expect(await file.failure()).toBeNull()
  const text = await readFile(await file.path(), 'utf8')
  const options = { bom: true, columns: true, trim: true, record_delimiter: '\r\n' } as const
  return { name: file.suggestedFilename(), lines: parse(text, options) }
}

interface Books {
  sums: { payment: { amount: number; count: number } }[]
  credit: { due: number; booked: number; differing: number }
}

/** What the terminal says of the day: the provider's payments and what the ledger has of them. */
async function booksOf(baseURL: string | undefined, day: string): Promise<Books> {
  const text = await operateShop(baseURL!, 'books', 'day', '--day', day)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command prints
  return JSON.parse(text) as Books
}

test('console: close of the day in three clicks: sums, their file, and the terminal say the same', async ({
  page,
  baseURL,
  buyer,
  inspect,
}) => {
  await openConsoleAs(page, baseURL, 'finance')
  await page.getByRole('link', { name: '日结' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '日结' })).toBeVisible()
  await expect(page.getByText(/与账本一致/)).toBeVisible()
  // it may be another day by now
  const { orderNo } = await showOrder(baseURL, buyer.paidOrder)
  const day = orderNo.replace(/^(\d{4})(\d{2})(\d{2}).*/, '$1-$2-$3')
  await page.getByLabel('日期').fill(day)
  await page.getByRole('button', { name: '看这一天' }).click()
  await expect(page).toHaveURL(`${consoleUrl(baseURL)}/books?day=${day}`)
  await expect(page.getByText(/与账本一致/)).toBeVisible()
  await inspect()
  // other journeys buy meanwhile: the file has no less than before it, and no more than after it
  const before = await booksOf(baseURL, day)
  const { name, lines } = await download(page)
  const after = await booksOf(baseURL, day)
  expect(name).toBe(`日结-${day.replaceAll('-', '')}.csv`)
  const mine = lines.filter((line) => line['用户'] === buyer.email)
  expect(mine).toMatchObject([{ 类型: '收款', 币种: 'CNY', 金额: '19.90' }])
  const paid = lines.filter((line) => line['类型'] === '收款')
  const sum = paid.reduce((total, line) => total + Math.round(Number(line['金额']) * 100), 0)
  expect(paid.length).toBeGreaterThanOrEqual(before.sums[0]!.payment.count)
  expect(paid.length).toBeLessThanOrEqual(after.sums[0]!.payment.count)
  expect(sum).toBeGreaterThanOrEqual(before.sums[0]!.payment.amount)
  expect(sum).toBeLessThanOrEqual(after.sums[0]!.payment.amount)
  expect(after.credit).toMatchObject({ due: after.credit.booked, differing: 0 })
  await page.getByRole('button', { name: '与支付平台核对' }).click()
  await expect(page.getByText(/与支付平台(一致|有)|还没有可以比较的付款/)).toBeVisible()
  await page.getByRole('link', { name: '前一天' }).click()
  await expect(page.getByText(/没有收款，也没有退款/)).toBeVisible()
  await inspect()
})
