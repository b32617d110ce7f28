import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { creditEntries } from '#contract/credit/ledger.ts'
import type { CreditEntry, Order } from '#contract/shapes.ts'
import { answerProfile } from '../../testing/account.ts'
import { answer, refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { minutesFromNow, orderOf, sampleUser } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import * as homePage from './home-page.tsx'

const { profile, sessions } = api.account
const { orderList } = api.recharge

const entries: CreditEntry[] = [
  {
    id: 'entry-2',
    type: 'consume',
    delta: -96,
    balanceAfter: 12_480,
    reason: '产品手册 v3.pdf',
    createdAt: minutesFromNow(-1),
  },
  {
    id: 'entry-1',
    type: 'purchase',
    delta: 10_000,
    balanceAfter: 12_576,
    orderId: 'order-1',
    orderNo: 'XQ261118-3K7F92',
    planName: '专业版',
    createdAt: '2026-11-18T02:25:38.000Z',
  },
]

beforeEach(() => {
  logIn()
  answer(profile, {
    user: sampleUser,
    credit: {
      balance: 12_480,
      held: 0,
      expiring: [
        { amount: 11_862, expiresAt: null },
        { amount: 618, expiresAt: minutesFromNow(26.5 * 24 * 60) },
      ],
    },
    lastLogin: { at: '2026-08-02T12:48:00.000Z', ip: '203.0.113.7', device: 'Chrome · Windows' },
  })
  answer(creditEntries, pageOf(entries))
  answer(sessions, {
    list: [
      sessionOf('Chrome · Windows', true),
      sessionOf('Safari · iPhone', false),
      sessionOf('Edge · Windows', false),
    ],
  })
  answer(api.site.globalConfig, {
    type: 'download_url',
    items: [{ platform: 'windows', label: 'Windows 10', url: 'https://d.example.com/a.exe' }],
  })
  answerOrders([orderOf()])
})

const open = () => renderPage(homePage, '/account/home')

test('the page shows user, balance, the lots that expire soon first, recent orders and ledger entries', async () => {
  const { screen } = await open()
  await expect
    .element(
      screen.getByText(
        /^您好，林晚。.+最近登录：2026-08-02 20:48，Chrome · Windows（203.0.113.7）。$/,
      ),
    )
    .toBeVisible()
  await expect.element(screen.getByText('12,480积分')).toBeVisible()
  const orders = screen.getByRole('region', { name: '最近订单' })
  await expect
    .element(orders.getByRole('link', { name: /专业版 × 1/ }))
    .toHaveAttribute('href', '/account/order?id=order-1')
  await expect.element(orders.getByText('已支付')).toBeVisible()
  const credit = screen.getByRole('region', { name: '积分流水' })
  await expect.element(credit.getByText('−96')).toBeVisible()
  await expect
    .element(credit.getByRole('link', { name: /购买 · 专业版/ }))
    .toHaveAttribute('href', '/account/order?id=order-1')
  await expect.element(screen.getByText('lin***an@example.com')).toBeVisible()
  await expect.element(screen.getByText(/^3 台：本设备（Chrome · Windows），.+等$/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Windows 10' }))
    .toHaveAttribute('href', 'https://d.example.com/a.exe')
  const lots = screen.getByRole('list', { name: '有效期' }).getByRole('listitem')
  await expect.element(lots.first().getByText('618')).toBeVisible()
  await expect.element(lots.first().getByText(/到期，还有 27 天$/)).toBeVisible()
  await expect.element(lots.nth(1).getByText('长期有效')).toBeVisible()
})

test('a negative balance is explained, and what tools hold is not shown as available', async () => {
  const requests = answer(api.site.globalConfig, { type: 'download_url', items: [] })
  const debt = { balance: -96, held: 0, expiring: [] }
  answer(profile, { user: sampleUser, credit: debt, lastLogin: null })
  const { screen } = await open()
  await expect.element(screen.getByText('−96积分')).toBeVisible()
  await expect.element(screen.getByText(/下次充值先抵扣欠额/)).toBeVisible()
  await expect.poll(() => requests).toEqual([{ type: 'download_url' }])
  await expect.element(screen.getByText('下载客户端')).not.toBeInTheDocument()
  await screen.unmount()

  const held = { balance: 920, held: 120, expiring: [] }
  answer(profile, { user: sampleUser, credit: held, lastLogin: null })
  const other = await open()
  await expect.element(other.screen.getByText('800积分', { exact: true })).toBeVisible()
  await expect
    .element(other.screen.getByRole('heading', { name: '可用积分（余额 920 − 预留 120）' }))
    .toBeVisible()
})

test('a card that fails to load offers a retry, and the other cards stay', async () => {
  refuse(profile, 'DEPENDENCY_DOWN')
  const { screen } = await open()
  const failed = screen.getByRole('alert')
  await expect.element(failed.getByText('余额加载失败：服务暂时不可用，请稍后再试')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /专业版 × 1/ })).toBeVisible()
  expect(failed.elements()).toHaveLength(1)

  answerProfile(7)
  await failed.getByRole('button', { name: '重试' }).click()
  await expect.element(screen.getByText('7积分')).toBeVisible()
})

test('what the document has asked for is taken over, but not for another user', async () => {
  const early = (isOfUser: boolean) => {
    const credit = { balance: 4_321, held: 0, expiring: [] }
    const data = { user: sampleUser, credit, lastLogin: null }
    globalThis.earlyProfile = {
      answer: Promise.resolve({ data, ahead: 0 }),
      isOfUser: () => isOfUser,
    }
  }
  const asked = answerProfile(7)
  early(true)
  const { screen } = await open()
  await expect.element(screen.getByText('4,321积分')).toBeVisible()
  expect(asked).toEqual([])
  await screen.unmount()
  early(false)
  const other = await open()
  await expect.element(other.screen.getByText('7积分')).toBeVisible()
})

function pageOf<T>(list: T[]) {
  return { list, total: list.length, page: 1, pageSize: 5 }
}

/** Answers `orderList` with these orders, filtered by the requested state. */
function answerOrders(orders: Order[]): void {
  reply(orderList, (request) => {
    const state = new URL(request.url).searchParams.get('state')
    const list = orders.filter((order) => state === null || order.state === state)
    return Response.json({ statusCode: 200, message: 'ok', data: pageOf(list) })
  })
}

function sessionOf(device: string, current: boolean) {
  return {
    id: device,
    device,
    ip: '203.0.113.7',
    createdAt: '2026-11-01T00:00:00.000Z',
    lastSeenAt: '2026-11-02T00:00:00.000Z',
    current,
  }
}
