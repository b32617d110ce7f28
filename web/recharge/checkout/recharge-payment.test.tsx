import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { answer, refuse, reply } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { answerOrders, openRecharge, sampleIntent, sampleOrder } from '../../testing/recharge.ts'
import { answerSandbox } from '../../testing/sandbox.ts'
import { orderOf, pendingOrderOf } from '../../testing/samples.ts'

type Page = Awaited<ReturnType<typeof openRecharge>>

const { comboList, confirmPayment, createPaymentIntent, placeOrder, queryOrder } = api.recharge

test('several clicks pay once, and the selection cannot change meanwhile', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await openRecharge()
  const asked = answer(createPaymentIntent, sampleIntent)
  let letThrough = (): void => undefined
  const confirmations: unknown[] = []
  reply(confirmPayment, async (request) => {
    confirmations.push(await request.json())
    await new Promise<void>((resolve) => (letThrough = resolve))
    return Response.json({ statusCode: 200, data: { status: 'succeeded', orderId: 'order-1' } })
  })
  await page.payWithCard()
  await expect.element(page.payButton).toHaveAttribute('aria-busy', 'true')
  // a reload now asks what has become of the order, and not for the money once more
  await expect.poll(() => location.search).toBe('?order=order-1')
  await page.payButton.click()
  page.field('卡号').element().closest('form')?.requestSubmit()
  await expect.poll(() => confirmations).toHaveLength(1)
  await page.screen.getByRole('button', { name: '增加一份' }).click()
  await page.plan('体验版').click({ force: true })
  await expect.element(page.field('数量')).toHaveValue('2')
  await expect.element(page.plan('专业版')).toBeChecked()
  letThrough()
  await expect.poll(() => page.address()).toBe('/account/stripe-callback?order=order-1')
  expect(asked).toHaveLength(1)
  expect(confirmations).toHaveLength(1)
})

test('a card that the provider refuses is marked, and the open order is shown', async () => {
  answerSandbox({ error: { code: 'incorrect_cvc' } })
  const page = await openRecharge()
  const asked = answer(createPaymentIntent, sampleIntent)
  answerOrders([sampleOrder])
  await page.payWithCard()
  await expect.element(page.screen.getByText('安全码不正确，请核对')).toBeVisible()
  await expect.element(page.field('安全码')).toHaveFocus()
  await expect.element(page.screen.getByText(/以下支付的是该订单，不会重复下单/)).toBeVisible()
  await expect.element(page.screen.getByRole('alert')).not.toBeInTheDocument()

  answerSandbox({ id: 'pm_1' })
  const placed = answer(placeOrder, { order: sampleOrder })
  answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  await page.payButton.click()
  await expect.poll(() => page.address()).toBe('/account/stripe-callback?order=order-1')
  expect(placed).toEqual([{ id: 'pro', num: 2, amount: 19_980, order: 'order-1' }])
  expect(asked).toEqual(placed)
})

test('each refusal says what it has to, and links to where it can be solved', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await openRecharge()
  const alert = page.screen.getByRole('alert')
  const link = (name: string) => alert.getByRole('link', { name })
  reply(createPaymentIntent, () => Promise.reject(new TypeError('Failed to fetch')))
  await page.payWithCard()
  await expect.element(alert).toMatchTextContent(/目前没有扣款/)
  await expect.element(link('查看订单')).toHaveAttribute('href', '/account/order?id=order-1')

  refuse(placeOrder, 'PLAN_LIMIT', { message: '该套餐每人限购 1 份，您已有 1 份' })
  await page.payButton.click()
  await expect.element(alert).toMatchTextContent('该套餐每人限购 1 份，您已有 1 份')
  await expect.element(link('查看待支付订单')).toBeVisible()

  refuse(placeOrder, 'UNAUTHENTICATED')
  await page.payButton.click()
  const back = encodeURIComponent('/account/recharge?plan=pro&num=2')
  await expect.element(link('登录')).toHaveAttribute('href', `/account/login?redirect=${back}`)

  refuse(placeOrder, 'TOO_MANY_OPEN_ORDERS')
  await page.payButton.click()
  await link('查看待支付订单').click()
  expect(page.address()).toBe('/account/orders?state=pending')
})

test('coming back paid from the page of the bank shows the result', async () => {
  location.hash = ''
  answerSandbox({ id: 'pm_1' })
  const page = await openRecharge()
  answer(createPaymentIntent, sampleIntent)
  answer(confirmPayment, {
    status: 'requires_action',
    orderId: 'order-1',
    nextAction: { type: 'redirect', url: '#bank' },
  })
  await page.payWithCard()
  await expect.poll(() => location.hash).toBe('#bank')
  await expect.element(page.payButton).toHaveAttribute('aria-busy', 'true')
  answer(queryOrder, { order: orderOf({ id: 'order-1' }) })
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await expect.poll(() => page.address()).toBe('/account/stripe-callback?order=order-1')
})

test('back from an app, and where the page of the bank does not come, the form can be used again', async () => {
  location.hash = ''
  answerSandbox({ id: 'pm_1' })
  const page = await openRecharge()
  answer(createPaymentIntent, sampleIntent)
  const nextAction = { type: 'redirect', url: '#bank' } as const
  answer(confirmPayment, { status: 'requires_action', orderId: 'order-1', nextAction })
  answer(queryOrder, { order: pendingOrderOf({ id: 'order-1' }) })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  await page.payWithCard()
  await expect.poll(() => location.hash).toBe('#bank')
  dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.payButton).not.toHaveAttribute('aria-busy', 'true')
  await expect.element(page.screen.getByRole('alert')).not.toBeInTheDocument()

  location.hash = ''
  timers.mockClear()
  await page.payButton.click()
  await expect.poll(() => location.hash).toBe('#bank')
  const [giveUp] = timers.mock.calls.find(([, ms]) => ms === 20_000)!
  timers.mockRestore()
  if (typeof giveUp === 'function') giveUp()
  await expect.element(page.screen.getByRole('alert')).toMatchTextContent('付款页未打开')
  await expect.element(page.payButton).toBeEnabled()
})

test('a changed price is refused, and shown before anything is paid', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await openRecharge()
  await expect.element(page.payButton).toHaveTextContent('立即支付 ¥199.80')
  refuse(placeOrder, 'PRICE_CHANGED')
  const cheaper = samplePlans.map((plan) => (plan.id === 'pro' ? { ...plan, amount: 8990 } : plan))
  answer(comboList, cheaper)
  await page.payWithCard()
  await expect.element(page.screen.getByRole('alert')).toMatchTextContent('请核对新的金额')
  await expect.element(page.payButton).toHaveTextContent('立即支付 ¥179.80')
  await expectNothingBoughtUnasked(page, /^确认改为专业版，\s*¥179\.80$/)
})

test('less credit than was shown: nothing is charged, and the new terms have to be agreed to', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await openRecharge()
  await expect.element(page.summary).toMatchTextContent('+24,000')
  const less = samplePlans.map((plan) => (plan.id === 'pro' ? { ...plan, credit: 5000 } : plan))
  answer(comboList, less)
  answer(placeOrder, { order: { ...sampleOrder, credit: 14_000 } })
  const asked = answer(createPaymentIntent, sampleIntent)
  await page.payWithCard()
  await expect
    .element(page.screen.getByRole('alert'))
    .toMatchTextContent('套餐内容已变化，没有扣款')
  await expect.element(page.summary).toMatchTextContent('+14,000')
  expect(asked).toEqual([])
  await expectNothingBoughtUnasked(page, /^确认改为专业版，\s*¥199\.80$/)
})

/** A second press of the button, or Enter, buys nothing in the place of what was refused until the visitor agrees. */
async function expectNothingBoughtUnasked(page: Page, agreement: RegExp): Promise<void> {
  const placed = answer(placeOrder, { order: sampleOrder })
  await expect.element(page.payButton).toBeDisabled()
  page.field('卡号').element().closest('form')?.requestSubmit()
  await page.screen.getByRole('button', { name: agreement }).click()
  await expect.element(page.payButton).toBeEnabled()
  expect(placed).toEqual([])
}

test('sold out meanwhile: the sentence of the server, and the plans are loaded again', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await openRecharge()
  await expect.element(page.plan('专业版')).toBeChecked()
  refuse(placeOrder, 'SOLD_OUT')
  const plans = samplePlans.map((each) => (each.id === 'pro' ? { ...each, isSoldOut: true } : each))
  answer(comboList, plans)
  await page.payWithCard()
  await expect.element(page.screen.getByText('该套餐已售罄，请选择其他套餐')).toBeVisible()
  await expect.element(page.plan('专业版')).toBeDisabled()
  await expect.element(page.plan('体验版')).toBeChecked()
  await expectNothingBoughtUnasked(page, /^确认改为体验版，\s*¥19\.90$/)
})
