import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { invoiceableOrders, requestInvoice } from '#contract/invoices.ts'
import { callApi } from '../fixtures/call-api.ts'
import { consoleUrl, openConsoleAs } from '../fixtures/colleague.ts'
import { operateShop } from '../fixtures/operate-shop.ts'
import { goodCard } from '../fixtures/regular-customer.ts'
import { expect, test } from '../fixtures/test.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const RED = Buffer.from('%PDF-1.7\n2 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const NUMBER = '26117000000123456789'
const RED_NUMBER = '26117000000123456790'

/** Chooses the PDF, previews and runs the action of the open dialog. */
async function act(work: Page, number: string, name: string, buffer: Buffer): Promise<void> {
  const dialog = work.getByRole('dialog')
  await dialog.getByLabel('发票号码').or(dialog.getByLabel('号码')).first().fill(number)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await expect(dialog.getByText(/已上传/)).toBeVisible()
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect(dialog.getByRole('region', { name: '将要发生的事' })).toBeVisible()
  await dialog.getByRole('button', { name: '执行' }).click()
  await expect(dialog.getByRole('region', { name: '结果' })).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(dialog).toHaveCount(0)
}

async function expectDownload(page: Page, button: string, bytes: Buffer): Promise<void> {
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  expect(await readFile(await file.path())).toEqual(bytes)
}

test(
  'console: invoice from request to download and 红冲',
  { tag: '@main:desktop' },
  async ({ page, customer, inbox, browser, baseURL, inspect }) => {
    test.slow()
    const { createPaymentIntent, confirmPayment } = api.recharge
    const plan = { id: 'trial', num: 1 }
    const { clientSecret, orderId } = await callApi(page.request, createPaymentIntent, plan)
    const paymentMethodId = await goodCard(page.request)
    await callApi(page.request, confirmPayment, { clientSecret, paymentMethodId })
    const { list } = await callApi(page.request, api.recharge.orderList, {})
    const order = list.find(({ id }) => id === orderId)!
    const name = `示例科技 ${order.orderNo} 有限公司`
    await callApi(page.request, requestInvoice, {
      orderIds: [orderId],
      title: { kind: 'company', name, taxNumber: '91350100M000100Y43', email: customer.email },
    })

    const desk = await browser.newContext()
    const work = await desk.newPage()
    await openConsoleAs(work, baseURL, 'finance')
    await work.goto(consoleUrl(baseURL))
    await work.getByRole('link', { name: /^发票/ }).first().click()
    await work.getByRole('link', { name }).click()
    await expect(work.getByRole('button', { name: '复制税号 91350100M000100Y43' })).toBeVisible()
    await work.getByRole('button', { name: '开具', exact: true }).click()
    await act(work, NUMBER, '发票.pdf', PDF)
    await expect(work.getByRole('heading', { level: 1 })).toContainText('已开')
    await inbox.untilMailSays('发票', '已开')

    await page.goto('/account/invoices')
    const line = page.locator('details').filter({ hasText: name })
    await line.locator('summary').click()
    await expect(line.getByRole('button', { name: `复制发票号码 ${NUMBER}` })).toBeVisible()
    await inspect()
    await expectDownload(page, '下载发票', PDF)

    const part = ['--amount', '9.95', '--reason', '多买了一份']
    await operateShop(baseURL!, 'orders', 'refund', order.orderNo, ...part)
    await work.reload()
    await expect(work.getByRole('heading', { level: 1 })).toContainText('需红冲')
    await page.reload()
    await expect(line.locator('summary')).toContainText('需红冲')
    await line.locator('summary').click()
    await expect(line.getByText('等待红冲')).toBeVisible()
    await inspect()

    await work.goto(`${consoleUrl(baseURL)}/invoices?open=1`)
    await work.getByRole('link', { name }).click()
    await work.getByRole('button', { name: '红冲', exact: true }).click()
    await act(work, RED_NUMBER, '红字发票.pdf', RED)
    await expect(work.getByRole('heading', { level: 1 })).toContainText('已红冲')
    await desk.close()

    await page.reload()
    await expect(line.locator('summary')).toContainText('已红冲')
    await line.locator('summary').click()
    await expect(line.getByText(`红字发票号码 ${RED_NUMBER}`)).toBeVisible()
    await inspect()
    await expectDownload(page, '下载红字发票', RED)
    await line.getByRole('link', { name: '重新申请' }).click()
    const form = page.getByRole('region', { name: '申请发票' })
    await expect(form.getByRole('checkbox', { name: new RegExp(order.orderNo) })).toBeChecked()
    await form.getByRole('button', { name: '提交申请' }).click()
    await expect(page.getByText(/申请已提交，金额 ¥9\.95/)).toBeVisible()
  },
)

test('console: a request is rejected with a common reason, and the customer can ask again', async ({
  page,
  customer,
  baseURL,
  inspect,
}) => {
  test.slow()
  const { createPaymentIntent, confirmPayment } = api.recharge
  const { clientSecret, orderId } = await callApi(page.request, createPaymentIntent, {
    ...{ id: 'trial', num: 1 },
  })
  const paymentMethodId = await goodCard(page.request)
  await callApi(page.request, confirmPayment, { clientSecret, paymentMethodId })
  const asked = await callApi(page.request, requestInvoice, {
    orderIds: [orderId],
    title: { kind: 'person', name: '林晚', email: customer.email },
  })
  await openConsoleAs(page, baseURL, 'finance')
  await page.goto(`${consoleUrl(baseURL)}/invoices?user=${encodeURIComponent(customer.email)}`)
  await page.getByRole('link', { name: '林晚' }).click()
  await expect(page).toHaveURL(new RegExp(`invoice=${asked.invoice.id}`))
  await inspect()
  await page.getByRole('button', { name: '拒绝', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '重复申请' }).click()
  await inspect()
  await dialog.getByRole('button', { name: '预览' }).click()
  await dialog.getByRole('button', { name: '执行' }).click()
  await expect(dialog.getByRole('region', { name: '结果' })).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('已拒')
  await inspect()
  await page.goto(`/account/invoices?invoice=${asked.invoice.id}`)
  await expect(page.getByText('原因：重复申请')).toBeVisible()
  const free = await callApi(page.request, invoiceableOrders, {})
  expect(free.list).toMatchObject([{ id: orderId }])
})
