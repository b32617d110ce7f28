import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { answer, refuse, reply } from '../testing/network.ts'
import { samplePlans } from '../testing/plans.ts'
import { renderPage } from '../testing/render-page.tsx'
import { answerSandbox } from '../testing/sandbox.ts'
import { minutesFromNow, orderOf, pendingOrderOf, sampleUser } from '../testing/samples.ts'
import * as rechargePage from './recharge-page.tsx'

const {
  cancelOrder,
  comboList,
  confirmPayment,
  createPaymentIntent,
  orderList,
  placeOrder,
  queryOrder,
} = api.recharge
const intent = {
  clientSecret: 'pi_1_secret_2',
  orderId: 'order-1',
  amount: 19_980,
  currency: 'cny',
  provider: 'sandbox' as const,
}

function answerOrders(list: Order[] = []) {
  return answer(orderList, { list, total: list.length, page: 1, pageSize: 10 })
}

async function open(at = '/account/recharge?plan=pro&num=2', orders: Order[] = []) {
  answer(comboList, samplePlans)
  answer(api.account.profile, {
    user: sampleUser,
    credit: { balance: 12_480, expiring: [] },
    lastLogin: null,
  })
  answerOrders(orders)
  answer(placeOrder, { order: pendingOrderOf({ id: 'order-1', num: 2, amount: 19_980 }) })
  const page = await renderPage(rechargePage, at)
  const { screen } = page
  const field = (label: string) => screen.getByLabelText(label, { exact: true })
  const plan = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) })
  /** The one of the two pay buttons that this width shows. */
  const payButton = screen.getByRole('button', { name: /^立即支付/ })
  const summary = screen.getByRole('complementary', { name: '订单摘要' })
  async function typeCard(number = '4242424242424242') {
    await field('卡号').fill(number)
    await field('有效期').fill('1245')
    await field('安全码').fill('123')
  }
  async function payWithCard() {
    await typeCard()
    await payButton.click()
  }
  return { ...page, field, plan, payButton, summary, typeCard, payWithCard }
}

test('the plan and number of the address are chosen, with what they cost and bring', async () => {
  const { plan, field, payButton, summary } = await open()
  await expect.element(plan('专业版')).toBeChecked()
  await expect.element(field('数量')).toHaveValue('2')
  await expect.element(summary).toMatchTextContent('专业版 × 2')
  await expect.element(summary).toMatchTextContent('已省¥40.00')
  await expect.element(summary).toMatchTextContent('+24,000')
  await expect.element(summary).toMatchTextContent('12,480 → 36,480')
  await expect.element(payButton).toHaveTextContent('立即支付 ¥199.80')
})

test('another choice changes the total and the address; the number keeps within the plan', async () => {
  const { plan, field, summary, address, screen } = await open('/account/recharge?plan=pro&num=20')
  await plan('体验版').click()
  await expect.element(field('数量')).toHaveValue('10')
  await expect.element(summary).toMatchTextContent('实付金额¥199.00')
  await expect.poll(address).toBe('/account/recharge?plan=trial&num=20')
  await screen.getByRole('button', { name: '减少一份' }).click()
  await expect.element(summary).toMatchTextContent('体验版 × 9')
  await expect.poll(address).toBe('/account/recharge?plan=trial&num=9')
})

test('quick clicks on the stepper all count', async () => {
  const { field, screen } = await open('/account/recharge?plan=pro')
  const more = screen.getByRole('button', { name: '增加一份' })
  await expect.element(more).toBeVisible()
  const button = more.element()
  for (let click = 0; click < 5; click++) {
    if (button instanceof HTMLElement) button.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await expect.element(field('数量')).toHaveValue('6')
})

test('a plan that is gone is said; the recommended one stands in for it', async () => {
  const { plan, screen } = await open('/account/recharge?plan=old')
  await expect.element(plan('专业版')).toBeChecked()
  await expect.element(screen.getByText(/您要的套餐已经下架/)).toBeVisible()
})

test('a good card pays and leads to the result; nothing of the card is told to our server', async () => {
  const sandbox = answerSandbox({ id: 'pm_1' })
  const page = await open()
  const asked = answer(createPaymentIntent, intent)
  const confirmed = answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  await page.payWithCard()
  await expect.poll(() => page.address()).toBe('/account/stripe-callback?order=order-1')
  expect(sandbox[0]?.card).toMatchObject({ 'card[number]': '4242424242424242' })
  expect(asked).toEqual([{ id: 'pro', num: 2 }])
  expect(confirmed).toEqual([{ clientSecret: 'pi_1_secret_2', paymentMethodId: 'pm_1' }])
})

test('however often one presses, it is paid once', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await open()
  const asked = answer(createPaymentIntent, intent)
  let letThrough = (): void => undefined
  const confirmations: unknown[] = []
  reply(confirmPayment, async (request) => {
    confirmations.push(await request.json())
    await new Promise<void>((resolve) => (letThrough = resolve))
    return Response.json({ statusCode: 200, data: { status: 'succeeded', orderId: 'order-1' } })
  })
  await page.payWithCard()
  await expect.element(page.payButton).toHaveAttribute('aria-busy', 'true')
  await page.payButton.click()
  page.field('卡号').element().closest('form')?.requestSubmit()
  await expect.poll(() => confirmations).toHaveLength(1)
  letThrough()
  await expect.poll(() => page.address()).toBe('/account/stripe-callback?order=order-1')
  expect(asked).toHaveLength(1)
  expect(confirmations).toHaveLength(1)
})

test('what is being paid for cannot be changed meanwhile', async () => {
  answerSandbox('silence')
  const page = await open()
  await page.payWithCard()
  await expect.element(page.payButton).toHaveAttribute('aria-busy', 'true')
  await page.screen.getByRole('button', { name: '增加一份' }).click()
  await page.plan('体验版').click({ force: true })
  await expect.element(page.field('数量')).toHaveValue('2')
  await expect.element(page.plan('专业版')).toBeChecked()
})

test('a declined card is told beside the form; corrected, it pays the same order', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await open()
  const asked = answer(createPaymentIntent, intent)
  refuse(confirmPayment, 'CARD_DECLINED', { message: '银行卡余额不足' })
  answerOrders([pendingOrderOf({ id: 'order-1', num: 2, amount: 19_980 })])
  await page.payWithCard()
  const alert = page.screen.getByRole('alert')
  await expect.element(alert).toMatchTextContent('银行卡余额不足')
  await expect.element(alert).toMatchTextContent('订单还保留着')
  await expect.element(page.screen.getByText(/下面付的就是这一笔/)).toBeVisible()
  await expect.element(page.field('卡号')).toHaveValue('4242 4242 4242 4242')

  answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  await page.typeCard('5555555555554444')
  await page.payButton.click()
  await expect.poll(() => page.address()).toBe('/account/stripe-callback?order=order-1')
  expect(asked).toEqual([
    { id: 'pro', num: 2 },
    { id: 'pro', num: 2 },
  ])
})

test('a mistyped card is pointed out without a word to our server', async () => {
  const page = await open()
  const placed = answer(placeOrder, { order: pendingOrderOf() })
  await page.typeCard('4242424242424241')
  await page.payButton.click()
  await expect.element(page.screen.getByText('卡号不正确，请核对')).toBeVisible()
  await expect.element(page.field('卡号')).toHaveFocus()
  await expect.element(page.payButton).not.toHaveAttribute('aria-busy')
  expect(placed).toEqual([])
})

test('a card that the provider refuses is pointed out, and the order that waits is shown', async () => {
  answerSandbox({ error: { code: 'incorrect_cvc' } })
  const page = await open()
  const asked = answer(createPaymentIntent, intent)
  answerOrders([pendingOrderOf({ id: 'order-1', num: 2, amount: 19_980 })])
  await page.payWithCard()
  await expect.element(page.screen.getByText('安全码不正确，请核对')).toBeVisible()
  await expect.element(page.field('安全码')).toHaveFocus()
  await expect.element(page.screen.getByText(/下面付的就是这一笔，不会重复下单/)).toBeVisible()
  await expect.element(page.screen.getByRole('alert')).not.toBeInTheDocument()

  answerSandbox({ id: 'pm_1' })
  const placed = answer(placeOrder, { order: pendingOrderOf({ id: 'order-1' }) })
  answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  await page.payButton.click()
  await expect.poll(() => page.address()).toBe('/account/stripe-callback?order=order-1')
  expect(placed).toEqual([{ id: 'pro', num: 2 }])
  expect(asked).toEqual(placed)
})

test('without an answer before the confirmation the page says that nothing is charged, and leads to the order', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await open()
  reply(createPaymentIntent, () => Promise.reject(new TypeError('Failed to fetch')))
  await page.payWithCard()
  await expect.element(page.screen.getByRole('alert')).toMatchTextContent(/目前没有扣款/)
  await expect
    .element(page.screen.getByRole('link', { name: '查看订单' }))
    .toHaveAttribute('href', '/account/order?id=order-1')
})

test('a broken connection after confirming leads to the result, and nothing says failed', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await open()
  answer(createPaymentIntent, intent)
  reply(confirmPayment, () => {
    throw new TypeError('Failed to fetch')
  })
  await page.payWithCard()
  await expect.poll(() => page.address()).toBe('/account/stripe-callback?order=order-1')
  await expect.element(page.screen.getByText(/失败|异常|超时/)).not.toBeInTheDocument()
})

/** Pays, is asked for by the bank, and comes back from its page by the back button. */
async function goToBankAndBack(left: Order) {
  location.hash = ''
  answerSandbox({ id: 'pm_1' })
  const page = await open()
  answer(createPaymentIntent, intent)
  answer(confirmPayment, {
    status: 'requires_action',
    orderId: 'order-1',
    nextAction: { type: 'redirect', url: '#bank' },
  })
  await page.payWithCard()
  await expect.poll(() => location.hash).toBe('#bank')
  await expect.element(page.payButton).toHaveAttribute('aria-busy', 'true')
  answer(queryOrder, { order: left })
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  return page
}

test('coming back from the page of the bank without having paid, one may pay again', async () => {
  const page = await goToBankAndBack(pendingOrderOf({ id: 'order-1' }))
  await expect.element(page.payButton).not.toHaveAttribute('aria-busy')
})

test('coming back from there after paying, one sees the result and pays nothing twice', async () => {
  const page = await goToBankAndBack(orderOf({ id: 'order-1' }))
  await expect.poll(() => page.address()).toBe('/account/stripe-callback?order=order-1')
})

test('a new price is shown before anything is paid', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await open()
  answer(createPaymentIntent, { ...intent, amount: 17_980 })
  const cheaper = samplePlans.map((plan) => (plan.id === 'pro' ? { ...plan, amount: 8990 } : plan))
  answer(comboList, cheaper)
  await page.payWithCard()
  await expect.element(page.screen.getByRole('alert')).toMatchTextContent('价格刚刚有变化')
  await expect.element(page.payButton).toHaveTextContent('立即支付 ¥179.80')
})

test('a dead session leads to the login and back to this choice', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await open()
  refuse(createPaymentIntent, 'UNAUTHENTICATED')
  await page.payWithCard()
  await page.screen.getByRole('link', { name: '登录' }).click()
  const back = encodeURIComponent('/account/recharge?plan=pro&num=2')
  expect(page.address()).toBe(`/account/login?redirect=${back}`)
})

test('too many open orders: the way to them stands beside the sentence', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await open()
  refuse(placeOrder, 'TOO_MANY_OPEN_ORDERS')
  await page.payWithCard()
  await page.screen.getByRole('link', { name: '查看待支付订单' }).click()
  expect(page.address()).toBe('/account/orders?state=pending')
})

test('an open order can be taken up where it was left', async () => {
  const { screen, plan, field } = await open('/account/recharge?plan=pro&num=2', [
    pendingOrderOf({ combo: { id: 'trial', name: '体验版' }, num: 3, amount: 5970 }),
  ])
  await expect.element(screen.getByText('体验版 × 3，¥59.70')).toBeVisible()
  await screen.getByRole('link', { name: '继续支付' }).click()
  await expect.element(plan('体验版')).toBeChecked()
  await expect.element(field('数量')).toHaveValue('3')
  await expect.element(screen.getByRole('link', { name: '继续支付' })).not.toBeInTheDocument()
})

test('an open order can be cancelled, after a question', async () => {
  const order = pendingOrderOf()
  const { screen } = await open('/account/recharge', [order])
  const cancelled = answer(cancelOrder, { order: { ...order, state: 'cancelled' } })
  await screen.getByRole('button', { name: '取消订单' }).click()
  answerOrders()
  await screen.getByRole('dialog').getByRole('button', { name: '取消订单' }).click()
  await expect.element(screen.getByText(/后自动关闭/)).not.toBeInTheDocument()
  expect(cancelled).toEqual([{ id: 'order-2' }])
})

test('a payment under way is not paid a second time; what is over is not shown', async () => {
  const { screen } = await open('/account/recharge', [
    pendingOrderOf({ id: 'order-8', state: 'processing' }),
    pendingOrderOf({ id: 'order-9', expiresAt: minutesFromNow(-1) }),
  ])
  await expect.element(screen.getByText(/不用再付一次/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '查看结果' }))
    .toHaveAttribute('href', '/account/stripe-callback?order=order-8')
  await expect.element(screen.getByText(/后自动关闭/)).not.toBeInTheDocument()
})

test('without profile and orders one can still pay', async () => {
  answer(comboList, samplePlans)
  refuse(api.account.profile, 'INTERNAL')
  refuse(orderList, 'INTERNAL')
  const { screen } = await renderPage(rechargePage, '/account/recharge')
  await expect.element(screen.getByRole('button', { name: /^立即支付/ })).toBeEnabled()
  await expect.element(screen.getByText('充值后余额')).not.toBeInTheDocument()
})

test('plans that could not be loaded can be asked for again', async () => {
  answerOrders()
  refuse(api.account.profile, 'INTERNAL')
  refuse(comboList, 'DEPENDENCY_DOWN')
  const { screen } = await renderPage(rechargePage, '/account/recharge')
  await expect.element(screen.getByText(/没能载入套餐/)).toBeVisible()
  answer(comboList, samplePlans)
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.element(screen.getByRole('radio', { name: /^专业版/ })).toBeChecked()
})

test('where nothing is on sale the page says so', async () => {
  answerOrders()
  refuse(api.account.profile, 'INTERNAL')
  answer(comboList, [])
  const { screen } = await renderPage(rechargePage, '/account/recharge')
  await expect.element(screen.getByRole('heading', { name: '暂时没有在售的套餐' })).toBeVisible()
})
