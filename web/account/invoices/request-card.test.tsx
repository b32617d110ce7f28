import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  invoiceableOrders,
  invoiceList,
  invoiceTitles,
  removeInvoiceTitle,
  requestInvoice,
} from '#contract/invoices/invoices.ts'
import {
  invoicedOrderOf,
  invoiceOf,
  invoicingPageData,
  savedTitleOf,
} from '../../testing/invoices.ts'
import { answerProfile } from '../../testing/account.ts'
import { answer, refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import * as invoicesPage from './invoices-page.tsx'

const NAME = '示例科技有限公司'
const NUMBER = '91350100M000100Y43'
type Order = ReturnType<typeof orderOf>

beforeEach(() => logIn())

function orderOf(details: Partial<ReturnType<typeof invoicedOrderOf>> = {}, currency = 'cny') {
  return { ...invoicedOrderOf(details), currency }
}

const ordersOf = (list: Order[], total = list.length) => ({ list, total, page: 1, pageSize: 20 })
const twoOrders = [orderOf(), orderOf({ id: 'order-2', orderNo: 'YQ2', amount: 2000 })]

/** What the page loads besides orders. */
function answerRest(titles: ReturnType<typeof savedTitleOf>[] = []): void {
  answer(invoiceList, { list: [], total: 0, page: 1, pageSize: 10 })
  answer(invoiceTitles, { titles })
  answerProfile()
}

const show = (search: string) =>
  renderPage(invoicesPage, `/account/invoices${search}`, invoicingPageData)

async function open(orders = twoOrders, titles = [savedTitleOf()], search = '?new=1') {
  answerRest(titles)
  answer(invoiceableOrders, ordersOf(orders))
  const rendered = await show(search)
  const form = rendered.screen.getByRole('region', { name: '申请发票' })
  await expect.element(form.getByRole('button', { name: '提交申请' })).toBeVisible()
  return { ...rendered, form, send: form.getByRole('button', { name: '提交申请' }) }
}

test('orders are chosen with a live sum; a new company title is checked and sent once', async () => {
  const { screen, form, send, address } = await open(twoOrders, [])
  await expect.element(form.getByText('未选择订单')).toBeVisible()
  await form.getByRole('checkbox', { name: /YQ2/ }).click()
  await expect.element(form.getByRole('status')).toMatchTextContent(/1 笔订单，开票金额 ¥20\.00/)
  await form.getByRole('checkbox', { name: '全选这 2 笔' }).click()
  await expect.element(form.getByRole('status')).toMatchTextContent(/2 笔订单，开票金额 ¥119\.90/)
  await expect.element(form.getByLabelText('接收邮箱')).toHaveValue(sampleUser.email)
  await form.getByRole('textbox', { name: '抬头' }).fill(` ${NAME} `)
  const number = form.getByLabelText('税号')
  await number.fill('91350100M000100Y44')
  await userEvent.tab()
  await expect.element(form.getByText('税号有误，请逐位核对')).toBeVisible()
  await number.fill('9135 0100 m000 100y 43')
  await userEvent.tab()
  await expect.element(number).toHaveValue(NUMBER)
  await expect.element(form.getByText('税号有误，请逐位核对')).not.toBeInTheDocument()

  const sent = answer(requestInvoice, { invoice: invoiceOf({ amount: 11_990 }) })
  answer(invoiceList, { list: [invoiceOf()], total: 1, page: 1, pageSize: 10 })
  await send.click()
  const done = screen.getByText('申请已提交，金额 ¥119.90。开具后邮件发送到 finance@example.com。')
  await expect.element(done).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  expect(address()).toBe('/account/invoices')
  const title = { kind: 'company', name: NAME, taxNumber: NUMBER, email: sampleUser.email }
  expect(sent).toEqual([{ orderIds: ['order-1', 'order-2'], title }])
})

test('a saved title is chosen at first and sent with its e-mail, which can be another; removed, a new one is typed', async () => {
  const { form, send } = await open([orderOf()], [savedTitleOf()], '?order=order-1')
  await expect.element(form.getByRole('checkbox', { name: /XQ261118/ })).toBeChecked()
  await expect.element(form.getByRole('radio', { name: new RegExp(NAME) })).toBeChecked()
  await expect.element(form.getByRole('textbox', { name: '抬头' })).not.toBeInTheDocument()
  const email = form.getByLabelText('接收邮箱')
  await expect.element(email).toHaveValue('finance@example.com')
  await email.fill('other@example.com')
  const sent = refuse(requestInvoice, 'RATE_LIMITED')
  await send.click()
  const title = { kind: 'company', name: NAME, taxNumber: NUMBER, email: 'other@example.com' }
  await expect.poll(() => sent).toEqual([{ orderIds: ['order-1'], title }])

  const removed = answer(removeInvoiceTitle, null)
  await form.getByRole('button', { name: `删除选中的抬头“${NAME}”` }).click()
  await expect.element(form.getByRole('textbox', { name: '抬头' })).toBeVisible()
  await expect.element(form.getByRole('radio', { name: new RegExp(NAME) })).not.toBeInTheDocument()
  expect(removed).toEqual([{ id: 'title-1' }])
})

test('nothing is sent without an order or with an incomplete title; the first wrong field is focused', async () => {
  const { form, send } = await open(twoOrders, [])
  await send.click()
  await expect.element(form.getByText('请选择订单', { exact: true })).toBeVisible()
  await expect.element(form.getByRole('checkbox', { name: /XQ261118/ })).toHaveFocus()
  await expect.element(form.getByText('请输入抬头')).toBeVisible()
  await expect.element(form.getByText('请输入税号')).toBeVisible()
  await form.getByRole('checkbox', { name: /XQ261118/ }).click()
  await expect.element(form.getByText('请选择订单', { exact: true })).not.toBeInTheDocument()
})

test('orders that cannot be invoiced any more are taken from the list, with the reason', async () => {
  const { screen, form, send } = await open()
  await form.getByRole('checkbox', { name: '全选这 2 笔' }).click()
  refuse(requestInvoice, 'ORDERS_NOT_INVOICEABLE')
  // an earlier request whose answer was lost
  answer(invoiceList, { list: [invoiceOf()], total: 1, page: 1, pageSize: 10 })
  answer(invoiceableOrders, ordersOf([orderOf()]))
  await send.click()
  await expect
    .element(form.getByRole('alert'))
    .toMatchTextContent(/部分所选订单不能开发票，请重新选择/)
  await expect.element(form.getByRole('checkbox', { name: /YQ2/ })).not.toBeInTheDocument()
  await expect.element(form.getByRole('status')).toMatchTextContent(/1 笔订单，开票金额 ¥99\.90/)
  const listed = screen.getByRole('region', { name: '我的发票' })
  await expect.element(listed.getByText('还没有发票')).not.toBeInTheDocument()
})

test('orders of another currency cannot be added, and an order of the address that cannot be invoiced is explained', async () => {
  const orders = [orderOf(), orderOf({ id: 'order-2', orderNo: 'US1' }, 'usd')]
  const { form } = await open(orders, [], '?order=order-9')
  await expect.element(form.getByText(/该订单暂不能开发票/)).toBeVisible()
  await form.getByRole('checkbox', { name: '全选同一货币的 1 笔' }).click()
  await expect.element(form.getByRole('checkbox', { name: /US1/ })).toBeDisabled()
  await expect.element(form.getByText(/一张发票只能有一种货币/)).toBeVisible()
})

test('the order of the address is looked for on further pages', async () => {
  answerRest()
  reply(invoiceableOrders, (request) => {
    const asked = Number(new URL(request.url).searchParams.get('page'))
    const list = Array.from({ length: 20 }, (_, at) => {
      const id = (asked - 1) * 20 + at
      return orderOf({ id: `order-${id}`, orderNo: `XQ-${id}`, amount: 100 })
    })
    const data = { list, total: 80, page: asked, pageSize: 20 }
    return Response.json({ statusCode: 200, message: 'ok', data })
  })
  const { screen } = await show('?order=order-45')
  await expect.element(screen.getByRole('checkbox', { name: /XQ-45 / })).toBeChecked()
  await expect.element(screen.getByRole('checkbox', { name: '选前 50 笔' })).toBeVisible()
  await screen.getByRole('button', { name: '更早的订单' }).click()
  await expect.element(screen.getByRole('checkbox', { name: /XQ-79 / })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '更早的订单' })).not.toBeInTheDocument()
  await screen.getByRole('checkbox', { name: '选前 50 笔' }).click()
  await expect.element(screen.getByText('一张发票最多 50 笔订单。')).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: /XQ-79 / })).toBeDisabled()
})

test('without orders the form leads to the list of orders; what failed to load is named and loaded again', async () => {
  answerRest()
  refuse(invoiceableOrders, 'DEPENDENCY_DOWN')
  const { screen } = await show('?new=1')
  await expect.element(screen.getByText(/可开票的订单加载失败/)).toBeVisible()
  answer(invoiceableOrders, ordersOf([]))
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.element(screen.getByRole('heading', { name: '没有可开票的订单' })).toBeVisible()
})
