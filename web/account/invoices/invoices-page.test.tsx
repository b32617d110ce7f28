import { beforeEach, expect, test, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { INVOICE_STATE_LABELS, INVOICE_STATES } from '#contract/invoices/invoice-fields.ts'
import { invoiceList, withdrawInvoice } from '#contract/invoices/invoices.ts'
import {
  invoicedOrderOf,
  invoiceOf,
  invoicingPageData,
  issuedInvoiceOf,
} from '../../testing/invoices.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { logIn } from '../../testing/site.ts'
import * as invoicesPage from './invoices-page.tsx'

beforeEach(() => logIn())

const open = (search = '') =>
  renderPage(invoicesPage, `/account/invoices${search}`, invoicingPageData)
const pageOf = (list: ReturnType<typeof invoiceOf>[]) => ({
  ...{ list, total: list.length, page: 1, pageSize: 10 },
})

test('invoices are listed with title, amount and state, and opened for orders and history', async () => {
  const asked = answer(invoiceList, pageOf([issuedInvoiceOf()]))
  const { screen } = await open()
  await expect.element(screen.getByText('电子普通发票，3 个工作日内开好。')).toBeVisible()
  const row = screen.getByRole('group').filter({ hasText: '示例科技有限公司' })
  await expect.element(row).toMatchTextContent(/已开.*26117000000123456789.*¥99\.90/s)
  await row.getByText('示例科技有限公司').first().click()
  await expect
    .element(row.getByRole('link', { name: 'XQ261118-3K7F92' }))
    .toHaveAttribute('href', '/account/order?id=order-1')
  await expect
    .element(row.getByRole('button', { name: '复制税号 91350100M000100Y43' }))
    .toBeVisible()
  await expect.element(row.getByText(/已开具/)).toBeVisible()
  expect(asked).toEqual([{ page: '1', pageSize: '10' }])
})

test('every invoice shows its state, and the address opens one, which says why it is so', async () => {
  const invoices = [
    [invoiceOf({ id: 'rejected', state: 'rejected', reason: '税号不对' }), '原因：税号不对'],
    [
      issuedInvoiceOf({ id: 'due', state: 'reversal_due', reason: '订单已退款' }),
      '订单已退款。该发票将作废，请勿使用',
    ],
    [
      issuedInvoiceOf({
        ...{ id: 'reversed', state: 'reversed', reason: '订单已退款' },
        ...{ files: ['invoice', 'reversal'], reversalNumber: '26117000000123456790' },
        reversedAt: '2026-11-20T03:00:00.000Z',
      }),
      '红字发票号码 26117000000123456790，原因：订单已退款',
    ],
    [issuedInvoiceOf({ id: 'bare', files: [] }), '未附 PDF，如需请联系客服'],
  ] as const
  const others = INVOICE_STATES.map((state) => invoiceOf({ id: `other-${state}`, state }))
  for (const [invoice, sentence] of invoices) {
    answer(invoiceList, pageOf([invoice, ...others]))
    const { screen } = await open(`?invoice=${invoice.id}`)
    await expect.element(screen.getByText(sentence)).toBeVisible()
    expect(document.querySelectorAll('details[open]')).toHaveLength(1)
    const rows = screen.getByRole('group').elements().slice(1)
    for (const [at, state] of INVOICE_STATES.entries()) {
      expect(rows[at]?.textContent, state).toContain(INVOICE_STATE_LABELS[state])
    }
    await screen.unmount()
  }
})

test('a PDF is downloaded by its address, after a call that would say what is wrong', async () => {
  answer(
    invoiceList,
    pageOf([issuedInvoiceOf({ state: 'reversed', files: ['invoice', 'reversal'] })]),
  )
  const { screen } = await open('?invoice=invoice-1')
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(this.getAttribute('href') ?? '')
  })
  await screen.getByRole('button', { name: '下载发票' }).click()
  await screen.getByRole('button', { name: '下载红字发票' }).click()
  await expect
    .poll(() => clicked)
    .toEqual([
      '/clients/web/invoice/file?id=invoice-1&file=invoice',
      '/clients/web/invoice/file?id=invoice-1&file=reversal',
    ])
  refuse(invoiceList, 'DEPENDENCY_DOWN')
  await screen.getByRole('button', { name: '下载发票' }).click()
  await expect.element(screen.getByText('服务暂时不可用，请稍后再试')).toBeVisible()
  expect(clicked).toHaveLength(2)
})

test('a request that was answered meanwhile is not withdrawn: the list shows its new state', async () => {
  answer(invoiceList, pageOf([invoiceOf()]))
  refuse(withdrawInvoice, 'INVOICE_STATE')
  const { screen } = await open('?invoice=invoice-1')
  await screen.getByRole('button', { name: '撤回申请' }).click()
  answer(invoiceList, pageOf([issuedInvoiceOf()]))
  await screen.getByRole('dialog').getByRole('button', { name: '撤回申请' }).click()
  await expect.element(screen.getByText('发票状态已变化，请刷新后查看')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '下载发票' })).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('an empty list says so and links on, and so does a shop without invoices', async () => {
  for (const [search, total, title, link, to] of [
    ['', 0, '还没有发票', '查看我的订单', '/account/orders'],
    ['?state=rejected', 0, '没有已拒的发票', '查看全部发票', '/account/invoices'],
    ['?page=9', 12, '这一页没有发票', '回到第一页', '/account/invoices'],
  ] as const) {
    answer(invoiceList, { list: [], total, page: 1, pageSize: 10 })
    const { screen } = await open(search)
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: link })).toHaveAttribute('href', to)
    await screen.unmount()
  }
  const { screen } = await renderPage(invoicesPage, '/account/invoices')
  await expect.element(screen.getByRole('heading', { name: '暂不提供在线开票' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '申请发票' })).not.toBeInTheDocument()
})

test('long names and many orders stay inside a phone', async () => {
  await browser.viewport(390, 844)
  const orders = Array.from({ length: 50 }, (_, at) =>
    invoicedOrderOf({ id: `order-${at}`, planName: '很长的套餐名称'.repeat(6) }),
  )
  answer(invoiceList, pageOf([issuedInvoiceOf({ name: '长'.repeat(100), orders })]))
  const { screen } = await open('?invoice=invoice-1')
  await expect.element(screen.getByText('订单（50 笔）')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
})
