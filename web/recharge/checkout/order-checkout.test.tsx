import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { answer, refuse, reply } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { answerOrders, openRecharge, sampleIntent, sampleOrder } from '../../testing/recharge.ts'
import { answerSandbox } from '../../testing/sandbox.ts'
import { pendingOrderOf } from '../../testing/samples.ts'

const { confirmPayment, createPaymentIntent, placeOrder, queryOrder } = api.recharge
const AT = '/account/recharge?order=order-1'

/** The checkout of the sample order; plans of other prices are on sale. */
function openOrder(details: Partial<Order> = {}, plans = samplePlans) {
  answer(queryOrder, { order: { ...sampleOrder, ...details } })
  return openRecharge(AT, [], plans)
}

test('an order is paid at its own price, which notice, summary, button and calls name, whatever its plan costs by now', async () => {
  answerSandbox({ id: 'pm_1' })
  for (const plans of [samplePlans.map((plan) => ({ ...plan, amount: 1 })), []]) {
    const page = await openOrder({ amount: 17_980, credit: 20_000 }, plans)
    const { screen, summary, payButton } = page
    await expect.element(screen.getByText(/专业版 × 2，¥179.80/).first()).toBeVisible()
    await expect.element(screen.getByText(/以下支付的是该订单，不会重复下单/)).toBeVisible()
    await expect.element(summary).toMatchTextContent('专业版 × 2')
    await expect.element(summary).toMatchTextContent('实付金额¥179.80')
    await expect.element(summary).toMatchTextContent('+20,000')
    await expect.element(payButton).toHaveTextContent('立即支付 ¥179.80')
    await expect.element(screen.getByRole('radio', { name: /^专业版/ })).not.toBeInTheDocument()
    await expect.element(page.field('数量')).not.toBeInTheDocument()

    const placed = answer(placeOrder, { order: { ...sampleOrder, credit: 20_000 } })
    const asked = answer(createPaymentIntent, { ...sampleIntent, amount: 17_980 })
    answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
    await page.payWithCard()
    await expect.poll(page.address).toBe('/account/stripe-callback?order=order-1')
    expect(placed).toEqual([{ id: 'pro', num: 2, amount: 17_980, order: 'order-1' }])
    expect(asked).toEqual(placed)
    await screen.unmount()
  }
})

test('an order that cannot be paid says what has become of it and leads on', async () => {
  const order = '/account/order?id=order-1'
  const again = '/account/recharge?plan=pro&num=2'
  const rows: [Partial<Order>, title: string, sentence: RegExp, links: string[]][] = [
    [{ state: 'paid' }, '订单已支付', /没有重复扣款/, [order]],
    [{ state: 'refunded' }, '订单已退款', /没有重复扣款/, [order]],
    [{ state: 'cancelled' }, '订单已取消', /没有扣款。.*按当前价格重新下单/, [order, again]],
    [{ state: 'expired' }, '订单已过期', /没有扣款。.*按当前价格重新下单/, [order, again]],
    [
      { expiresAt: '2026-11-18T02:54:51.000Z' },
      '订单已过期',
      /没有扣款。.*按当前价格重新下单/,
      [order, again],
    ],
    [
      { state: 'processing' },
      '订单支付处理中',
      /请勿重复支付/,
      ['/account/stripe-callback?order=order-1'],
    ],
    [{ state: 'exception' }, '订单待核实', /正在核实/, [order]],
  ]
  for (const [details, title, sentence, links] of rows) {
    const { screen, payButton } = await openOrder(details)
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(screen.getByText(sentence)).toMatchTextContent('专业版 × 2，¥199.80')
    await expect.element(payButton).not.toBeInTheDocument()
    await expect.element(screen.getByText(/以下支付的是该订单/)).not.toBeInTheDocument()
    const shown = screen.getByRole('link').elements()
    expect([title, shown.map((link) => link.getAttribute('href'))]).toEqual([title, links])
    await screen.unmount()
  }
})

test('an order that was paid, cancelled or closed meanwhile is refused: the page shows it, and nothing is charged', async () => {
  answerSandbox({ id: 'pm_1' })
  for (const [code, state, title] of [
    ['ORDER_PAID', 'paid', '订单已支付'],
    ['ORDER_CANCELLED', 'cancelled', '订单已取消'],
    ['ORDER_EXPIRED', 'expired', '订单已过期'],
  ] as const) {
    // opened by its own address, and by plan and quantity
    for (const at of [AT, '/account/recharge?plan=pro&num=2']) {
      answer(queryOrder, { order: sampleOrder })
      const { screen, payWithCard, address } = await openRecharge(at, [sampleOrder])
      await expect.element(screen.getByText(/以下支付的是该订单/)).toBeVisible()
      await expect.element(screen.getByText(/当前余额/)).toBeVisible()
      const placed = refuse(placeOrder, code)
      answer(queryOrder, { order: { ...sampleOrder, state } })
      answerOrders()
      await payWithCard()
      await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
      // loaded before the order was paid elsewhere
      await expect.element(screen.getByText(/当前余额/)).not.toBeInTheDocument()
      expect(address()).toBe(AT)
      expect(placed).toMatchObject([{ order: 'order-1' }])
      await screen.unmount()
    }
  }
})

test('of two open orders of the same plan and quantity one alone is the one that is paid', async () => {
  const older = pendingOrderOf({ ...sampleOrder, id: 'order-0', amount: 17_980 })
  const { screen, payButton, address } = await openRecharge(undefined, [older, sampleOrder])
  const ours = screen.getByText(/以下支付的是该订单/)
  await expect.element(ours).toMatchTextContent('¥199.80')
  expect(ours.elements()).toHaveLength(1)
  answer(queryOrder, { order: older })
  await screen.getByRole('link', { name: '继续支付' }).click()
  await expect.element(payButton).toHaveTextContent('立即支付 ¥179.80')
  await expect.element(ours).toMatchTextContent('¥179.80')
  expect(ours.elements()).toHaveLength(1)
  expect(address()).toBe('/account/recharge?order=order-0')
})

test('a declined card is said beside the form, also when the order cannot be loaded again', async () => {
  answerSandbox({ id: 'pm_1' })
  const page = await openOrder()
  answer(createPaymentIntent, sampleIntent)
  refuse(confirmPayment, 'CARD_DECLINED', { message: '银行卡余额不足' })
  let failed = 0
  reply(queryOrder, () => {
    failed += 1
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  await page.payWithCard()
  await expect.element(page.screen.getByRole('alert')).toMatchTextContent('银行卡余额不足')
  await expect.poll(() => failed).toBe(1)
  await expect.element(page.payButton).toHaveTextContent('立即支付 ¥199.80')
})

test('an order that could not be loaded is loaded again on demand; one that is not there leads to its page', async () => {
  refuse(queryOrder, 'DEPENDENCY_DOWN')
  const { screen } = await openRecharge(AT)
  await expect.element(screen.getByText(/订单加载失败/)).toBeVisible()
  answer(queryOrder, { order: sampleOrder })
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.element(screen.getByText(/以下支付的是该订单/)).toBeVisible()
  await screen.unmount()

  refuse(queryOrder, 'NOT_FOUND')
  const { address } = await openRecharge(AT)
  await expect.poll(address).toBe('/account/order?id=order-1')
})
