import { expect, test, vi } from 'vitest'
import { act } from '#contract/console/actions.ts'
import {
  listConsoleInvoices,
  readConsoleInvoice,
  uploadInvoiceFile,
} from '#contract/console/invoices.ts'
import { answer, leaveUnanswered, refuse } from '#web/testing/network.ts'
import { pdfProblem } from '../actions/read-pdf.ts'
import { invoiceDetailOf, invoiceForms } from '../testing/invoice-samples.ts'
import { answerFrame, renderConsole, renderPart, signIn } from '../testing/render-console.tsx'
import { InvoiceHead } from './invoice-head.tsx'

const at = '2026-11-19T02:25:00.000Z'
const ID = invoiceDetailOf().id
const PAGE = `/invoices/invoice?invoice=${ID}`
const site = { invoices: { note: '电子普通发票' } }
const preview = { facts: [{ label: '抬头', value: '示例科技有限公司' }], sentences: [] }
const report = { facts: [], sentences: ['已开具，邮件已发出。'] }
const issued = invoiceDetailOf({
  ...{ state: 'issued', number: '26117000000123456789', issuedAt: at },
  files: [
    {
      ...{ file: 'invoice', name: '发票.pdf', bytes: 120_000, uploadedAt: at },
      ...{ uploadedBy: 'caiwu@example.com', isDownloaded: false },
    },
  ],
})

async function open(invoice = invoiceDetailOf(), forms = invoiceForms) {
  signIn()
  answerFrame(forms)
  answer(listConsoleInvoices, { invoices: [], count: { count: 1, isMore: false }, next: null })
  const received = answer(readConsoleInvoice, invoice)
  return { received, ...(await renderConsole(PAGE, site)) }
}

const pdf = (size = 20, name = '发票.pdf') =>
  new File(['%PDF-1.7\n', 'x'.repeat(size)], name, { type: 'application/pdf' })

test('an invoice shows what is typed into the tax system, each value to be copied', async () => {
  const { screen, received } = await open()
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toMatchTextContent(/示例科技.*待开/)
  for (const value of [
    '抬头 示例科技有限公司',
    '税号 91350100M000100Y43',
    '接收邮箱 finance@example.com',
  ])
    await expect.element(screen.getByRole('button', { name: `复制${value}` })).toBeVisible()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await screen.getByRole('button', { name: '复制金额 1199.00' }).click()
  expect(copied).toHaveBeenCalledWith('1199.00')
  await expect
    .element(screen.getByRole('link', { name: 'XQ2' }))
    .toHaveAttribute('href', '/orders/order?order=XQ2')
  expect(received).toEqual([{ invoice: ID }])
})

test('an order whose amount changed since is marked', async () => {
  const [first, second] = invoiceDetailOf().orders
  const { screen } = await open(
    invoiceDetailOf({ state: 'reversal_due', orders: [first!, { ...second!, left: 0 }] }),
  )
  const row = screen.getByRole('row').filter({ hasText: 'XQ2' })
  await expect.element(row).toMatchTextContent(/¥599\.50.*¥0\.00.*不同/s)
  await expect
    .element(screen.getByText('1 笔订单在申请后有退款或争议败诉', { exact: false }))
    .toBeVisible()
})

test('a PDF is checked, sent at once, and issued with the number after a preview', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: '开具' }).click()
  const dialog = screen.getByRole('dialog', { name: '开具发票' })
  const picker = dialog.getByLabelText('PDF')
  expect(await pdfProblem(pdf(2_000_000))).toBe('文件有 2.0 MB，不能超过 2.0 MB')
  await picker.upload(new File(['<html>'], '发票.pdf', { type: 'application/pdf' }))
  await expect.element(dialog.getByText('这不是 PDF 文件')).toBeVisible()

  const uploads = answer(uploadInvoiceFile, { id: 'upload-1', name: '发票.pdf', bytes: 29 })
  await picker.upload(pdf())
  await expect.element(dialog.getByText(/已上传/)).toBeVisible()
  await expect.element(dialog.getByText('这不是 PDF 文件')).not.toBeInTheDocument()
  expect(uploads.map(({ name, content }) => [name, atob(content).slice(0, 8)])).toEqual([
    ['发票.pdf', '%PDF-1.7'],
  ])
  await dialog.getByLabelText('发票号码').fill('26117000000123456789')
  const previewed = answer(act, { is: 'preview', preview, mark: 'mark-1' })
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect.element(dialog.getByRole('region', { name: '变更预览' })).toBeVisible()
  const given = { invoice: ID, number: '26117000000123456789', upload: 'upload-1' }
  expect(previewed).toEqual([{ command: 'invoices issue', given, mark: null }])

  const done = answer(act, { is: 'done', report })
  answer(readConsoleInvoice, issued)
  await dialog.getByRole('button', { name: '执行' }).click()
  await expect.element(dialog.getByText('已开具，邮件已发出。')).toBeVisible()
  expect(done).toEqual([{ command: 'invoices issue', given, mark: 'mark-1' }])
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect.element(screen.getByRole('button', { name: '下载发票' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '开具' })).not.toBeInTheDocument()
})

test('nothing is previewed while a file is sent; sending can be stopped, and its failure is shown', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: '开具' }).click()
  const dialog = screen.getByRole('dialog', { name: '开具发票' })
  const signals = leaveUnanswered(uploadInvoiceFile)
  await dialog.getByLabelText('PDF').upload(pdf())
  await expect.element(dialog.getByRole('progressbar', { name: '正在上传' })).toBeVisible()
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect.element(dialog.getByText('还在上传，请稍候')).toBeVisible()
  await dialog.getByRole('button', { name: '停止上传' }).click()
  await expect.element(dialog.getByText(/选择 PDF，或拖到这里/)).toBeVisible()
  expect(signals[0]?.aborted).toBe(true)
  refuse(uploadInvoiceFile, 'VALIDATION', { fields: { content: '这不是 PDF' } })
  await dialog.getByLabelText('PDF').upload(pdf())
  await expect.element(dialog.getByText('上传失败：这不是 PDF')).toBeVisible()
})

test('a dropped file is sent too, and another file drops the preview', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: '开具' }).click()
  const dialog = screen.getByRole('dialog', { name: '开具发票' })
  answer(uploadInvoiceFile, { id: 'upload-1', name: '一.pdf', bytes: 29 })
  const drop = (file: File) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(file)
    dialog
      .getByLabelText('PDF')
      .element()
      .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  }
  drop(pdf(20, '一.pdf'))
  await expect.element(dialog.getByText(/一\.pdf/)).toBeVisible()
  await expect.element(dialog.getByText(/已上传/)).toBeVisible()
  answer(act, { is: 'preview', preview, mark: 'mark-1' })
  await dialog.getByRole('button', { name: '预览' }).click()
  await expect.element(dialog.getByRole('button', { name: '执行' })).toBeVisible()
  answer(uploadInvoiceFile, { id: 'upload-2', name: '二.pdf', bytes: 29 })
  drop(pdf(20, '二.pdf'))
  await expect.element(dialog.getByText(/二\.pdf/)).toBeVisible()
  await expect.element(dialog.getByText(/已上传/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: '预览' })).toBeVisible()
})

test('a request is rejected with one of the common reasons', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: '拒绝' }).click()
  const dialog = screen.getByRole('dialog', { name: '拒绝开票' })
  await dialog.getByRole('button', { name: '重复申请' }).click()
  await expect.element(dialog.getByLabelText('原因')).toHaveValue('重复申请')
  const previewed = answer(act, { is: 'preview', preview, mark: 'mark-1' })
  await dialog.getByRole('button', { name: '预览' }).click()
  const given = { invoice: ID, reason: '重复申请' }
  await expect.poll(() => previewed).toEqual([{ command: 'invoices reject', given, mark: null }])
})

const [sent] = issued.files
const downloaded = { ...sent!, isDownloaded: true }

test('in each state an invoice offers what the server accepts', async () => {
  const { number } = issued
  const rows: [Partial<typeof issued>, string[]][] = [
    [{ state: 'requested' }, ['开具', '拒绝']],
    [{ state: 'reversal_due' }, ['红冲']],
    [{ state: 'rejected' }, []],
    [{ state: 'withdrawn' }, []],
    [{ state: 'reversed' }, []],
    [{ state: 'issued', number, files: [] }, ['上传 PDF', '红冲']],
    [{ state: 'issued', number, files: [sent!] }, ['更换 PDF', '红冲']],
    [{ state: 'issued', number, files: [downloaded] }, ['红冲']],
    [{ state: 'issued', number: null, files: [downloaded] }, ['补登号码', '红冲']],
  ]
  const start = vi.fn<(command: string) => void>()
  for (const [details, names] of rows) {
    const invoice = invoiceDetailOf(details)
    const actions = { canRun: () => true, start }
    const { screen } = await renderPart(<InvoiceHead invoice={invoice} actions={actions} />)
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    const buttons = [...document.querySelectorAll<HTMLElement>('.row-actions button')]
    expect([details, buttons.map(({ textContent }) => textContent)]).toEqual([details, names])
    if (names.length === 2) buttons[0]?.click()
    await screen.unmount()
  }
  expect(start.mock.calls.map(([command]) => command)).toEqual(Array(4).fill('invoices issue'))
})

test('files are shown with whoever uploaded them; an invoice that does not exist is explained', async () => {
  const { screen } = await open({ ...issued, state: 'reversal_due', reason: '订单已退款' }, [])
  await expect.element(screen.getByText(/120 KB.*caiwu@example\.com/)).toBeVisible()
  await screen.unmount()

  refuse(readConsoleInvoice, 'NOT_FOUND')
  const missing = await renderConsole(PAGE, site)
  await expect.element(missing.screen.getByRole('alert')).toMatchTextContent(/没有这张发票/)
  await expect
    .element(missing.screen.getByRole('link', { name: '看全部发票' }))
    .toHaveAttribute('href', '/invoices')
})
