import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { answer, refuse } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { answerOrders, openRecharge, sampleOrder } from '../../testing/recharge.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { minutesFromNow, pendingOrderOf } from '../../testing/samples.ts'
import { mostToBuy } from '../../lib/format/plan-terms.ts'
import { isPlanGone, selectPlan } from './plan-selection.ts'
import { purchaseOfPlan } from './purchase.ts'
import * as rechargePage from './recharge-page.tsx'

const { comboList, orderList } = api.recharge

test('plan and quantity of the address are selected, with price and credit', async () => {
  const { plan, field, payButton, summary } = await openRecharge()
  await expect.element(plan('专业版')).toBeChecked()
  await expect.element(field('数量')).toHaveValue('2')
  await expect.element(summary).toMatchTextContent('专业版 × 2')
  await expect.element(summary).toMatchTextContent('已省¥40.00')
  await expect.element(summary).toMatchTextContent('+24,000')
  await expect.element(summary).toMatchTextContent('12,480 → 36,480')
  await expect.element(payButton).toHaveTextContent('立即支付 ¥199.80')
  // terms open in a new tab, so that a typed card is kept
  for (const [name, href] of [
    ['服务条款', '/terms'],
    ['退款规则', '/refund'],
  ] as const) {
    const link = summary.getByRole('link', { name })
    await expect.element(link).toHaveAttribute('href', href)
    await expect.element(link).toHaveAttribute('target', '_blank')
  }
})

test('without storage, or with a full one, the page of an address with a tool works', async () => {
  vi.stubGlobal('localStorage', null)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { plan } = await openRecharge('/account/recharge?plan=pro&tool=/convert')
  await expect.element(plan('专业版')).toBeChecked()
})

test('another selection changes total and address; the quantity stays within the limits', async () => {
  const { plan, field, summary, address, screen } = await openRecharge(
    '/account/recharge?plan=pro&num=20',
  )
  await plan('体验版').click()
  await expect.element(field('数量')).toHaveValue('10')
  await expect.element(summary).toMatchTextContent('实付金额¥199.00')
  await expect.poll(address).toBe('/account/recharge?plan=trial&num=20')
  await screen.getByRole('button', { name: '减少一份' }).click()
  await expect.element(summary).toMatchTextContent('体验版 × 9')
  await expect.poll(address).toBe('/account/recharge?plan=trial&num=9')
})

test('quick clicks on the stepper all count; the tool that sent the customer is remembered in the tab', async () => {
  const { field, screen } = await openRecharge('/account/recharge?plan=pro&tool=/picture')
  const more = screen.getByRole('button', { name: '增加一份' })
  await expect.element(more).toBeVisible()
  const button = more.element()
  for (let click = 0; click < 5; click++) {
    if (button instanceof HTMLElement) button.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await expect.element(field('数量')).toHaveValue('6')
  expect(sessionStorage.getItem('tool')).toBe('/picture')
})

test('a plan that is sold out cannot be chosen; asking for it says so and selects another one', async () => {
  const plans = samplePlans.map((each) => (each.id === 'pro' ? { ...each, isSoldOut: true } : each))
  const { plan, screen } = await openRecharge('/account/recharge?plan=pro', [], plans)
  await expect.element(screen.getByText(/您选择的套餐已下架或售罄，已改选“体验版”/)).toBeVisible()
  await expect.element(plan('专业版')).toBeDisabled()
  await expect.element(screen.getByText('已售罄', { exact: true })).toBeVisible()
})

test('few pieces are left: they and the limit are named, and the quantity ends there', async () => {
  const plans = samplePlans.map((each) =>
    each.id === 'pro' ? { ...each, left: 3, limitPerUser: 5 } : each,
  )
  const { field, screen } = await openRecharge('/account/recharge?plan=pro&num=9', [], plans)
  await expect.element(screen.getByText('仅剩 3 份')).toBeVisible()
  await expect.element(screen.getByText(/^每次 1–3 份，每人限购 5 份/)).toBeVisible()
  await expect.element(field('数量')).toHaveValue('3')
})

test('a processing order links to its result; finished orders are not shown', async () => {
  const { screen } = await openRecharge('/account/recharge', [
    pendingOrderOf({ id: 'order-8', state: 'processing' }),
    pendingOrderOf({ id: 'order-9', expiresAt: minutesFromNow(-1) }),
  ])
  await expect.element(screen.getByText(/请勿重复支付/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '查看结果' }))
    .toHaveAttribute('href', '/account/stripe-callback?order=order-8')
  await expect.element(screen.getByText(/后自动关闭/)).not.toBeInTheDocument()
})

test('paying works without profile and orders', async () => {
  answer(comboList, samplePlans)
  refuse(api.account.profile, 'INTERNAL')
  refuse(orderList, 'INTERNAL')
  const { screen } = await renderPage(rechargePage, '/account/recharge')
  await expect.element(screen.getByRole('button', { name: /^立即支付/ })).toBeEnabled()
  await expect.element(screen.getByText('充值后余额')).not.toBeInTheDocument()
})

test('plans that failed to load can be retried; with none on sale the page says so', async () => {
  answerOrders()
  refuse(api.account.profile, 'INTERNAL')
  refuse(comboList, 'DEPENDENCY_DOWN')
  const { screen } = await renderPage(rechargePage, '/account/recharge')
  await expect.element(screen.getByText(/套餐加载失败/)).toBeVisible()
  answer(comboList, [])
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.element(screen.getByRole('heading', { name: '暂时没有在售的套餐' })).toBeVisible()
})

const chosen = (requested: Parameters<typeof selectPlan>[1]) => {
  const selection = selectPlan(samplePlans, requested)
  return selection && [selection.plan.id, selection.num]
}

test('the requested plan and quantity are selected as far as they can be, else the recommended plan', () => {
  const rows = [
    [{}, ['pro', 1]],
    [{ plan: 'trial', num: '3' }, ['trial', 3]],
    [{ plan: 'trial', num: 3 }, ['trial', 3]],
    [{ plan: 'trial', num: '11' }, ['trial', 10]],
    [{ plan: 'pack', num: '1' }, ['pack', 2]],
    [{ plan: 'pack' }, ['pack', 2]],
    [{ plan: 'trial', num: '-1' }, ['trial', 1]],
    [{ plan: 'trial', num: '1.5' }, ['trial', 1]],
    [{ plan: 'trial', num: '1e21' }, ['trial', 10]],
    [{ plan: 'trial', num: 'many' }, ['trial', 1]],
    [{ plan: 'gone', num: '2' }, ['pro', 1]],
  ] as const
  expect(rows.map(([requested]) => [requested, chosen(requested)])).toEqual(rows)
  expect(selectPlan([], { plan: 'pro' })).toBeUndefined()
  expect(isPlanGone(samplePlans, { plan: 'gone' })).toBe(true)
  expect(isPlanGone(samplePlans, { plan: 'pro' })).toBe(false)
  expect(isPlanGone(samplePlans, {})).toBe(false)
})

test('a plan that is sold out is gone and not selected', () => {
  const [trial, pro] = samplePlans
  const plans = [trial!, { ...pro!, isSoldOut: true }]
  expect(isPlanGone(plans, { plan: 'pro' })).toBe(true)
  expect(selectPlan(plans, {})?.plan.id).toBe('trial')
  expect(selectPlan(plans, { plan: 'pro', num: 3 })).toMatchObject({ plan: trial, num: 1 })
  expect(selectPlan([plans[1]!], {})).toBeUndefined()
})

test('the quantity ends at what is left and at the limit per user; price and credit are its multiple', () => {
  const [trial, pro] = samplePlans
  expect(mostToBuy(trial!)).toBe(10)
  expect(mostToBuy({ ...trial!, left: 4 })).toBe(4)
  expect(mostToBuy({ ...trial!, left: 4, limitPerUser: 2 })).toBe(2)
  expect(purchaseOfPlan({ plan: pro!, num: 2 })).toEqual({
    orderId: undefined,
    plan: { id: 'pro', name: '专业版' },
    num: 2,
    amount: 19_980,
    saved: 4000,
    credit: 24_000,
    validDays: 365,
    currency: 'cny',
  })
  expect(purchaseOfPlan({ plan: trial!, num: 3 })).toMatchObject({ amount: 5970, saved: 0 })
})

test('the selection pays the open order of just this plan, quantity, price and credit', () => {
  const selection = { plan: samplePlans[1]!, num: 2 }
  const paid = (order: Partial<Order>) =>
    purchaseOfPlan(selection, [pendingOrderOf({ ...sampleOrder, ...order })]).orderId
  expect(paid({})).toBe('order-1')
  const others: Partial<Order>[] = [
    { num: 3 },
    { combo: { id: 'trial', name: '体验版' } },
    { amount: 17_980 },
    { credit: 20_000 },
    { currency: 'usd' },
    { state: 'processing' },
  ]
  for (const other of others) expect([other, paid(other)]).toEqual([other, undefined])
})
