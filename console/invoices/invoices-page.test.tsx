import { expect, test } from 'vitest'
import { listConsoleInvoices } from '#contract/console/invoices.ts'
import { answer, refuse } from '#web/testing/network.ts'
import { invoiceOf } from '../testing/invoice-samples.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'

const NEXT = '0197a9c2-0000-7000-8000-000000000009'
const site = { invoices: { note: '电子普通发票' } }
const count = { count: 2, isMore: false }
const issued = invoiceOf({
  ...{ id: 'invoice-2', state: 'issued', kind: 'person', name: '林晚', taxNumber: null },
  ...{ number: '26117000000123456789', user: null },
})

async function open(at: string, invoices = [invoiceOf(), issued]) {
  signIn()
  answerFrame()
  const received = answer(listConsoleInvoices, { invoices, count, next: NEXT })
  return { received, ...(await renderConsole(at, site)) }
}

test('invoices are listed and lead to their pages; the rail shows how many wait, if any are on offer', async () => {
  const { screen, received } = await open('/invoices')
  const rail = screen.getByRole('navigation', { name: '控制台' })
  const row = screen.getByRole('row').filter({ hasText: '示例科技有限公司' })
  await expect.element(row).toMatchTextContent(/91350100M000100Y43.*¥1,199\.00.*待开/s)
  await expect
    .element(row.getByRole('link', { name: '示例科技有限公司' }))
    .toHaveAttribute('href', `/invoices/invoice?invoice=${invoiceOf().id}`)
  await expect
    .element(row.getByRole('link', { name: 'linwan@example.com' }))
    .toHaveAttribute('href', '/users/user?user=user-1')
  const closed = screen.getByRole('row').filter({ hasText: '林晚' })
  await expect.element(closed).toMatchTextContent(/个人.*已开.*已注销的用户/s)
  await expect.element(screen.getByText('2 张', { exact: true })).toBeVisible()
  await expect.element(rail.getByRole('link', { name: /^发票 ?2$/ })).toBeVisible()
  expect(received).toContainEqual({ open: '1', limit: '1' })
  await screen.unmount()

  await renderConsole('/actions')
  await expect.element(rail.getByRole('link', { name: '套餐' })).toBeVisible()
  await expect.element(rail.getByRole('link', { name: /^发票/ })).not.toBeInTheDocument()
})

test('a list that failed to load can be retried; an empty one says what it is empty of', async () => {
  signIn()
  answerFrame()
  refuse(listConsoleInvoices, 'DEPENDENCY_DOWN')
  const { screen } = await renderConsole('/invoices', site)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/发票加载失败/)
  answer(listConsoleInvoices, { invoices: [], count, next: null })
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.element(screen.getByRole('heading', { name: '还没有发票申请' })).toBeVisible()
  const views = screen.getByRole('navigation', { name: '视图' })
  await views.getByRole('link', { name: /等待处理/ }).click()
  await expect.element(screen.getByRole('heading', { name: '没有等待处理的发票' })).toBeVisible()
  await screen.unmount()
  const filtered = await open('/invoices?state=rejected', [])
  await expect
    .element(filtered.screen.getByRole('heading', { name: '没有符合的发票' }))
    .toBeVisible()
})
