import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  listConsoleOrders,
  readConsoleOrder,
  readProviderView,
} from '#contract/console/orders/orders.ts'
import { answer, refuse } from '#web/testing/network.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'
import { orderDetailOf, orderOf } from '../testing/samples.ts'

const NEXT = '0197a9c2-0000-7000-8000-000000000009'
const second = orderOf({ id: 'order-2', orderNo: 'XQ2', state: 'exception', isLate: true })
const page = { orders: [orderOf(), second], count: { count: 2, isMore: false }, next: null }

test('filters and page of the address go to the server; an unknown state is left out', async () => {
  signIn()
  answerFrame()
  const count = { count: 10_000, isMore: true }
  const received = answer(listConsoleOrders, { ...page, count, next: NEXT })
  const { screen, address } = await renderConsole(
    `/orders?state=nothing&method=card&from=2026-11-01&unusual=1&before=${NEXT}`,
  )
  await expect
    .element(screen.getByRole('status').filter({ hasText: '笔' }))
    .toHaveTextContent('至少 10,000 笔符合')
  expect(received).toEqual([{ method: 'card', from: '2026-11-01', unusual: '1', before: NEXT }])
  await expect.element(screen.getByRole('button', { name: '付款方式：银行卡' })).toBeVisible()
  await expect.element(screen.getByText('关闭后到账')).toBeVisible()
  await screen.getByRole('link', { name: '回到最新' }).click()
  await expect.poll(address).toBe('/orders?method=card&from=2026-11-01&unusual=1')
  await screen.getByRole('link', { name: '更早' }).click()
  await expect.poll(address).toBe(`/orders?method=card&from=2026-11-01&unusual=1&before=${NEXT}`)
})

test('open disputes are a view of their own, with the end of each, which leaves room for user and plan', async () => {
  signIn()
  answerFrame()
  const disputeDueAt = new Date(Date.now() + 9 * 24 * 3_600_000).toISOString()
  const disputed = orderOf({
    ...{ nickname: '陈晓明', planName: '标准版', paymentMethod: '银行卡 •••• 0259' },
    ...{ orderNo: '202611190000000001', credit: 120_000, source: 'bilibili-2026' },
    ...{ dispute: 'open', disputeDueAt },
  })
  const received = answer(listConsoleOrders, { ...page, orders: [disputed] })
  const { screen, address } = await renderConsole('/orders')
  const views = screen.getByRole('navigation', { name: '视图' })
  await views.getByRole('link', { name: '争议中' }).click()
  await expect.poll(address).toBe('/orders?disputed=1')
  await expect.poll(() => received.at(-1)).toEqual({ disputed: '1' })
  const row = screen.getByRole('row', { name: /陈晓明/ })
  await expect.element(row).toMatchTextContent(/争议中截止 \d{4}-\d\d-\d\d/)
  expect(document.querySelector(`time[datetime="${disputeDueAt}"]`)).not.toBeNull()

  const name = row.getByRole('link', { name: /陈晓明/ }).element().firstChild!
  const range = document.createRange()
  range.selectNode(name)
  const cell = row.element().querySelector('.n-who')!.getBoundingClientRect()
  expect(range.getBoundingClientRect().right).toBeLessThan(cell.right)
  const plan = row.getByRole('cell', { name: /标准版/ }).element()
  expect(plan.scrollWidth).toBe(plan.clientWidth)
})

test('chips put choices, days and texts into the address and take them out', async () => {
  signIn()
  answerFrame()
  const received = answer(listConsoleOrders, page)
  const { screen, address } = await renderConsole('/orders')
  await screen.getByRole('button', { name: '状态' }).click()
  await screen.getByRole('link', { name: '待核实' }).last().click()
  await expect.poll(address).toBe('/orders?state=exception')

  await screen.getByRole('button', { name: '用户' }).click()
  const user = screen.getByRole('textbox', { name: '用户' })
  await expect.element(user).toHaveFocus()
  await user.fill(' linwan@example.com ')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/orders?state=exception&user=linwan%40example.com')
  await expect
    .poll(() => received.at(-1))
    .toEqual({ state: 'exception', user: 'linwan@example.com' })

  await screen.getByRole('button', { name: '日期' }).click()
  await screen.getByLabelText('从').fill('2026-11-01')
  await screen.getByLabelText('到', { exact: true }).fill('2026-11-20')
  // the popover before takes a moment to fade
  const submit = screen.getByRole('button', { name: '筛选' })
  await expect.poll(() => submit.elements()).toHaveLength(1)
  await submit.click()
  await expect.poll(address).toContain('&from=2026-11-01&to=2026-11-20')
  await expect
    .element(screen.getByRole('button', { name: '日期：2026-11-01 至 2026-11-20' }))
    .toBeVisible()

  await screen.getByRole('link', { name: '去掉筛选：日期' }).click()
  await screen.getByRole('link', { name: '去掉筛选：状态' }).click()
  await expect.poll(address).toBe('/orders?user=linwan%40example.com')
  await screen.getByRole('link', { name: '清除筛选' }).click()
  await expect.poll(address).toBe('/orders')
})

test('own views are named, kept in the browser and removed; broken ones of the browser are ignored', async () => {
  localStorage.setItem('order-views', '[{"name":1}')
  signIn()
  answerFrame()
  answer(listConsoleOrders, page)
  const { screen, address } = await renderConsole('/orders?state=paid&method=alipay')
  const views = screen.getByRole('navigation', { name: '视图' })
  await views.getByRole('button', { name: '存为视图' }).click()
  const dialog = screen.getByRole('dialog', { name: '存为视图' })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect.element(dialog.getByLabelText('名称')).toHaveAccessibleDescription(/请输入名称/)
  await dialog.getByLabelText('名称').fill('支付宝已付')
  await dialog.getByRole('button', { name: '保存' }).click()
  const own = views.getByRole('link', { name: '支付宝已付' })
  await expect.element(own).toHaveAttribute('aria-current', 'page')

  await views.getByRole('link', { name: '待核实' }).click()
  await expect.poll(address).toBe('/orders?state=exception')
  await expect.element(views.getByRole('button')).not.toBeInTheDocument()
  await own.click()
  await expect.poll(address).toBe('/orders?state=paid&method=alipay')
  expect(localStorage.getItem('order-views')).toContain('支付宝已付')
  await views.getByRole('button', { name: '删除视图“支付宝已付”' }).click()
  await expect.element(own).not.toBeInTheDocument()
  expect(localStorage.getItem('order-views')).toBe('[]')
})

test('j, k and Enter open an order, whose page leads back to the same filters', async () => {
  signIn()
  answerFrame()
  answer(listConsoleOrders, page)
  const opened = answer(readConsoleOrder, orderDetailOf({ orderNo: 'XQ2' }))
  answer(readProviderView, { intent: null, failure: null, askedAt: '2026-11-20T00:00:00.000Z' })
  const { screen, address } = await renderConsole('/orders?method=card')
  await expect.element(screen.getByRole('link', { name: 'XQ2' })).toBeVisible()
  await userEvent.keyboard('jjkj{Enter}')
  await expect.poll(address).toBe('/orders/order?order=XQ2')
  await expect.element(screen.getByRole('heading', { name: /XQ2/ })).toBeVisible()
  expect(opened).toEqual([{ order: 'XQ2' }])
  await screen.getByRole('main').getByRole('link', { name: '订单', exact: true }).click()
  await expect.poll(address).toBe('/orders?method=card')
})

test('an empty list leads to all orders; a refused filter says why', async () => {
  signIn()
  answerFrame()
  answer(listConsoleOrders, { orders: [], count: { count: 0, isMore: false }, next: null })
  const { screen, address } = await renderConsole('/orders?state=refunded')
  await expect.element(screen.getByRole('heading', { name: '没有符合的订单' })).toBeVisible()
  refuse(listConsoleOrders, 'VALIDATION', { message: '日期应为 2026-08-01 这样的形式' })
  await screen.getByRole('link', { name: '看全部订单' }).click()
  await expect.poll(address).toBe('/orders')
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/订单加载失败：日期应为/)
})
