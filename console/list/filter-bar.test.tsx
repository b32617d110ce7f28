import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listConsoleOrders } from '#contract/console/orders/orders.ts'
import { answer } from '#web/testing/network.ts'
import { toast } from '#web/lib/toast.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'
import { orderOf } from '../testing/samples.ts'

const WIDTH = 390

// as the other tests have it
afterEach(() => page.viewport(1280, 800))

async function openOrders(width: number, path = '/orders') {
  await page.viewport(width, 844)
  signIn()
  answerFrame()
  const count = { count: 1, isMore: false }
  answer(listConsoleOrders, { orders: [orderOf()], count, next: null })
  const { screen } = await renderConsole(path)
  await expect.element(screen.getByRole('link', { name: 'XQ1' })).toBeVisible()
  return screen
}

function boxOf(element: Element | null) {
  if (element === null) throw new Error('there is no such element')
  return element.getBoundingClientRect()
}

test('on a phone the popover of a chip half beyond the edge stays within the screen', async () => {
  const screen = await openOrders(WIDTH)
  for (const label of ['按哪个时间', '日期', '用户', '来源']) {
    const chip = screen.getByRole('button', { name: label, exact: true }).element()
    const chips = chip.closest('.list-tools')!
    // half of it is seen, and pressed there
    chips.scrollLeft += boxOf(chip).left + boxOf(chip).width / 2 - WIDTH
    if (chip instanceof HTMLElement) chip.click()
    const menu = document.querySelector(':popover-open')
    expect(boxOf(menu).left, label).toBeGreaterThan(0)
    expect(boxOf(menu).right, label).toBeLessThan(WIDTH)
    // wide enough to be below its chip, wherever that stands
    expect(boxOf(menu).width, label).toBeGreaterThan(WIDTH * 0.9)
    // it comes down from its chip
    await expect.poll(() => boxOf(menu).top >= boxOf(chip).bottom).toBe(true)
    for (const field of menu?.querySelectorAll('input, button') ?? [])
      expect(boxOf(field).right, label).toBeLessThan(boxOf(menu).right)
    if (menu instanceof HTMLElement) menu.hidePopover()
  }
})

test('on a phone the link that clears the filter is seen without scrolling', async () => {
  const screen = await openOrders(WIDTH, '/orders?state=paid&method=card&by=paid')
  const box = boxOf(screen.getByRole('link', { name: '清除筛选' }).element())
  expect(box.left).toBeGreaterThanOrEqual(0)
  expect(box.right).toBeLessThan(WIDTH)
})

test('a toast covers no search field', async () => {
  const screen = await openOrders(1280)
  toast('已复制')
  await expect.element(screen.getByText('已复制')).toBeVisible()
  const shown = boxOf(screen.getByText('已复制').element())
  const search = boxOf(screen.getByRole('button', { name: /^查找/ }).element())
  expect(shown.top).toBeGreaterThan(search.bottom + 200)
})
