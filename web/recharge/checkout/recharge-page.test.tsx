import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { answer, leaveUnanswered, refuse } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { answerOrders, openRecharge } from '../../testing/recharge.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { minutesFromNow, pendingOrderOf } from '../../testing/samples.ts'
import { testPageData } from '../../testing/site.ts'
import * as rechargePage from './recharge-page.tsx'

const { cancelOrder, comboList, orderList } = api.recharge

test('plan and quantity of the address are selected, with price and credit', async () => {
  const { plan, field, payButton, summary } = await openRecharge()
  await expect.element(plan('专业版')).toBeChecked()
  await expect.element(field('数量')).toHaveValue('2')
  await expect.element(summary).toMatchTextContent('专业版 × 2')
  await expect.element(summary).toMatchTextContent('已省¥40.00')
  await expect.element(summary).toMatchTextContent('+24,000')
  await expect.element(summary).toMatchTextContent('12,480 → 36,480')
  await expect.element(payButton).toHaveTextContent('立即支付 ¥199.80')
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

test('prerendered plans are readable before any response, but disabled', async () => {
  for (const read of [comboList, api.account.profile, orderList]) leaveUnanswered(read)
  const { screen } = await renderPage(rechargePage, '/account/recharge', {
    ...testPageData,
    plans: samplePlans,
  })
  const choices = screen.getByRole('group', { name: '选一份套餐' })
  await expect.element(choices.getByRole('radio', { name: /^专业版/ })).toBeDisabled()
  for (const plan of choices.getByRole('radio').elements()) expect(plan).toBeDisabled()
  expect(choices.getByRole('radio').elements()).toHaveLength(samplePlans.length)
  await expect.element(screen.getByRole('button', { name: '立即支付' }).first()).toBeDisabled()
})

test('quick clicks on the stepper all count', async () => {
  const { field, screen } = await openRecharge('/account/recharge?plan=pro')
  const more = screen.getByRole('button', { name: '增加一份' })
  await expect.element(more).toBeVisible()
  const button = more.element()
  for (let click = 0; click < 5; click++) {
    if (button instanceof HTMLElement) button.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await expect.element(field('数量')).toHaveValue('6')
})

test('a plan that is gone is reported and replaced by the recommended one', async () => {
  const { plan, screen } = await openRecharge('/account/recharge?plan=old')
  await expect.element(plan('专业版')).toBeChecked()
  await expect.element(screen.getByText(/您要的套餐已经下架/)).toBeVisible()
})

test('a plan that is sold out cannot be chosen; asking for it selects another one', async () => {
  const plans = samplePlans.map((each) => (each.id === 'pro' ? { ...each, isSoldOut: true } : each))
  const { plan, screen } = await openRecharge('/account/recharge?plan=pro', [], plans)
  await expect
    .element(screen.getByText(/您要的套餐已经下架或售罄，这里先选了“体验版”/))
    .toBeVisible()
  await expect.element(plan('专业版')).toBeDisabled()
  await expect.element(screen.getByText('已售罄', { exact: true })).toBeVisible()
})

test('an open order of a plan that is sold out by now can be continued', async () => {
  const plans = samplePlans.map((each) => (each.id === 'pro' ? { ...each, isSoldOut: true } : each))
  const order = pendingOrderOf({ combo: { id: 'pro', name: '专业版' }, num: 2, amount: 19_980 })
  const { plan, field, payButton } = await openRecharge(
    '/account/recharge?plan=pro&num=2',
    [order],
    plans,
  )
  await expect.element(plan('专业版')).toBeChecked()
  await expect.element(field('数量')).toHaveValue('2')
  await expect.element(payButton).toBeVisible()
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

test('an open order can be continued', async () => {
  const { screen, plan, field } = await openRecharge('/account/recharge?plan=pro&num=2', [
    pendingOrderOf({ combo: { id: 'trial', name: '体验版' }, num: 3, amount: 5970 }),
  ])
  await expect.element(screen.getByText('体验版 × 3，¥59.70')).toBeVisible()
  await screen.getByRole('link', { name: '继续支付' }).click()
  await expect.element(plan('体验版')).toBeChecked()
  await expect.element(field('数量')).toHaveValue('3')
  await expect.element(screen.getByRole('link', { name: '继续支付' })).not.toBeInTheDocument()
})

test('an open order can be cancelled after a confirmation', async () => {
  const order = pendingOrderOf()
  const { screen } = await openRecharge('/account/recharge', [order])
  const cancelled = answer(cancelOrder, { order: { ...order, state: 'cancelled' } })
  await screen.getByRole('button', { name: '取消订单' }).click()
  answerOrders()
  await screen.getByRole('dialog').getByRole('button', { name: '取消订单' }).click()
  await expect.element(screen.getByText(/后自动关闭/)).not.toBeInTheDocument()
  expect(cancelled).toEqual([{ id: 'order-2' }])
})

test('a processing order links to its result; finished orders are not shown', async () => {
  const { screen } = await openRecharge('/account/recharge', [
    pendingOrderOf({ id: 'order-8', state: 'processing' }),
    pendingOrderOf({ id: 'order-9', expiresAt: minutesFromNow(-1) }),
  ])
  await expect.element(screen.getByText(/不用再付一次/)).toBeVisible()
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

test('plans that failed to load can be retried', async () => {
  answerOrders()
  refuse(api.account.profile, 'INTERNAL')
  refuse(comboList, 'DEPENDENCY_DOWN')
  const { screen } = await renderPage(rechargePage, '/account/recharge')
  await expect.element(screen.getByText(/没能载入套餐/)).toBeVisible()
  answer(comboList, samplePlans)
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.element(screen.getByRole('radio', { name: /^专业版/ })).toBeChecked()
})

test('with no plan on sale the page says so', async () => {
  answerOrders()
  refuse(api.account.profile, 'INTERNAL')
  answer(comboList, [])
  const { screen } = await renderPage(rechargePage, '/account/recharge')
  await expect.element(screen.getByRole('heading', { name: '暂时没有在售的套餐' })).toBeVisible()
})

test('the tool that sent the customer for credit is remembered in the tab', async () => {
  await openRecharge('/account/recharge?tool=/pinyin', [])
  expect(sessionStorage.getItem('tool')).toBe('/pinyin')
})
