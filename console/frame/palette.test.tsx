import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listConsoleUsers } from '#contract/console/users.ts'
import { type SearchHit, searchConsole } from '#contract/console/search.ts'
import { answer, leaveUnanswered, refuse, reply } from '#web/testing/network.ts'
import type { ConsoleSite } from '../lib/console-site.ts'
import { answerFrame, renderConsole, sampleOwner, signIn } from '../testing/render-console.tsx'

async function openPalette(site: Partial<ConsoleSite> = {}) {
  answerFrame()
  answer(searchConsole, { hits: [] })
  const shown = await renderConsole('/start', site)
  await expect.element(shown.screen.getByRole('heading', { name: '没有这一页' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const input = shown.screen.getByRole('combobox', { name: /页面或操作$/ })
  await expect.element(input).toHaveFocus()
  await expect.element(shown.screen.getByRole('option', { name: /^重查订单/ })).toBeVisible()
  return { ...shown, input }
}

const options = () => [...document.querySelectorAll('[role=option]')]
const chosen = () => options().find((option) => option.ariaSelected === 'true')

test('Ctrl K finds pages and actions by every typed word; Enter opens the chosen one', async () => {
  signIn()
  const { screen, input, address } = await openPalette()
  await input.fill('订单 check')
  await expect.poll(() => options().map((option) => option.textContent)).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog', { name: '重查订单' })).toBeVisible()
  expect(address()).toBe('/actions?do=orders+check')
})

test('arrow keys go around the list and name the chosen option', async () => {
  signIn()
  const { input } = await openPalette()
  const count = options().length
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => options().findIndex((option) => option === chosen())).toBe(count - 1)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.poll(() => options().findIndex((option) => option === chosen())).toBe(1)
  await expect.element(input).toHaveAttribute('aria-activedescendant', chosen()!.id)
})

test('Enter that ends a composition opens nothing; Esc closes; ? explains the keys, except while typing', async () => {
  signIn()
  const { screen, input, address } = await openPalette()
  const enter = { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }
  input.element().dispatchEvent(new KeyboardEvent('keydown', enter))
  await expect.element(input).toBeVisible()
  expect(address()).toBe('/start')
  await userEvent.keyboard('?')
  await expect.element(input).toHaveValue('?')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  await expect.element(screen.getByRole('dialog', { name: '按键说明' })).toBeVisible()
})

test('parts that the operator does without are neither in the rail nor in the palette', async () => {
  signIn()
  const { screen, input } = await openPalette({
    without: ['sources', 'applications', 'signatures'],
  })
  const rail = screen.getByRole('navigation', { name: '控制台' })
  await expect.element(rail.getByRole('link', { name: '订单' })).toBeVisible()
  for (const part of ['来源', '应用', '待签字']) {
    expect(rail.getByRole('link', { name: part, exact: true }).elements()).toEqual([])
    await input.fill(part)
    expect(options().filter((option) => option.textContent?.endsWith('页面'))).toEqual([])
  }
})

test('pages of another role are not offered', async () => {
  signIn({ ...sampleOwner, role: 'viewer', permissions: ['read'] })
  const { screen } = await openPalette()
  await expect.element(screen.getByRole('option', { name: /操作记录/ })).toBeVisible()
  expect(options().some((option) => option.textContent.includes('同事'))).toBe(false)
  await expect.element(screen.getByRole('link', { name: '同事' })).not.toBeInTheDocument()
})

const hit: SearchHit = {
  kind: 'mail',
  id: 'mail-1',
  title: '退款通知',
  detail: '已放弃，linwan@example.com',
  address: '/nowhere?mail=1',
}

const user: SearchHit = {
  kind: 'user',
  id: 'user-1',
  title: 'linwan@example.com',
  detail: '林晚',
  address: '/nowhere?user=1',
}

test('three characters ask the server, or two Chinese ones, which are a name; its hits stand above pages and actions', async () => {
  signIn()
  const { screen, input, address } = await openPalette()
  const received = answer(searchConsole, { hits: [user] })
  await input.fill('林')
  await expect.element(screen.getByText(/没有找到/)).toBeVisible()
  await input.fill('林晚')
  await expect.element(screen.getByRole('option', { name: /linwan.*林晚/ })).toBeVisible()
  expect(received).toEqual([{ q: '林晚' }])
  const next = answer(searchConsole, { hits: [hit] })
  await input.fill('退')
  await expect.poll(() => options().map((option) => option.textContent)).toHaveLength(1)
  await input.fill('退款 ord')
  await expect.poll(() => options()).toHaveLength(2)
  expect(options()[0]!.textContent).toContain('已放弃，linwan@example.com')
  expect(chosen()).toBe(options()[0])
  expect(next).toEqual([{ q: '退款 ord' }])
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/nowhere?mail=1')
})

test('users who were found, and nothing that was found, end with a link to all users of the text', async () => {
  signIn()
  const { screen, input, address } = await openPalette()
  answer(searchConsole, { hits: [user] })
  await input.fill('linwan')
  await expect.poll(() => options().at(-1)?.textContent).toContain('在用户里找“linwan”')
  expect(options()).toHaveLength(2)
  answer(searchConsole, { hits: [] })
  leaveUnanswered(listConsoleUsers)
  await input.fill(' 王小明 ')
  await expect.element(screen.getByRole('option', { name: /在用户里找“王小明”/ })).toBeVisible()
  await expect.element(screen.getByText(/没有找到/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(`/users?q=${encodeURIComponent('王小明')}`)
})

test('an id, or a text that names an action alone, has no link to users', async () => {
  signIn()
  const { screen, input } = await openPalette()
  const received = answer(searchConsole, { hits: [] })
  const ids = ['pi_3QLx7tK2mN8v', '202611190000000001', '0190f3c2-7d5a-7c3e-9b1f-2a4c6e8d0b1a']
  for (const text of ids) {
    await input.fill(text)
    await expect.poll(() => received.at(-1)).toEqual({ q: text })
    await expect.element(screen.getByText(/没有找到/)).toBeVisible()
    expect(options()).toEqual([])
  }
  await input.fill('orders check')
  await expect.poll(() => received.at(-1)).toEqual({ q: 'orders check' })
  await expect.element(screen.getByText('找到 1 项')).toBeInTheDocument()
})

test('hits that come late leave the chosen entry chosen', async () => {
  signIn()
  const { input } = await openPalette()
  const { promise, resolve } = Promise.withResolvers<void>()
  reply(searchConsole, async () => {
    await promise
    return Response.json({ statusCode: 200, message: 'ok', data: { hits: [hit] } })
  })
  await input.fill('orders')
  await expect.poll(() => options()).toHaveLength(2)
  await userEvent.keyboard('{ArrowDown}')
  const label = options()[1]!.textContent
  resolve()
  await expect.poll(() => options()).toHaveLength(3)
  expect(chosen()?.textContent).toBe(label)
})

test('typing on aborts the older call', async () => {
  signIn()
  const { input } = await openPalette()
  const signals = leaveUnanswered(searchConsole)
  await input.fill('linwan')
  await expect.poll(() => signals.length).toBe(1)
  await input.fill('linwan@')
  await expect.poll(() => signals.length).toBe(2)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('Enter right after pasting opens the first hit as soon as it is found', async () => {
  signIn()
  const { input, address } = await openPalette()
  answer(searchConsole, { hits: [hit] })
  await input.fill('pi_3QLx7tK2mN8v')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/nowhere?mail=1')
})

test('the palette stays usable when the search fails', async () => {
  signIn()
  const { screen, input } = await openPalette()
  refuse(searchConsole, 'INTERNAL', { message: '服务器出错了' })
  await input.fill('退款 orders')
  await expect
    .element(screen.getByRole('dialog').getByRole('alert'))
    .toMatchTextContent(/搜索订单和用户失败：服务器出错了/)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog', { name: '退款' })).toBeVisible()
})
