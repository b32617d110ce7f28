import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listActionForms } from '#contract/console/actions.ts'
import { readFigures } from '#contract/console/figures/figures.ts'
import { readServerTime } from '#web/lib/clock.ts'
import { answer, refuse } from '#web/testing/network.ts'
import { sampleFigures, waitingOf } from '../testing/figure-samples.ts'
import { answerFrame, checkForm, renderConsole, signIn } from '../testing/render-console.tsx'
import { changeText, differenceText, percentText } from './money-text.ts'
import { spanText } from './span-text.ts'

const NOW = new Date('2026-11-20T13:40:00Z')

afterEach(() => void vi.useRealTimers())

async function open(figures = sampleFigures) {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW })
  readServerTime(NOW.toUTCString())
  signIn()
  answerFrame()
  const received = answer(readFigures, figures)
  return { received, ...(await renderConsole('/')) }
}

test('the first page greets, offers the actions, and shows figures against the same weekday, each a link to its rows', async () => {
  const { screen } = await open()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('晚上好，周敏')
  await expect.element(screen.getByText('11 月 20 日 周五 21:40，数据截至 21:40')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '重查订单' }))
    .toHaveAttribute('href', '/actions?do=orders+check')
  await expect.element(screen.getByText('没有待办事项。')).toBeVisible()
  const figures = screen.getByRole('navigation', { name: '关键数字' })
  const today = 'from=2026-11-20&to=2026-11-20'
  const week = 'from=2026-11-14&to=2026-11-20'
  const cases = [
    [
      '今日净收',
      '¥1,316.99',
      '+6.4% 上周五同时 ¥1,237.20另有 US$24.00',
      `/orders?by=paid&${today}`,
    ],
    ['今日已付订单', '24 单', '+5 上周五同时 19', `/orders?by=paid&${today}`],
    ['支付成功率', '85.1%', '−1.4 点 前 7 天 86.5%', `/orders?by=failed&${week}`],
    ['退款与争议', '¥171.65', '4 笔退款，1 笔争议 占实收 1.5%', `/orders?by=reversed&${week}`],
    ['今日新用户', '41', '+6 上周五同时 35', `/users?${today}`],
    ['今日首次购买', '17 人', '持平 上周五同时 17', `/orders?by=paid&first=1&${today}`],
  ] as const
  for (const [name, value, than, href] of cases) {
    const figure = figures.getByRole('link', { name: new RegExp(`^${name}`) })
    await expect.element(figure).toHaveAttribute('href', href)
    const text = figure.element().textContent
    expect([name, text]).toEqual([name, expect.stringContaining(value)])
    expect([name, text]).toEqual([name, expect.stringContaining(than)])
  }
})

test('what waits is shown with its time and a way to it', async () => {
  const { screen } = await open({
    ...sampleFigures,
    waiting: [
      waitingOf({ due: '2026-11-23T17:45:00.000Z' }),
      waitingOf({
        name: 'exceptions',
        urgency: 'wait',
        title: '订单待核实',
        count: 100,
        isMore: true,
        since: '2026-11-20T11:30:00.000Z',
        href: '/orders?state=exception',
        action: '处理',
      }),
    ],
  })
  await expect.element(screen.getByText('还剩 3 天 4 小时')).toBeVisible()
  await expect.element(screen.getByText('最久 2 小时')).toBeVisible()
  await expect.element(screen.getByText('100+')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '处理：订单待核实' }))
    .toHaveAttribute('href', '/orders?state=exception')
})

test('chart: arrow keys walk through the days, and the table has the same numbers; sources lead to their rows', async () => {
  const { screen } = await open()
  const slider = screen.getByRole('slider', { name: '逐天查看净收' })
  await expect
    .element(slider)
    .toHaveAttribute(
      'aria-valuetext',
      '11 月 20 日 周五，净收 ¥1,180.19，39 单，退款与争议 ¥109.81',
    )
  // over the chart, where another test may have left it, the pointer chooses the day
  await screen.getByRole('heading', { level: 1 }).hover()
  slider.element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect
    .element(slider)
    .toHaveAttribute('aria-valuetext', '11 月 19 日 周四，净收 ¥1,280.00，38 单')
  await expect
    .element(screen.getByRole('link', { name: '11 月 19 日 周四', exact: true }))
    .toHaveAttribute('href', '/orders?by=paid&from=2026-11-19&to=2026-11-19')
  await screen.getByText('查看每日数据').click()
  const row = screen.getByRole('row', { name: /2026-11-20 周五/ })
  await expect.element(row).toHaveTextContent('2026-11-20 周五39¥1,290.00¥109.81¥1,180.19')

  // currencies are not added up, and what has no rows is no link
  const table = screen.getByRole('table', { name: '7 天的来源' })
  const zhihu = table.getByRole('row', { name: /zhihu/ })
  await expect.element(zhihu).toHaveTextContent('zhihu9803228202.0%¥1,097.10US$24.00')
  await expect
    .element(zhihu.getByRole('link', { name: '32' }))
    .toHaveAttribute('href', '/users?source=zhihu&from=2026-11-14&to=2026-11-20')
  await expect
    .element(table.getByRole('link', { name: '直接访问' }))
    .toHaveAttribute('href', '/orders?by=paid&source=%28direct%29&from=2026-11-14&to=2026-11-20')
  expect(table.getByRole('link', { name: '其他新来源' }).elements()).toEqual([])
  await expect
    .element(table.getByRole('row', { name: /合计/ }))
    .toHaveTextContent('合计3,13210683601.9%¥3,830.40US$24.00')
})

test('a failed refresh keeps the figures and says so; coming back to the page asks again', async () => {
  const { screen, received } = await open()
  await expect.element(screen.getByText('¥1,316.99').first()).toBeVisible()
  expect(received.length).toBe(1)
  refuse(readFigures, 'INTERNAL')
  vi.advanceTimersByTime(61_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(screen.getByText(/最新的数字加载失败/)).toBeVisible()
  await expect.element(screen.getByText('¥1,316.99').first()).toBeVisible()
})

test('spans, changes, shares and differences in words', () => {
  const hour = 3_600_000
  const spans = [12_000, hour / 5, 2 * hour, 76 * hour, 48 * hour, 288 * hour]
  expect(spans.map(spanText)).toEqual([
    ...['12 秒', '12 分钟', '2 小时'],
    ...['3 天 4 小时', '2 天', '12 天'],
  ])
  const changes = [
    [0, 0, '持平', undefined],
    [5, 0, '高于', 'good'],
    [0, 5, '−100.0%', 'bad'],
    [-5, 5, '−200.0%', 'bad'],
    [5, -5, '高于', 'good'],
    [300, 100, '+200.0%', 'good'],
    [5_000, 100, '+4900%', 'good'],
  ] as const
  for (const [now, before, text, kind] of changes)
    expect([now, before, changeText(now, before)]).toEqual([now, before, { text, kind }])
  expect(percentText(1, 0)).toBe('–')
  expect(percentText(1, 3)).toBe('33.3%')
  expect(differenceText(3, 5)).toEqual({ text: '−2', kind: 'bad' })
})

test('actions that could not be loaded say so, and come by themselves when the server answers again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW })
  signIn()
  answerFrame()
  answer(readFigures, sampleFigures)
  refuse(listActionForms, 'INTERNAL')
  const { screen } = await renderConsole('/')
  await expect.element(screen.getByText(/操作加载失败/)).toBeVisible()
  answer(listActionForms, { groups: [{ title: '订单', forms: [checkForm] }] })
  await vi.advanceTimersByTimeAsync(3_000)
  await expect.element(screen.getByRole('link', { name: '重查订单' })).toBeVisible()
})
