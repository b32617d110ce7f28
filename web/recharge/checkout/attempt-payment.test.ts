import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { cardFormStub } from '../../testing/card-form.ts'
import { answer, leaveUnanswered, refuse, reply } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { pendingOrderOf } from '../../testing/samples.ts'
import type { PaymentMethodResult } from './card-form/card-form.ts'
import { attemptPayment } from './attempt-payment.ts'

const { placeOrder, createPaymentIntent, confirmPayment } = api.recharge
const plan = samplePlans[1]!
const total = { amount: 19_980, currency: 'cny' }
const provider = 'sandbox' as const
const intent = { clientSecret: 'pi_1_secret_2', orderId: 'order-1', ...total, provider }
const purchase = { plan, num: 2, total, provider }

/** What the server was asked to place. */
let placed: ReturnType<typeof answer<typeof placeOrder>>

beforeEach(() => {
  placed = answer(placeOrder, { order: pendingOrderOf({ id: 'order-1' }) })
})

function payWith(method: PaymentMethodResult = { id: 'pm_1' }, fault?: string) {
  const cardForm = cardFormStub(method)
  cardForm.validate.mockResolvedValue(fault)
  const paymentMethod = { type: 'card', form: cardForm } as const
  return { cardForm, outcome: attemptPayment({ ...purchase, paymentMethod }) }
}

function payByWallet(type: 'alipay' | 'wechat_pay') {
  return attemptPayment({ ...purchase, paymentMethod: { type } })
}

test('the intent of this plan and number is confirmed with the card', async () => {
  const asked = answer(createPaymentIntent, intent)
  const confirmed = answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  expect(await payWith().outcome).toEqual({ kind: 'processing', orderId: 'order-1' })
  expect(asked).toEqual([{ id: 'pro', num: 2 }])
  expect(confirmed).toEqual([{ clientSecret: 'pi_1_secret_2', paymentMethodId: 'pm_1' }])
})

test('order and payment method are created in parallel, then the intent', async () => {
  const asked = answer(createPaymentIntent, intent)
  answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  const card = Promise.withResolvers<PaymentMethodResult>()
  const { cardForm, outcome } = payWith()
  cardForm.createPaymentMethod.mockReturnValueOnce(card.promise)
  await expect.poll(() => placed).toEqual([{ id: 'pro', num: 2 }])
  expect(cardForm.createPaymentMethod).toHaveBeenCalledOnce()
  expect(asked).toEqual([])
  card.resolve({ id: 'pm_1' })
  expect(await outcome).toEqual({ kind: 'processing', orderId: 'order-1' })
  expect(asked).toEqual(placed)
})

test('invalid card fields create no order', async () => {
  const { cardForm, outcome } = payWith({ id: 'pm_1' }, '')
  expect(await outcome).toEqual({ kind: 'invalid_card', hasOrder: false })
  expect(cardForm.createPaymentMethod).not.toHaveBeenCalled()
  expect(placed).toEqual([])
})

test('a card that the provider refuses leaves the order without an intent', async () => {
  const asked = answer(createPaymentIntent, intent)
  expect(await payWith({ error: '' }).outcome).toEqual({ kind: 'invalid_card', hasOrder: true })
  expect(await payWith({ error: '连接不上' }).outcome).toMatchObject({
    kind: 'refused',
    message: '连接不上',
    orderId: 'order-1',
  })
  expect(asked).toEqual([])
})

test.each(['card', 'alipay', 'wechat_pay'] as const)(
  'a fourth open order is refused before %s is charged',
  async (type) => {
    refuse(placeOrder, 'TOO_MANY_OPEN_ORDERS', { message: '服务器的话' })
    const asked = answer(createPaymentIntent, intent)
    const outcome = await (type === 'card' ? payWith().outcome : payByWallet(type))
    expect(outcome).toMatchObject({ message: '服务器的话', code: 'TOO_MANY_OPEN_ORDERS' })
    expect(asked).toEqual([])
  },
)

test.each([
  ['the order', placeOrder, undefined],
  ['the intent', createPaymentIntent, 'order-1'],
] as const)(
  'no response to %s says that nothing is charged and links the order',
  async (...row) => {
    const [, endpoint, orderId] = row
    const confirmed = answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
    reply(endpoint, () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await payWith().outcome).toEqual({
      kind: 'refused',
      message: '没有收到服务器的答复，目前没有扣款。再试一次，付的还是同一张订单',
      code: 'UNANSWERED',
      orderId,
    })
    expect(confirmed).toEqual([])
  },
)

test('a processing payment leads to the callback page', async () => {
  answer(createPaymentIntent, intent)
  answer(confirmPayment, { status: 'processing', orderId: 'order-1' })
  expect(await payWith().outcome).toEqual({ kind: 'processing', orderId: 'order-1' })
})

test('a redirect challenge of the bank is followed', async () => {
  answer(createPaymentIntent, intent)
  answer(confirmPayment, {
    status: 'requires_action',
    orderId: 'order-1',
    nextAction: { type: 'redirect', url: 'https://bank.example/3ds' },
  })
  expect(await payWith().outcome).toEqual({
    kind: 'redirect',
    orderId: 'order-1',
    url: 'https://bank.example/3ds',
  })
})

test('an in-page challenge is handled, then the payment is confirmed again', async () => {
  answer(createPaymentIntent, intent)
  const answers = [
    { status: 'requires_action', orderId: 'order-1', nextAction: { type: 'sdk' } },
    { status: 'succeeded', orderId: 'order-1' },
  ]
  const bodies: unknown[] = []
  reply(confirmPayment, async (request) => {
    bodies.push(await request.json())
    return Response.json({ statusCode: 200, message: 'ok', data: answers.shift() })
  })
  const { cardForm, outcome } = payWith()
  expect(await outcome).toEqual({ kind: 'processing', orderId: 'order-1' })
  expect(cardForm.handleNextAction).toHaveBeenCalledExactlyOnceWith('pi_1_secret_2')
  const confirmation = { clientSecret: 'pi_1_secret_2', paymentMethodId: 'pm_1' }
  expect(bodies).toEqual([confirmation, confirmation])
})

test('RATE_LIMITED after a challenge is uncertain and leads to the callback page', async () => {
  answer(createPaymentIntent, intent)
  let times = 0
  reply(confirmPayment, () => {
    times += 1
    if (times === 1) {
      const data = { status: 'requires_action', orderId: 'order-1', nextAction: { type: 'sdk' } }
      return Response.json({ statusCode: 200, message: 'ok', data })
    }
    const body = { statusCode: 429, code: 'RATE_LIMITED', message: '操作过于频繁', data: null }
    return Response.json(body, { status: 429 })
  })
  expect(await payWith().outcome).toEqual({ kind: 'processing', orderId: 'order-1' })
  expect(times).toBe(2)
})

test('an unfinished challenge is refused and not repeated', async () => {
  answer(createPaymentIntent, intent)
  const confirmed = answer(confirmPayment, {
    status: 'requires_action',
    orderId: 'order-1',
    nextAction: { type: 'sdk' },
  })
  expect(await payWith().outcome).toMatchObject({
    kind: 'refused',
    message: '付款验证没有完成，没有扣款，请再试一次',
  })
  expect(confirmed).toHaveLength(2)
})

test('a wallet is sent by name, and its page is opened', async () => {
  answer(createPaymentIntent, intent)
  const confirmed = answer(confirmPayment, {
    status: 'requires_action',
    orderId: 'order-1',
    nextAction: { type: 'redirect', url: 'https://wallet.example/pay' },
  })
  expect(await payByWallet('alipay')).toEqual({
    kind: 'redirect',
    orderId: 'order-1',
    url: 'https://wallet.example/pay',
  })
  expect(confirmed).toEqual([{ clientSecret: 'pi_1_secret_2', paymentMethodId: 'alipay' }])
})

test('a QR code to scan is returned after one confirmation', async () => {
  answer(createPaymentIntent, intent)
  const nextAction = {
    type: 'qr',
    code: { size: 3, path: 'M0 0h3v3h-3z' },
    url: 'https://wallet.example/how',
  } as const
  const confirmed = answer(confirmPayment, {
    status: 'requires_action',
    orderId: 'order-1',
    nextAction,
  })
  expect(await payByWallet('wechat_pay')).toEqual({
    kind: 'code',
    orderId: 'order-1',
    code: nextAction.code,
    url: nextAction.url,
  })
  expect(confirmed).toEqual([{ clientSecret: 'pi_1_secret_2', paymentMethodId: 'wechat_pay' }])
})

test('a wallet with an unknown next action is refused', async () => {
  answer(createPaymentIntent, intent)
  const nextAction = { type: 'sdk' } as const
  answer(confirmPayment, { status: 'requires_action', orderId: 'order-1', nextAction })
  expect(await payByWallet('alipay')).toMatchObject({ kind: 'refused' })
})

test('a declined card shows the message of the server', async () => {
  answer(createPaymentIntent, intent)
  refuse(confirmPayment, 'CARD_DECLINED', { message: '银行卡余额不足' })
  expect(await payWith().outcome).toMatchObject({
    kind: 'refused',
    message: '银行卡余额不足',
    code: 'CARD_DECLINED',
  })
})

test.each([
  ['a fault of the server', () => refuse(confirmPayment, 'INTERNAL')],
  ['an overloaded server', () => refuse(confirmPayment, 'OVERLOADED')],
  ['a request that came too slowly', () => refuse(confirmPayment, 'REQUEST_TIMEOUT')],
  ['an order that has moved on', () => refuse(confirmPayment, 'ORDER_STATE')],
  [
    'a broken connection',
    () =>
      reply(confirmPayment, () => {
        throw new TypeError('Failed to fetch')
      }),
  ],
  [
    'an answer that nobody understands',
    () => reply(confirmPayment, () => new Response('<html>', { status: 502 })),
  ],
  [
    'a time-out',
    () => {
      leaveUnanswered(confirmPayment)
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100))
    },
  ],
])('%s after the confirmation is uncertain and leads to the callback page', async (_, meet) => {
  answer(createPaymentIntent, intent)
  meet()
  expect(await payWith().outcome).toEqual({ kind: 'processing', orderId: 'order-1' })
})

test.each([
  ['amount', { amount: 21_980 }],
  ['currency', { currency: 'usd' }],
])('a %s other than the one shown is refused before the confirmation', async (_, other) => {
  answer(createPaymentIntent, { ...intent, ...other })
  const confirmed = answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  expect(await payWith().outcome).toMatchObject({ kind: 'refused', code: 'PRICE_CHANGED' })
  expect(confirmed).toEqual([])
})

test('an intent of another provider than the card form is refused', async () => {
  answer(createPaymentIntent, { ...intent, provider: 'stripe' })
  expect(await payWith().outcome).toMatchObject({
    kind: 'refused',
    message: '页面已过期，请刷新后重试',
  })
})

test.each(['ORDER_STATE', 'PLAN_GONE', 'RATE_LIMITED'] as const)(
  'the message of %s before the confirmation is shown unchanged',
  async (code) => {
    refuse(createPaymentIntent, code, { message: '服务器的话' })
    expect(await payWith().outcome).toMatchObject({ kind: 'refused', message: '服务器的话', code })
  },
)

test('an expired session is refused as UNAUTHENTICATED', async () => {
  refuse(createPaymentIntent, 'UNAUTHENTICATED')
  expect(await payWith().outcome).toEqual({
    kind: 'refused',
    message: '登录状态已过期，请重新登录',
    code: 'UNAUTHENTICATED',
  })
})

test('a failed createPaymentIntent says that nothing was charged', async () => {
  refuse(createPaymentIntent, 'DEPENDENCY_DOWN')
  expect(await payWith().outcome).toMatchObject({
    kind: 'refused',
    message: '没有扣款，可以再试一次',
  })
})
