import { expect, test } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { listConsoleEvents } from '#contract/console/events.ts'
import { listConsoleMails } from '#contract/console/mails.ts'
import {
  listConsoleOrders,
  readConsoleOrder,
  readProviderView,
} from '#contract/console/orders/orders.ts'
import { readConsoleUser } from '#contract/console/users.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'
import {
  eventOf,
  formOf,
  mailOf,
  orderDetailOf,
  orderOf,
  userDetailOf,
} from '../testing/samples.ts'

const plan = '专业版 × 1'

type RenderedConsole = Awaited<ReturnType<typeof renderConsole>>

async function openOrders() {
  signIn()
  answerFrame()
  const order = orderOf({ planName: '专业版', num: 1 })
  answer(listConsoleOrders, { orders: [order], count: { count: 1, isMore: false }, next: null })
  answer(readConsoleOrder, orderDetailOf())
  answer(readConsoleUser, userDetailOf())
  answer(readProviderView, { intent: null, failure: null, askedAt: orderOf().createdAt })
  return { order, ...(await renderConsole('/orders?state=paid')) }
}

/** What a pointer over the row changes of its cell. */
async function lookOf(cell: Locator) {
  await expect.element(cell).toBeVisible()
  const { backgroundColor, cursor } = getComputedStyle(cell.element())
  return { backgroundColor, cursor }
}

/** How the cell looks while the pointer, which other tests have left somewhere, is at the heading. */
async function lookAtRest(screen: RenderedConsole['screen'], cell: Locator) {
  await screen.getByRole('heading', { level: 1 }).hover()
  return lookOf(cell)
}

test('a click anywhere in a row opens what its link leads to; another link in it keeps its own page', async () => {
  const { screen, address, order } = await openOrders()
  const cell = screen.getByRole('cell', { name: plan })
  const before = await lookAtRest(screen, cell)
  await cell.hover()
  await expect.poll(() => lookOf(cell)).not.toEqual(before)
  expect((await lookOf(cell)).cursor).toBe('pointer')
  await cell.click()
  await expect.poll(address).toBe(`/orders/order?order=${order.orderNo}`)
  // the way back knows the filter, as from the link
  await screen.getByRole('link', { name: '订单', exact: true }).last().click()
  await expect.poll(address).toBe('/orders?state=paid')
  await screen.getByRole('link', { name: `${order.nickname} ${order.email}` }).click()
  await expect.poll(address).toBe(`/users/user?user=${order.userId}`)
})

test('selecting text in a row, or a click with a modifier key, opens nothing', async () => {
  const { screen, address } = await openOrders()
  const cell = screen.getByRole('cell', { name: plan })
  await userEvent.dragAndDrop(cell, cell, {
    sourcePosition: { x: 12, y: 20 },
    targetPosition: { x: 60, y: 20 },
  })
  expect(document.getSelection()?.toString()).not.toBe('')
  await cell.click({ modifiers: ['ControlOrMeta'] })
  await userEvent.keyboard('j')
  await expect.element(screen.getByRole('link', { name: /^XQ/ })).toHaveFocus()
  expect(address()).toBe('/orders?state=paid')
})

test('rows of mails open nothing: they do not light up, a click sends nothing, Enter is not promised', async () => {
  signIn()
  answerFrame([formOf('mail resend', '补发邮件', 'mail')])
  const done = mailOf({ id: 'mail-2', state: 'done', to: null, subject: null })
  answer(listConsoleMails, { mails: [mailOf(), done], next: null })
  const { screen } = await renderConsole('/mails')
  const cell = screen.getByRole('cell', { name: mailOf().subject! })
  const before = await lookAtRest(screen, cell)
  await expect.element(screen.getByRole('button', { name: /^补发/ })).toBeVisible()
  await cell.hover()
  expect(await lookOf(cell)).toEqual(before)
  await cell.click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByText('jk上下')).toBeVisible()
  await expect.element(screen.getByText('Enter打开')).not.toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(screen.getByRole('button', { name: /^补发/ })).toHaveFocus()
})

test('in a list of which some rows open, the others stay as they are', async () => {
  signIn()
  answerFrame()
  const events = [eventOf(), eventOf({ id: 'evt_2', orderNo: null, type: 'payout.paid' })]
  answer(listConsoleEvents, { events, next: null })
  const { screen } = await renderConsole('/events')
  const closed = screen.getByRole('cell', { name: 'payout.paid' })
  const before = await lookAtRest(screen, closed)
  await closed.hover()
  expect(await lookOf(closed)).toEqual(before)
  await expect.element(screen.getByText('Enter打开')).toBeVisible()
})
