import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { creditEntries } from '#contract/credit/ledger.ts'
import type { CreditEntry } from '#contract/shapes.ts'
import { answer, refuse, reply } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { minutesFromNow, sampleUser } from '../../testing/samples.ts'
import { testPageData } from '../../testing/site.ts'
import * as centerPage from './recharge-center-page.tsx'

const { comboList } = api.recharge
const DAY = 24 * 60

const bought: CreditEntry = {
  id: 'entry-1',
  type: 'purchase',
  delta: 10_000,
  balanceAfter: 12_480,
  orderId: 'order-1',
  orderNo: 'XQ261118-3K7F92',
  planName: '专业版',
  createdAt: '2026-11-18T02:25:38.000Z',
}
const used: CreditEntry = {
  id: 'entry-2',
  type: 'consume',
  delta: -96,
  balanceAfter: 12_384,
  reason: '翻译 · 产品手册.pdf',
  createdAt: '2026-11-19T02:25:38.000Z',
}

interface Answers {
  balance?: number
  expiring?: { amount: number; expiresAt: string | null }[]
  list?: CreditEntry[]
  total?: number
}

async function open(at = '/account/recharge-center', answers: Answers = {}) {
  const { balance = 12_480, expiring = [], list = [used, bought], total = list.length } = answers
  answer(comboList, samplePlans)
  answer(api.account.profile, {
    user: sampleUser,
    credit: { balance, held: 0, expiring },
    lastLogin: null,
  })
  const asked = answer(creditEntries, { list, total, page: 1, pageSize: 10 })
  return { asked, ...(await renderPage(centerPage, at)) }
}

test('balance, expiring lots, plans and entries are on one page; a plan links to its checkout', async () => {
  const { screen, address } = await open('/account/recharge-center', {
    expiring: [{ amount: 618, expiresAt: minutesFromNow(20 * DAY - 10) }],
  })
  await expect.element(screen.getByText('12,480积分')).toBeVisible()
  await expect.element(screen.getByText(/还有 20 天/)).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: '+10,000' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: '−96' })).toBeVisible()
  await expect.element(screen.getByText('翻译 · 产品手册.pdf')).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: '专业版 XQ261118-3K7F92' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'XQ261118-3K7F92' }))
    .toHaveAttribute('href', '/account/order?id=order-1')
  await screen.getByRole('link', { name: '去支付 专业版' }).click()
  expect(address()).toBe('/account/recharge?plan=pro')
})

test('many lots are summed beside the balance and listed in full by expiry', async () => {
  const { screen } = await open('/account/recharge-center', {
    expiring: [
      { amount: 400, expiresAt: null },
      { amount: 300, expiresAt: minutesFromNow(90 * DAY) },
      { amount: 100, expiresAt: minutesFromNow(70 * DAY) },
      { amount: 200, expiresAt: minutesFromNow(80 * DAY) },
    ],
  })
  const beside = screen.getByRole('list', { name: '有效期' }).getByRole('listitem')
  await expect.element(beside.nth(2)).toMatchTextContent(/^700其余，最早 \S+ 到期$/)
  expect(beside.elements()).toHaveLength(3)
  await screen.getByText('全部 4 批的有效期').click()
  const items = screen.getByRole('group').getByRole('listitem')
  await expect.element(items.nth(3)).toMatchTextContent('400长期有效')
  expect(items.elements().map((item) => item.textContent?.slice(0, 3))).toEqual([
    '100',
    '200',
    '300',
    '400',
  ])
})

test('lots that expire on the same day are shown as one', async () => {
  const { screen } = await open('/account/recharge-center', {
    expiring: [
      { amount: 400, expiresAt: '2090-05-02T15:59:00.000Z' },
      { amount: 300, expiresAt: '2090-05-02T04:00:00.000Z' },
      { amount: 200, expiresAt: '2090-05-02T16:00:00.000Z' },
    ],
  })
  const lots = screen.getByRole('list', { name: '有效期' }).getByRole('listitem')
  await expect.element(lots.first()).toMatchTextContent('7002090-05-02 到期')
  await expect.element(lots.nth(1)).toMatchTextContent('2002090-05-03 到期')
  expect(lots.elements()).toHaveLength(2)
  expect(screen.getByText(/批的有效期/).query()).toBeNull()
})

test('the type filter is kept in the address, starts at page 1, and stays on the next page', async () => {
  const { screen, asked, address, router } = await open('/account/recharge-center?page=2', {
    total: 30,
  })
  await screen.getByLabelText('流水类型').selectOptions('使用')
  await expect.poll(address).toBe('/account/recharge-center?type=consume')
  await screen.getByRole('link', { name: '下一页' }).click()
  await expect.poll(address).toBe('/account/recharge-center?type=consume&page=2')
  // scrolled to the entries, which are at the end of the page
  expect(router.state.location.hash).toBe('#entries')
  expect(document.querySelector('h2#entries')?.textContent).toBe('积分流水')
  const type = 'consume'
  await expect
    .poll(() => asked)
    .toEqual([
      { page: '2', pageSize: '10' },
      { page: '1', pageSize: '10', type },
      { page: '2', pageSize: '10', type },
    ])
})

test('prerendered plans are shown at once and then refreshed; each part that failed can be retried', async () => {
  const atFirst = { ...samplePlans[0]!, name: '昨天的套餐' }
  const later = Promise.withResolvers<Response>()
  reply(comboList, () => later.promise)
  refuse(api.account.profile, 'DEPENDENCY_DOWN')
  refuse(creditEntries, 'DEPENDENCY_DOWN')
  const { screen } = await renderPage(centerPage, '/account/recharge-center', {
    ...testPageData,
    plans: [atFirst],
  })
  const plan = (name: string) => screen.getByRole('link', { name: `去支付 ${name}` })
  await expect.element(plan('昨天的套餐')).toBeVisible()
  later.resolve(Response.json({ statusCode: 200, message: 'ok', data: samplePlans }))
  await expect.element(plan('专业版')).toBeVisible()
  await expect.element(plan('昨天的套餐')).not.toBeInTheDocument()
  await expect.element(screen.getByText(/余额加载失败/)).toBeVisible()
  await expect.element(screen.getByText(/积分流水加载失败/)).toBeVisible()
  answer(creditEntries, { list: [bought], total: 1, page: 1, pageSize: 10 })
  await screen.getByRole('button', { name: '重试' }).nth(1).click()
  await expect.element(screen.getByRole('cell', { name: '+10,000' })).toBeVisible()
})

test('an empty list is explained; invalid values in the address are ignored', async () => {
  const none = { list: [], total: 0 }
  const { screen, asked } = await open('/account/recharge-center?type=gold&page=-3', none)
  await expect.element(screen.getByRole('heading', { name: '还没有流水' })).toBeVisible()
  await expect.element(screen.getByLabelText('流水类型')).toHaveValue('')
  expect(asked).toEqual([{ page: '1', pageSize: '10' }])
  await screen.getByLabelText('流水类型').selectOptions('调整')
  await expect.element(screen.getByRole('heading', { name: '没有“调整”的流水' })).toBeVisible()
  await screen.unmount()
  const past = await open('/account/recharge-center?page=9', { list: [], total: 12 })
  await expect.element(past.screen.getByRole('heading', { name: '这一页没有流水' })).toBeVisible()
})

test('a new customer is led to the plans; a negative balance is explained', async () => {
  const page = await open('/account/recharge-center', { balance: 0 })
  await expect.element(page.screen.getByText(/付款后即可使用/)).toBeVisible()
  await page.screen.unmount()
  const { screen } = await open('/account/recharge-center', { balance: -200 })
  await expect.element(screen.getByText(/下次充值先抵扣欠额/)).toBeVisible()
})
