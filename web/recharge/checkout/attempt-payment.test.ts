import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { cardFormStub } from '../../testing/card-form.ts'
import { answer, leaveUnanswered, refuse, reply } from '../../testing/network.ts'
import { pendingOrderOf } from '../../testing/samples.ts'
import type { PaymentMethodResult } from './card-form/card-form.ts'
import { attemptPayment } from './attempt-payment.ts'

const { placeOrder, createPaymentIntent, confirmPayment } = api.recharge
const total = { amount: 19_980, currency: 'cny' }
const provider = 'sandbox' as const
const intent = { clientSecret: 'pi_1_secret_2', orderId: 'order-1', ...total, provider }
const plan = { id: 'pro', name: '专业版' }
const purchase = {
  orderId: undefined,
  plan,
  num: 2,
  ...total,
  credit: 24_000,
  validDays: 365,
  saved: 0,
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'))

/** What the server was asked to place. */
let placed: ReturnType<typeof answer<typeof placeOrder>>

beforeEach(() => {
  placed = answer(placeOrder, { order: pendingOrderOf({ id: 'order-1', credit: 24_000 }) })
})

function payWith(method: PaymentMethodResult = { id: 'pm_1' }, fault?: string, orderId?: string) {
  const cardForm = cardFormStub(method)
  cardForm.validate.mockResolvedValue(fault)
  const paymentMethod = { type: 'card', form: cardForm } as const
  return {
    cardForm,
    outcome: attemptPayment({ purchase: { ...purchase, orderId }, provider, paymentMethod }),
  }
}

function payByWallet(type: 'alipay' | 'wechat_pay') {
  return attemptPayment({ purchase, provider, paymentMethod: { type } })
}

/** The server wants this before the money moves. */
function answerAction(nextAction: OutputOf<typeof confirmPayment>['nextAction']) {
  return answer(confirmPayment, { status: 'requires_action', orderId: 'order-1', nextAction })
}

test('order and payment method are created in parallel, then the intent, which is confirmed with the card', async () => {
  const asked = answer(createPaymentIntent, intent)
  const confirmed = answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  const card = Promise.withResolvers<PaymentMethodResult>()
  const { cardForm, outcome } = payWith()
  cardForm.createPaymentMethod.mockReturnValueOnce(card.promise)
  await expect.poll(() => placed).toEqual([{ id: 'pro', num: 2, amount: 19_980 }])
  expect(cardForm.createPaymentMethod).toHaveBeenCalledOnce()
  expect(asked).toEqual([])
  card.resolve({ id: 'pm_1' })
  expect(await outcome).toEqual({ kind: 'processing', orderId: 'order-1' })
  expect(asked).toEqual([{ id: 'pro', num: 2, amount: 19_980, order: 'order-1' }])
  expect(confirmed).toEqual([{ clientSecret: 'pi_1_secret_2', paymentMethodId: 'pm_1' }])
})

test('an open order is named in both calls, and what has become of it is refused before the intent', async () => {
  const asked = answer(createPaymentIntent, intent)
  answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  await payWith(undefined, undefined, 'order-1').outcome
  expect(placed).toEqual([{ id: 'pro', num: 2, amount: 19_980, order: 'order-1' }])
  expect(asked).toEqual(placed)

  refuse(placeOrder, 'ORDER_PAID')
  expect(await payWith(undefined, undefined, 'order-1').outcome).toEqual({
    kind: 'refused',
    message: '该订单已支付，没有重复扣款',
    code: 'ORDER_PAID',
    orderId: 'order-1',
  })
  expect(asked).toHaveLength(1)
})

test('invalid card fields create no order; a card that the provider refuses leaves it without an intent', async () => {
  const asked = answer(createPaymentIntent, intent)
  const { cardForm, outcome } = payWith({ id: 'pm_1' }, '')
  expect(await outcome).toEqual({ kind: 'invalid_card', hasOrder: false })
  expect(cardForm.createPaymentMethod).not.toHaveBeenCalled()
  expect(placed).toEqual([])
  expect(await payWith({ error: '' }).outcome).toEqual({ kind: 'invalid_card', hasOrder: true })
  expect(await payWith({ error: '连接不上' }).outcome).toMatchObject({
    kind: 'refused',
    message: '连接不上',
    orderId: 'order-1',
  })
  expect(asked).toEqual([])
})

test('a fourth open order is refused before the card or a wallet is charged', async () => {
  refuse(placeOrder, 'TOO_MANY_OPEN_ORDERS', { message: '服务器的话' })
  const asked = answer(createPaymentIntent, intent)
  const refusal = { message: '服务器的话', code: 'TOO_MANY_OPEN_ORDERS' }
  expect(await payWith().outcome).toMatchObject(refusal)
  expect(await payByWallet('alipay')).toMatchObject(refusal)
  expect(await payByWallet('wechat_pay')).toMatchObject(refusal)
  expect(asked).toEqual([])
})

test('no response to the order or the intent says that nothing is charged and links the order', async () => {
  const confirmed = answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  const refusal = {
    kind: 'refused',
    message: '服务器未响应，目前没有扣款。重试时支付的仍是同一笔订单',
    code: 'UNANSWERED',
  }
  reply(createPaymentIntent, offline)
  expect(await payWith().outcome).toEqual({ ...refusal, orderId: 'order-1' })
  reply(placeOrder, offline)
  expect(await payWith().outcome).toEqual({ ...refusal, orderId: undefined })
  expect(confirmed).toEqual([])
})

test('a redirect challenge of the bank and the page of a wallet, sent by its name, are followed', async () => {
  answer(createPaymentIntent, intent)
  const url = 'https://bank.example/3ds'
  const confirmed = answerAction({ type: 'redirect', url })
  const redirect = { kind: 'redirect', orderId: 'order-1', url }
  expect(await payWith().outcome).toEqual(redirect)
  expect(await payByWallet('alipay')).toEqual(redirect)
  expect(confirmed.map(({ paymentMethodId }) => paymentMethodId)).toEqual(['pm_1', 'alipay'])
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

test('an unfinished challenge is refused and not repeated, nor is one that a wallet cannot have', async () => {
  answer(createPaymentIntent, intent)
  const confirmed = answerAction({ type: 'sdk' })
  expect(await payWith().outcome).toMatchObject({
    kind: 'refused',
    message: '付款验证未完成，没有扣款，请重试',
  })
  expect(confirmed).toHaveLength(2)
  expect(await payByWallet('alipay')).toMatchObject({ kind: 'refused' })
})

test('a QR code to scan is returned after one confirmation', async () => {
  answer(createPaymentIntent, intent)
  const code = { size: 3, path: 'M0 0h3v3h-3z' }
  const url = 'https://wallet.example/how'
  const confirmed = answerAction({ type: 'qr', code, url })
  expect(await payByWallet('wechat_pay')).toEqual({ kind: 'code', orderId: 'order-1', code, url })
  expect(confirmed).toEqual([{ clientSecret: 'pi_1_secret_2', paymentMethodId: 'wechat_pay' }])
})

test('whatever goes wrong after the confirmation is uncertain and leads to the callback page', async () => {
  answer(createPaymentIntent, intent)
  const mishaps: Record<string, () => unknown> = {
    'a payment in process': () =>
      answer(confirmPayment, { status: 'processing', orderId: 'order-1' }),
    'a fault of the server': () => refuse(confirmPayment, 'INTERNAL'),
    'an overloaded server': () => refuse(confirmPayment, 'OVERLOADED'),
    'a request that came too slowly': () => refuse(confirmPayment, 'REQUEST_TIMEOUT'),
    'an order that has moved on': () => refuse(confirmPayment, 'ORDER_STATE'),
    'a broken connection': () => reply(confirmPayment, offline),
    'an answer that nobody understands': () =>
      reply(confirmPayment, () => new Response('<html>', { status: 502 })),
    'a time-out': () => {
      leaveUnanswered(confirmPayment)
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100))
    },
  }
  for (const [name, meet] of Object.entries(mishaps)) {
    meet()
    const outcome = await payWith().outcome
    expect([name, outcome]).toEqual([name, { kind: 'processing', orderId: 'order-1' }])
  }
})

test('another amount, currency or provider than the page shows is refused before the confirmation', async () => {
  const confirmed = answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  const message = '页面已过期，请刷新后重试'
  for (const other of [{ amount: 21_980 }, { currency: 'usd' }, { provider: 'stripe' } as const]) {
    answer(createPaymentIntent, { ...intent, ...other })
    expect(await payWith().outcome).toMatchObject({ kind: 'refused', message })
  }
  expect(confirmed).toEqual([])
})

test('a refusal says what the server says, that nothing was charged, or that the session has expired', async () => {
  const confirmed = answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  for (const code of ['ORDER_STATE', 'PLAN_GONE', 'RATE_LIMITED'] as const) {
    refuse(createPaymentIntent, code, { message: '服务器的话' })
    const refusal = { kind: 'refused', message: '服务器的话', code }
    expect(await payWith().outcome).toMatchObject(refusal)
  }
  refuse(createPaymentIntent, 'DEPENDENCY_DOWN')
  expect(await payWith().outcome).toMatchObject({
    kind: 'refused',
    message: '没有扣款，请重试',
  })
  refuse(createPaymentIntent, 'UNAUTHENTICATED')
  expect(await payWith().outcome).toEqual({
    kind: 'refused',
    message: '登录状态已过期，请重新登录',
    code: 'UNAUTHENTICATED',
  })
  expect(confirmed).toEqual([])
  answer(createPaymentIntent, intent)
  const declined = { message: '银行卡余额不足', code: 'CARD_DECLINED' }
  refuse(confirmPayment, 'CARD_DECLINED', declined)
  expect(await payWith().outcome).toMatchObject({ kind: 'refused', ...declined })
})

test('other credit than the page shows, or for another time, is refused before the card is charged', async () => {
  const asked = answer(createPaymentIntent, intent)
  const combo = { id: 'pro', name: '专业版' }
  for (const change of [{ credit: 12_000 }, { combo: { ...combo, validDays: 7 } }]) {
    const order = pendingOrderOf({ id: 'order-1', credit: 24_000, ...change })
    answer(placeOrder, { order })
    const { outcome } = payWith()
    expect(await outcome).toMatchObject({
      kind: 'refused',
      code: 'PLAN_CHANGED',
      orderId: 'order-1',
    })
  }
  expect(asked).toEqual([])
  answer(placeOrder, {
    order: pendingOrderOf({ id: 'order-1', credit: 24_000, combo: { ...combo, validDays: 365 } }),
  })
  answer(confirmPayment, { status: 'succeeded', orderId: 'order-1' })
  expect(await payWith().outcome).toMatchObject({ kind: 'processing' })
})
