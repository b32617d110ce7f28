import { expect, test } from 'vitest'
import {
  expectProven,
  refundAsOperator,
  refundAtProvider,
  consumeAsTool,
} from '../../testing/refunds.ts'
import { payAtProvider } from '../../testing/pay-at-provider.ts'
import { CARDS, eventAbout, LARGE } from '../../testing/shop.ts'
import { adjustCredit } from '../../credit/adjust-credit.ts'
import { reconcileReversals } from '../checks/reconcile-reversals.ts'
import {
  buyersOf,
  alertsFromNow,
  quietShopPerFile,
  shopPerFile,
} from '../../testing/shared-shop.ts'

const quietOf = quietShopPerFile()
const newQuietBuyer = buyersOf(quietOf)
const newBuyer = buyersOf(shopPerFile())

test('one refund in many concurrent events of each kind takes credit back once', async () => {
  const shop = await quietOf()
  for (const type of ['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed']) {
    const ann = await shop.newUser()
    const { orderId, intentId } = await shop.buy(ann)
    const { id } = await refundAtProvider(shop, intentId)
    const kind = type === 'charge.refunded' ? 'charge' : 'refund'
    const event = () => eventAbout(type, { object: kind, id, payment_intent: intentId })
    const same = event()

    const answers = await Promise.all(
      [same, same, event(), event()].map((sent) => shop.deliver(sent)),
    )

    expect([type, ...answers.map(({ status }) => status)]).toEqual([type, 200, 200, 200, 200])
    expect(await shop.order(ann, orderId)).toMatchObject({ state: 'refunded' })
    expect(await shop.balance(ann)).toBe(0)
    expect(await shop.mails(ann.user.email)).toHaveLength(2)
  }
  await expectProven(shop)
})

test('a refund reported before its payment is applied with the payment', async () => {
  const { shop, ann } = await newQuietBuyer()
  const { orderId, intentId } = await shop.checkout(ann)
  await payAtProvider(shop, intentId)
  await refundAtProvider(shop, intentId, 995)

  await shop.deliver(eventAbout('charge.refunded', { object: 'charge', payment_intent: intentId }))

  expect(await shop.order(ann, orderId)).toMatchObject({
    state: 'partially_refunded',
    refundedAmount: 995,
  })
  expect(await shop.balance(ann)).toBe(1000)
  await expectProven(shop)
})

test('a failed refund restores the credit and the order’s state', async () => {
  const { shop, ann } = await newBuyer()
  const alerts = alertsFromNow(shop)
  const { orderId } = await shop.buy(ann, { card: CARDS.refundFails })
  await consumeAsTool(shop, ann, 300)

  await refundAsOperator(shop, orderId)

  await expect
    .poll(() => shop.order(ann, orderId))
    .toMatchObject({
      state: 'paid',
      refundedAmount: 0,
      refunds: [{ status: 'failed' }],
      takenBack: { refunded: 0, held: 0 },
    })
  expect(await shop.balance(ann)).toBe(1700)
  const mails = await shop.mails(ann.user.email)
  expect(mails.at(-1)?.subject).toContain('退款未成功')
  expect(alerts()).toEqual(['refund_failed'])
  await expectProven(shop)
})

test('the reason of a dashboard refund is shown to the buyer in our words or not at all', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId, intentId } = await shop.buy(ann)
  for (const reason of ['duplicate', '']) {
    await shop.provider('POST', '/v1/refunds', {
      payment_intent: intentId,
      amount: '100',
      ...(reason !== '' && { reason }),
    })
  }
  await expect.poll(() => shop.order(ann, orderId)).toMatchObject({ refundedAmount: 200 })
  const { refunds } = await shop.order(ann, orderId)
  expect(refunds?.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['重复付款', undefined]),
  )
})

test('credit restored by a failed refund pays the debt it left, also when a purchase paid the debt since', async () => {
  const { shop, ann } = await newQuietBuyer()
  const { orderId, intentId } = await shop.buy(ann, { card: CARDS.refundFails })
  await consumeAsTool(shop, ann, 1500)
  await refundAsOperator(shop, orderId)
  expect(await shop.balance(ann)).toBe(-1500)
  await adjustCredit(shop.deps, { userId: ann.user.id, delta: 1600, reason: '补偿', key: 'gift' })

  await expect
    .poll(() =>
      shop.provider<{ data: { status: string }[] }>(
        'GET',
        `/v1/refunds?payment_intent=${intentId}`,
      ),
    )
    .toMatchObject({ data: [{ status: 'failed' }] })
  await shop.deliver(eventAbout('refund.failed', { object: 'refund', payment_intent: intentId }))

  expect(await shop.balance(ann)).toBe(2100)
  await expectProven(shop)
  await consumeAsTool(shop, ann, 2100)
  await expectProven(shop)
})

test('a pending refund takes credit back at once, and nothing more when it succeeds', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann, { card: CARDS.refundLater })

  const { refund: made } = await refundAsOperator(shop, orderId)

  expect(made.status).toBe('pending')
  expect(await shop.balance(ann)).toBe(0)
  await expect
    .poll(() => shop.order(ann, orderId))
    .toMatchObject({ state: 'refunded', refunds: [{ status: 'succeeded' }] })
  expect(await shop.entries(ann)).toHaveLength(2)
  expect(await shop.mails(ann.user.email)).toHaveLength(2)
})

test('a refund without an event is found in the provider’s list', async () => {
  const { shop, ann } = await newQuietBuyer()
  const { orderId, intentId } = await shop.buy(ann)
  await shop.buy(ann, { id: LARGE.id })
  await refundAtProvider(shop, intentId)

  await Promise.all([reconcileReversals(shop.deps), reconcileReversals(shop.deps)])

  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'refunded' })
  expect(await shop.balance(ann)).toBe(5500)
  await expectProven(shop)
})
