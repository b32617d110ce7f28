import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { requestInvoice } from '#contract/invoices/invoices.ts'
import { callApi } from '../fixtures/call-api.ts'
import { openConsoleAs } from '../fixtures/console/colleague.ts'
import type { Account } from '../fixtures/customer.ts'
import { buyTrials } from '../fixtures/regular-customer.ts'
import { expect, test } from '../fixtures/test.ts'

const TAX_NUMBER = '91350100M000100Y43'

/** A number of its own for each journey: the shop accepts each once. */
function newNumber(): string {
  return `26${String(randomInt(10 ** 9)).padStart(9, '0')}${String(randomInt(10 ** 9)).padStart(9, '0')}`
}

function pdfOf(text: string): Buffer {
  return Buffer.from(`%PDF-1.7\n% ${text}\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n`)
}

/** Buys a trial and asks for its invoice, made out to a company with a name of its own. */
async function askForInvoice(request: APIRequestContext, { email }: Account) {
  const [order] = await buyTrials(request, 1)
  const name = `示例科技 ${order!.orderNo} 有限公司`
  const { invoice } = await callApi(request, requestInvoice, {
    orderIds: [order!.id],
    title: { kind: 'company', name, taxNumber: TAX_NUMBER, email },
  })
  return { order: order!, invoice, name }
}

/** The desk of somebody from finance, signed in to the console. */
async function openFinanceDesk(browser: Browser, baseURL: string | undefined, viewport: Page) {
  const desk = await browser.newContext({ viewport: viewport.viewportSize() })
  const work = await desk.newPage()
  await openConsoleAs(work, baseURL, 'finance')
  return {
    work,
    async [Symbol.asyncDispose]() {
      await desk.close()
    },
  }
}

/** Fills in number and PDF of the open dialog, previews and runs its action. */
async function register(work: Page, label: string, number: string, pdf: Buffer): Promise<void> {
  const dialog = work.getByRole('dialog')
  await dialog.getByLabel(label).fill(number)
  const file = { name: `${label}.pdf`, mimeType: 'application/pdf', buffer: pdf }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByText(/已上传/)).toBeVisible()
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect(dialog.getByRole('region', { name: '变更预览' })).toContainText(number)
  await dialog.getByRole('button', { name: '执行' }).click()
  await expect(dialog.getByRole('region', { name: '结果' })).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(dialog).toHaveCount(0)
}

async function expectDownload(page: Page, button: string, name: string, bytes: Buffer) {
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toBe(name)
  expect(await readFile(await file.path())).toEqual(bytes)
}

test(
  'console: an invoice that waits on the first page is issued with its PDF, mailed and downloaded',
  { tag: '@main:desktop' },
  async ({ page, customer, inbox, browser, baseURL, inspect }) => {
    const { invoice, name } = await askForInvoice(page.request, customer)
    const number = newNumber()
    const pdf = pdfOf(number)
    await using desk = await openFinanceDesk(browser, baseURL, page)
    const { work } = desk
    await work
      .getByRole('main')
      .getByRole('link', { name: /发票待开/ })
      .first()
      .click()
    await work.getByRole('link', { name }).click()
    await expect(work.getByRole('button', { name: `复制税号 ${TAX_NUMBER}` })).toBeVisible()
    await work.getByRole('button', { name: '开具', exact: true }).click()
    await register(work, '发票号码', number, pdf)
    await expect(work.getByRole('heading', { level: 1 })).toContainText('已开')
    await inbox.untilMailSays('发票已开具', number)

    await page.goto(`/account/invoices?invoice=${invoice.id}`)
    const line = page.locator('details').filter({ hasText: name })
    await expect(line.locator('summary')).toContainText('已开')
    await expect(line.getByRole('button', { name: `复制发票号码 ${number}` })).toBeVisible()
    await inspect()
    await expectDownload(page, '下载发票', `发票-${number}.pdf`, pdf)
  },
)
