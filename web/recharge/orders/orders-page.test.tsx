import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { api } from '#contract/api.ts'
import { ORDER_STATES } from '#contract/shapes.ts'
import { stopCountdowns } from '../../testing/clock.ts'
import { answer, leaveUnanswered, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { orderOf, pendingOrderOf } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { queryOf } from '../../lib/query.ts'
import * as ordersPage from './orders-page.tsx'
import { orderQueryOf } from './orders-page.tsx'

const { orderList, cancelOrder } = api.recharge

beforeEach(() => logIn())
afterEach(() => browser.viewport(1280, 800))

const open = (search = '') => renderPage(ordersPage, `/account/orders${search}`)

test('orders are listed with number, price and state, and lead to their pages', async () => {
  const list = ORDER_STATES.map((state) => orderOf({ state, id: `order-${state}` }))
  const disputed = orderOf({ id: 'order-9', num: 3, dispute: 'open' })
  const asked = answer(orderList, pageOf([...list, disputed]))
  const { screen } = await open()
  await expect
    .element(screen.getByRole('link', { name: '专业版 × 3' }))
    .toHaveAttribute('href', '/account/order?id=order-9')
  await expect
    .element(screen.getByRole('button', { name: '复制订单号 XQ261118-3K7F92' }).first())
    .toBeVisible()
  await expect.element(screen.getByText('¥99.90').first()).toBeVisible()
  await expect.element(screen.getByText('2026-11-18 10:24').first()).toBeVisible()
  for (const name of [...Object.values(ORDER_STATE_LABELS), '已支付 争议中'])
    await expect.element(screen.getByRole('cell', { name, exact: true })).toBeVisible()
  expect(asked).toEqual([{ page: '1', pageSize: '10' }])
})

test('the state is chosen by a link; of a list that failed to load no count is shown, and it can be retried', async () => {
  answer(orderList, pageOf([orderOf()]))
  const { screen, address } = await open()
  await expect.element(screen.getByRole('link', { name: /^全部 ?1$/ })).toBeVisible()
  refuse(orderList, 'DEPENDENCY_DOWN')
  const refunded = screen.getByRole('link', { name: /^已退款/ })
  await refunded.click()
  await expect.element(screen.getByText('订单加载失败：服务暂时不可用，请稍后再试')).toBeVisible()
  await expect.element(refunded).toHaveTextContent('已退款')
  const asked = answer(orderList, pageOf([orderOf({ state: 'refunded' })]))
  await screen.getByRole('button', { name: '重试' }).click()
  await expect
    .element(screen.getByRole('link', { name: /^已退款 ?1$/ }))
    .toHaveAttribute('aria-current', 'page')
  expect(address()).toBe('/account/orders?state=refunded')
  expect(asked).toEqual([{ page: '1', pageSize: '10', state: 'refunded' }])
})

test('state and page come from the address, and page links keep the state', async () => {
  const asked = answer(orderList, { list: [orderOf()], total: 35, page: 2, pageSize: 10 })
  const { screen } = await open('?state=paid&page=2')
  await expect
    .element(screen.getByRole('link', { name: '第 2 页' }))
    .toHaveAttribute('aria-current', 'page')
  await expect
    .element(screen.getByRole('link', { name: '下一页' }))
    .toHaveAttribute('href', '/account/orders?state=paid&page=3')
  await expect
    .element(screen.getByRole('link', { name: '上一页' }))
    .toHaveAttribute('href', '/account/orders?state=paid')
  expect(asked).toEqual([{ page: '2', pageSize: '10', state: 'paid' }])
})

test('invalid values in the address are ignored', () => {
  const searches = ['state=nonsense&page=0', 'state=&page=-1', 'page=1.5', 'page=1e99', 'page=x']
  for (const search of searches) {
    const query = orderQueryOf(queryOf(search))
    expect([search, query]).toEqual([search, { page: 1 }])
  }
})

test('an unpaid order can be paid or, after a confirmation, cancelled; a failure keeps the dialog open', async () => {
  const order = pendingOrderOf({ num: 2 })
  answer(orderList, pageOf([order]))
  const failed = refuse(cancelOrder, 'DEPENDENCY_DOWN')
  const { screen } = await open()
  await expect
    .element(screen.getByRole('link', { name: '继续支付' }))
    .toHaveAttribute('href', '/account/recharge?order=order-2')
  await screen.getByRole('button', { name: '取消订单' }).click()
  await screen.getByRole('button', { name: '返回' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(failed).toEqual([])

  await screen.getByRole('button', { name: '取消订单' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: '取消订单' }).click()
  await expect.element(screen.getByText('服务暂时不可用，请稍后再试')).toBeVisible()
  const cancelled = answer(cancelOrder, { order: { ...order, state: 'cancelled' } })
  answer(orderList, pageOf([{ ...order, state: 'cancelled' }]))
  await screen.getByRole('dialog').getByRole('button', { name: '取消订单' }).click()
  await expect.element(screen.getByRole('cell', { name: '已取消' })).toBeVisible()
  expect(cancelled).toEqual([{ id: order.id }])
})

test('an unpaid order shows its time left, and the list reloads after that', async () => {
  stopCountdowns()
  const order = pendingOrderOf({ expiresAt: new Date(Date.now() + 1500).toISOString() })
  answer(orderList, pageOf([order]))
  const { screen } = await open()
  await expect.element(screen.getByText(/^\d 秒后关闭$/)).toBeVisible()
  answer(orderList, pageOf([{ ...order, state: 'expired' }]))
  await vi.advanceTimersByTimeAsync(1_500)
  await expect.element(screen.getByRole('cell', { name: '已过期' })).toBeVisible()
  await expect.element(screen.getByText(/后关闭/)).not.toBeInTheDocument()
})

test('an unpaid order whose time is over offers no payment, even before the server has closed it', async () => {
  const order = pendingOrderOf({ expiresAt: new Date(Date.now() - 1).toISOString() })
  answer(orderList, pageOf([order]))
  const { screen } = await open()
  await expect
    .element(screen.getByRole('link', { name: `查看订单 ${order.orderNo}` }))
    .toHaveAttribute('href', `/account/order?id=${order.id}`)
  await expect.element(screen.getByRole('link', { name: '继续支付' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: '取消订单' })).not.toBeInTheDocument()
})

test('an empty page and an empty list say so and link to the next step', async () => {
  answer(orderList, { list: [], total: 12, page: 9, pageSize: 10 })
  const { screen } = await open('?page=9')
  const link = (name: string) => screen.getByRole('link', { name, exact: true })
  await expect.element(link('回到第一页')).toHaveAttribute('href', '/account/orders')
  answer(orderList, pageOf([]))
  await screen.getByRole('link', { name: /^已退款/ }).click()
  await expect.element(screen.getByRole('heading', { name: '没有已退款的订单' })).toBeVisible()
  await link('查看全部订单').click()
  await expect.element(screen.getByRole('heading', { name: '还没有订单' })).toBeVisible()
  await expect.element(link('查看套餐')).toHaveAttribute('href', '/plans')
  await expect.element(screen.getByRole('link', { name: /^已退款/ })).not.toBeInTheDocument()
})

test('the former list stays, marked busy, while the next one loads', async () => {
  answer(orderList, pageOf([orderOf()]))
  const { screen } = await open()
  const link = screen.getByRole('link', { name: '专业版 × 1' })
  await expect.element(link).toBeVisible()
  leaveUnanswered(orderList)
  await screen.getByRole('link', { name: '已支付' }).click()
  await expect
    .element(screen.getByRole('region', { name: '订单' }))
    .toHaveAttribute('aria-busy', 'true')
  await expect.element(link).toBeVisible()
})

test('on a phone nothing overflows and the chosen tab is in view', async () => {
  await browser.viewport(320, 640)
  answer(
    orderList,
    pageOf([
      pendingOrderOf(),
      orderOf({ state: 'exception', combo: { id: 'x', name: '企业年度采购专用超长名称套餐' } }),
    ]),
  )
  const { screen } = await open('?state=exception')
  await expect.element(screen.getByRole('link', { name: '继续支付' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
  const tab = screen.getByRole('link', { name: /^待核实/ }).element()
  await expect.poll(() => tab.getBoundingClientRect().right).toBeLessThanOrEqual(320)
})

function pageOf<T>(list: T[]) {
  return { list, total: list.length, page: 1, pageSize: 10 }
}
