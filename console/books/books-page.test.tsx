import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { compareDay, type Day, readDay } from '#contract/console/figures/books.ts'
import { prepareExport } from '#contract/console/exports.ts'
import { answer, leaveUnanswered, refuse } from '#web/testing/network.ts'
import { answerFrame, renderConsole, sampleOwner, signIn } from '../testing/render-console.tsx'

const none = { count: 0, amount: 0 }

const day: Day = {
  day: '2026-11-19',
  today: '2026-11-20',
  sums: [
    {
      currency: 'cny',
      payment: { count: 23, amount: 131_699 },
      refund: { count: 2, amount: 3990 },
      refund_failed: none,
      dispute: none,
      dispute_won: none,
      net: 127_709,
    },
  ],
  methods: [{ currency: 'cny', method: '支付宝', count: 23, amount: 131_699 }],
  credit: { due: 120_000, booked: 120_000, differing: 0, examples: [] },
  closed: null,
  movements: [
    {
      kind: 'refund',
      kindLabel: '退款',
      key: 'r1',
      at: '2026-11-19T04:00:00.000Z',
      orderNo: '202611190000000001',
      email: null,
      planName: '体验版',
      num: 1,
      amount: -1990,
      currency: 'cny',
      paymentMethod: '支付宝',
      reason: '买家要求',
    },
  ],
  next: '1.1.a',
}

afterEach(() => page.viewport(1280, 800))

test('the links to other days lead there before the day of today has loaded', async () => {
  signIn()
  answerFrame()
  leaveUnanswered(readDay)
  const { screen, address } = await renderConsole('/books')
  await screen.getByRole('link', { name: '昨天' }).click()
  expect(address()).toMatch(/^\/books\?day=\d{4}-\d\d-\d\d$/)
  await expect
    .element(screen.getByRole('link', { name: '昨天' }))
    .toHaveAttribute('aria-current', 'page')
})

test('day: sums, check with the ledger, movements and links to the days around', async () => {
  signIn()
  answerFrame()
  answer(readDay, day)
  const { screen, address } = await renderConsole('/books?day=2026-11-19')
  const sums = screen.getByRole('region', { name: '合计' })
  for (const text of ['¥1,316.99', '23 笔', '¥39.90', '2 笔', '¥1,277.09', 'CNY']) {
    await expect.element(sums.getByText(text, { exact: true })).toBeVisible()
  }
  await expect.element(screen.getByText(/与账本一致：.*120,000 积分/)).toBeVisible()
  const row = screen.getByRole('row', { name: /已注销的用户/ })
  await expect.element(row.getByText('−¥19.90')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '昨天' }))
    .toHaveAttribute('aria-current', 'page')
  // arrows point where they lead
  const iconOf = (name: string) =>
    screen.getByRole('link', { name }).element().querySelector('use')?.getAttribute('href')
  expect([iconOf('前一天'), iconOf('后一天')]).toEqual([
    expect.stringMatching(/#back$/),
    expect.stringMatching(/#next$/),
  ])
  await screen.getByRole('link', { name: '前一天' }).click()
  expect(address()).toBe('/books?day=2026-11-18')
})

test('a closed day shows what the provider took and left, and what has changed since', async () => {
  signIn()
  answerFrame()
  const settled = [{ currency: 'cny', fees: 4478, net: 123_231 }]
  const kept = { settled, closedAt: '2026-11-20T01:00:00.000Z', closedBy: 'lin@example.com' }
  answer(readDay, { ...day, closed: { ...kept, sums: day.sums } })
  const { screen } = await renderConsole('/books?day=2026-11-19')
  const panel = screen.getByRole('region', { name: '关账' })
  await expect.element(panel.getByText(/^lin@example\.com 于 .+ 关账。$/)).toBeVisible()
  await expect.element(panel.getByText('¥44.78')).toBeVisible()
  await expect.element(panel.getByText('¥1,232.31')).toBeVisible()
  await expect.element(panel.getByText('关账后没有变动。')).toBeVisible()

  const [sum] = day.sums
  const before = { ...sum!, payment: { count: 22, amount: 129_709 }, net: 125_719 }
  answer(readDay, { ...day, closed: { ...kept, sums: [before] } })
  await screen.getByRole('link', { name: '前一天' }).click()
  await expect.element(panel.getByText(/关账后有变动/)).toBeVisible()
  const row = panel.getByRole('row', { name: /收款/ })
  await expect.element(row.getByText('¥1,297.09')).toBeVisible()
  await expect.element(row.getByText('¥1,316.99')).toBeVisible()
  await expect.element(panel.getByRole('row', { name: /退款/ })).not.toBeInTheDocument()
})

test('orders that differ from the ledger are named; differences with the provider fit on every screen', async () => {
  signIn()
  answerFrame()
  const credit = { due: 10, booked: 5, differing: 1, examples: ['202611190000000001'] }
  answer(readDay, { ...day, credit, movements: [], next: null })
  const { screen } = await renderConsole('/books')
  await expect.element(screen.getByText(/1 笔订单与账本不符/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '202611190000000001' })).toBeVisible()

  const until = '2026-11-19T16:00:00.000Z'
  const orderNo = '202611190000000002'
  const ids = { orderNo, intentId: 'pi_3QLx7tK2mN8vR4sT6uW9yZ1a' }
  const differences = [
    { ...ids, what: '对方已收款，订单未支付', here: '已过期', there: '已收款' },
    { ...ids, what: '对方有款，没有这笔订单', orderNo: null, here: '没有', there: '等待付款方式' },
    { ...ids, what: '金额不同', here: '1234567 cny', there: '1234568 cny' },
  ]
  answer(compareDay, { intents: 3, orders: 1, until, differences, failure: null })
  await screen.getByRole('button', { name: '与支付平台核对' }).click()
  await expect.element(screen.getByText(/与支付平台有 3 处差异/)).toBeVisible()
  const row = screen.getByRole('row', { name: /对方已收款/ })
  const link = row.getByRole('link', { name: orderNo, exact: true })
  await expect.element(link).toHaveAttribute('href', `/orders/order?order=${orderNo}`)
  await expect
    .element(row.getByRole('button', { name: /复制支付意图/ }))
    .toHaveTextContent(ids.intentId)
  const table = screen.getByRole('table', { name: '与支付平台的差异' })
  for (const width of [390, 768, 960, 1280, 1440, 1920]) {
    await page.viewport(width, 1000)
    const { scrollWidth, clientWidth } = table.element().parentElement!
    expect([width, scrollWidth]).toEqual([width, clientWidth])
  }
})

test('who may not export does not see it; a refusal is told; the browser opens the file of the ticket', async () => {
  answerFrame()
  answer(readDay, day)
  signIn({ ...sampleOwner, role: 'support', permissions: ['read', 'serve'] })
  const { screen } = await renderConsole('/books')
  await expect.element(screen.getByRole('region', { name: '合计' })).toBeVisible()
  const button = screen.getByRole('button', { name: '导出 CSV' })
  expect(button.elements()).toEqual([])
  signIn()
  refuse(prepareExport, 'EXPORT_TOO_LARGE')
  await button.click()
  await expect.element(screen.getByText(/超过一百万行，没有导出/)).toBeVisible()

  const asked = answer(prepareExport, { ticket: 'ticket-1', rows: 1234 })
  const opened: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    opened.push(this.getAttribute('href') ?? '')
  })
  await button.click()
  await expect.element(screen.getByText('正在下载 1,234 行')).toBeVisible()
  expect(asked).toEqual([{ list: 'day', filter: { day: '2026-11-19' } }])
  const query = new URLSearchParams(opened[0]!.split('?')[1])
  expect(Object.fromEntries(query)).toEqual({
    list: 'day',
    filter: '{"day":"2026-11-19"}',
    ticket: 'ticket-1',
  })
})
