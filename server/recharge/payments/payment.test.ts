import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { CARDS, LARGE, proveLedger, SMALL } from '../../testing/shop.ts'
import { closeOrder } from './close-order.ts'
import { expireCredit } from '../../credit/expire-credit-job.ts'
import { listCreditEntries } from '../orders/list-credit-entries.ts'
import { findOrder, lockOrder } from '../orders/orders.store.ts'
import { buyersOf, ahead, shopPerFile } from '../../testing/shared-shop.ts'

const DAY_MS = 86_400_000
const shopOf = shopPerFile()
const newBuyer = buyersOf(shopOf)

test('a buyer pays for two of a plan and finds credit and bonus on the account', async () => {
  const { shop, ann } = await newBuyer()
  const checkout = await shop.checkout(ann, { id: LARGE.id, num: 2 })
  expect(checkout).toMatchObject({ amount: 9980, currency: 'cny', provider: 'sandbox' })

  const paid = await shop.pay(ann, checkout, CARDS.good)

  expect(paid.body.data).toEqual({ status: 'succeeded', orderId: checkout.orderId })
  expect(await shop.order(ann, checkout.orderId)).toMatchObject({
    state: 'paid',
    amount: 9980,
    credit: 11_000,
    combo: { id: LARGE.id, name: LARGE.name, validDays: LARGE.validDays },
    paymentMethod: { type: 'card', brand: 'visa', last4: '4242' },
    paidAt: expect.any(String),
  })
  expect(await shop.entries(ann)).toMatchObject([
    { type: 'bonus', delta: 1000, balanceAfter: 11_000, orderId: checkout.orderId },
    { type: 'purchase', delta: 10_000, balanceAfter: 10_000, orderId: checkout.orderId },
  ])
  expect(await shop.balance(ann)).toBe(11_000)
  await proveLedger(shop)
})

test('credit and bonus of an order end as many days after the payment as the plan says, also while the order is locked', async () => {
  const { shop, ann } = await newBuyer()
  await shop.sql`update plans set valid_days = 30 where id = ${LARGE.id}`
  const { orderId } = await shop.buy(ann, { id: LARGE.id })
  await shop.sql`update plans set valid_days = 0 where id = ${LARGE.id}`
  const { paidAt = '' } = await shop.order(ann, orderId)
  const expiresAt = new Date(Date.parse(paidAt) + 30 * DAY_MS)
  const lots = await shop.sql`
    select kind, granted, remaining, expires_at as "expiresAt" from credit_lots
    where user_id = ${ann.user.id} order by id`
  expect(lots).toEqual([
    { kind: 'purchase', granted: 5000, remaining: 5000, expiresAt },
    { kind: 'bonus', granted: 500, remaining: 500, expiresAt },
  ])
  const { body } = await ann.call(api.account.profile, {})
  expect(body.data.credit.expiring).toMatchObject([{ expiresAt: expiresAt.toISOString() }])

  using _later = ahead(shop, 31 * DAY_MS)
  await shop.sql.begin(async (tx) => {
    await lockOrder(tx, orderId)
    await expireCredit(shop.deps)
  })
  const { list } = await listCreditEntries(shop.deps, ann.user.id, { page: 1, pageSize: 20 })
  expect(list.map(({ type, orderId: id }) => [type, id])).toEqual(
    ['expire', 'expire', 'bonus', 'purchase'].map((type) => [type, orderId]),
  )
})

test('§3 payment intent: creating the intent again gives the same one', async () => {
  const { shop, ann } = await newBuyer()
  const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => shop.checkout(ann)))
  expect(await shop.checkout(ann)).toEqual(first)
  for (const other of others) expect(other).toEqual(first)
})

const FROM_THE_BANK = '银行拒绝了这笔付款，请换一张卡，或联系发卡行'
const DECLINES = [
  ['4000000000000002', 'generic_decline', FROM_THE_BANK],
  ['4000000000009995', 'insufficient_funds', '卡内余额或可用额度不足，请换一张卡，或补足后重试'],
  ['4000000000009987', 'lost_card', FROM_THE_BANK],
  ['4000000000009979', 'stolen_card', FROM_THE_BANK],
  ['4000000000000069', 'expired_card', '银行卡已过期，请换一张卡'],
  ['4000000000000127', 'incorrect_cvc', '安全码不正确，请核对后重新输入'],
  ['4000000000000119', 'processing_error', '银行处理付款时出错，请稍后再试或换一张卡'],
  [
    '4000000000006975',
    'card_velocity_exceeded',
    '这张卡短时间内付款次数或金额过多，请稍后再试或换一张卡',
  ],
  ['4100000000000019', 'fraudulent', FROM_THE_BANK],
] as const

test('a declined card is refused with the reason of the bank in our words, and the order stays payable', async () => {
  const shop = await shopOf()
  const seen = await Promise.all(
    DECLINES.map(async ([number], at) => {
      const buyer = await shop.newUser({ ip: `10.1.0.${at}` })
      const checkout = await shop.checkout(buyer)
      const { status, body } = await shop.pay(buyer, checkout, number)
      const { state, failure } = await shop.order(buyer, checkout.orderId)
      return [status, body.code, body.message, state, failure, await shop.balance(buyer)]
    }),
  )
  expect(seen).toEqual(
    DECLINES.map(([, code, message]) => [
      ...[422, 'CARD_DECLINED', message, 'pending', { code, message }, 0],
    ]),
  )

  const ann = await shop.newUser()
  const checkout = await shop.checkout(ann)
  const { clientSecret, intentId } = checkout
  const paymentMethodId = await shop.method(CARDS.declined)
  const pay = () => ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
  expect((await pay()).status).toBe(422)
  // the same card is not sent to the bank again
  expect(await pay()).toMatchObject({ status: 422, body: { code: 'CARD_DECLINED' } })
  expect(shop.proxy.keysOf(`${intentId}/confirm`)).toHaveLength(1)
  expect((await shop.pay(ann, checkout, CARDS.good)).body.data.status).toBe('succeeded')
  expect(await shop.order(ann, checkout.orderId)).not.toHaveProperty('failure')
  expect(await shop.balance(ann)).toBe(2000)
})

test('a challenge redirects, also when it is asked for again, and approving it pays', async () => {
  const { shop, ann } = await newBuyer()
  const { clientSecret, orderId, intentId } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.challenge)
  const confirm = () => ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })

  const { body } = await confirm()
  expect(body.data).toMatchObject({ status: 'requires_action', orderId })
  const { nextAction } = body.data
  if (nextAction?.type !== 'redirect') throw new Error('no redirect')
  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'pending' })
  expect((await confirm()).body.data).toEqual(body.data)

  const back = await shop.answerChallenge(nextAction.url, 'approve')
  expect(back.href).toContain(`${shop.config.publicUrl}/account/stripe-callback?order=${orderId}`)
  expect((await confirm()).body.data.status).toBe('succeeded')
  expect(shop.proxy.keysOf(`${intentId}/confirm`)).toHaveLength(1)
  expect(await shop.balance(ann)).toBe(2000)
})

test('a refused challenge fails with its reason, and another card pays the same order', async () => {
  const { shop, ann } = await newBuyer()
  const { clientSecret, orderId } = await shop.checkout(ann)
  const paymentMethodId = await shop.method(CARDS.challenge)
  const { body } = await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })
  const { nextAction } = body.data
  if (nextAction?.type !== 'redirect') throw new Error('no redirect')

  await shop.answerChallenge(nextAction.url, 'refuse')
  const after = await ann.call(api.recharge.confirmPayment, { clientSecret, paymentMethodId })

  expect(after).toMatchObject({
    status: 422,
    body: { code: 'CARD_DECLINED', message: '身份验证未通过，请重新支付或换一张卡' },
  })
  const paid = await shop.pay(ann, { clientSecret }, CARDS.good)
  expect(paid.body.data).toEqual({ status: 'succeeded', orderId })
  expect(await shop.balance(ann)).toBe(2000)
})

test('a slow payment is processing first, then paid, or payable again with the reason', async () => {
  const shop = await shopOf()
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const [good, bad] = [await shop.checkout(ann), await shop.checkout(bob)]

  const paid = await shop.pay(ann, good, CARDS.slow)
  const declined = await shop.pay(bob, bad, CARDS.slowDeclined)

  expect(paid.body.data).toEqual({ status: 'processing', orderId: good.orderId })
  expect(declined.body.data.status).toBe('processing')
  await expect.poll(() => shop.order(ann, good.orderId)).toMatchObject({ state: 'paid' })
  expect(await shop.balance(ann)).toBe(2000)
  await expect
    .poll(() => shop.order(bob, bad.orderId))
    .toMatchObject({ state: 'pending', failure: { code: 'generic_decline' } })
})

test('an intent created after its order was closed is cancelled, and its secret is not returned', async () => {
  const { shop, ann } = await newBuyer()
  const { within } = shop.deps.payments
  using stack = new DisposableStack()
  stack.defer(() => void (shop.deps.payments.within = within))
  shop.deps.payments.within = (ms) => {
    const payments = within(ms)
    return {
      ...payments,
      async createIntent(input) {
        const intent = await payments.createIntent(input)
        await ann.call(api.recharge.cancelOrder, { id: input.metadata['order'] ?? '' })
        return intent
      },
    }
  }

  const answer = await ann.call(api.recharge.createPaymentIntent, { id: SMALL.id, num: 1 })

  expect(answer).toMatchObject({ status: 410, body: { code: 'ORDER_CANCELLED' } })
  expect(
    await shop.sql`select state, payment_intent_id from orders where user_id = ${ann.user.id}`,
  ).toEqual([{ state: 'cancelled', payment_intent_id: null }])
  const intents = await shop.provider<{ data: object[] }>('GET', '/v1/payment_intents?limit=1')
  expect(intents.data).toMatchObject([{ status: 'canceled' }])
})

test('an order that got its intent while being closed is closed with the intent', async () => {
  const { shop, ann } = await newBuyer()
  const placed = await ann.call(api.recharge.placeOrder, { id: SMALL.id, num: 1 })
  const asItWas = await findOrder(shop.sql, placed.body.data.order.id)
  const { intentId } = await shop.checkout(ann)

  const closed = await closeOrder(shop.deps, asItWas!, { actor: 'user' })

  expect(closed).toMatchObject({ state: 'cancelled', paymentIntentId: intentId })
  const intent = await shop.provider('GET', `/v1/payment_intents/${intentId}`)
  expect(intent).toMatchObject({ status: 'canceled' })
})

test('what the provider refuses for good is told to the buyer, alerts the operator once a day, and leaves the order payable', async () => {
  const { shop, ann } = await newBuyer()
  using stack = new DisposableStack()
  stack.defer(() => void (shop.proxy.fault = () => null))
  const refused = {
    status: 422,
    body: { code: 'PAYMENT_REFUSED', message: expect.stringContaining('支付平台未接受') },
  }
  const isIntent = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && /payment_intents(\/\w+\/confirm)?$/.test(path)
  const refuse = () => (shop.proxy.fault = (call) => (isIntent(call) ? 'refuse' : null))

  refuse()
  for (const _ of [1, 2])
    expect(
      await ann.call(api.recharge.createPaymentIntent, { id: SMALL.id, num: 1 }),
    ).toMatchObject(refused)
  shop.proxy.fault = () => null
  const checkout = await shop.checkout(ann)
  refuse()
  expect(await shop.pay(ann, checkout, CARDS.good)).toMatchObject(refused)
  expect(await shop.order(ann, checkout.orderId)).toMatchObject({ state: 'pending' })
  expect(
    await shop.sql`select times, facts ->> 'orderId' as order from alerts where kind = 'provider_refuses'`,
  ).toEqual([{ times: 3, order: checkout.orderId }])
  shop.proxy.fault = () => null
  expect((await shop.pay(ann, checkout, CARDS.good)).body.data.status).toBe('succeeded')
})
