import { expect, test } from 'vitest'
import { readProviderView } from '#contract/console/orders/orders.ts'
import { PaymentFailure } from '../../gateways/payments/payments.ts'
import { ask } from '../../testing/console/console.ts'
import { startConsoleShop } from '../../testing/console/console-shop.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { CARDS } from '../../testing/shop.ts'

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

const fixtureOf = oncePerFile(startConsoleShop)

type Fixture = Awaited<ReturnType<typeof startConsoleShop>>

function view({ viewer }: Fixture, order: string) {
  return ask(viewer, readProviderView, { order })
}

test('paid, refused and unpaid orders: what the provider says of the intent', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.buy(ann)
  expect(await view(fixture, orderId)).toEqual({
    intent: {
      id: intentId,
      status: 'succeeded',
      statusLabel: '已收款',
      amount: 1990,
      amountReceived: 1990,
      currency: 'cny',
      livemode: false,
      isAsOrdered: true,
      lastError: null,
      paymentMethod: 'Visa 尾号 4242',
      charge: { amountRefunded: 0, isDisputed: false, chargedAt: isoTime },
      createdAt: isoTime,
    },
    failure: null,
    askedAt: isoTime,
  })
  const refused = await shop.checkout(ann)
  await shop.pay(ann, refused, CARDS.noFunds)
  await shop.sql`update orders set amount = 2000 where id = ${refused.orderId}`
  expect((await view(fixture, refused.orderId)).intent).toMatchObject({
    statusLabel: '等待付款方式',
    isAsOrdered: false,
    charge: null,
    lastError: {
      code: 'insufficient_funds',
      message: '卡内余额或可用额度不足，请换一张卡，或补足后重试',
    },
  })
  await shop.sql`update orders set payment_intent_id = null where id = ${refused.orderId}`
  expect(await view(fixture, refused.orderId)).toMatchObject({ intent: null, failure: null })
})

test('provider that fails or does not know the intent: a sentence, and no key of the shop; an unknown order is not found', async () => {
  const fixture = await fixtureOf()
  const { shop } = fixture
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann)
  await shop.sql`update orders set payment_intent_id = 'pi_unknown' where id = ${orderId}`
  const unknown = await view(fixture, orderId)
  expect(unknown.intent).toBeNull()
  expect(unknown.failure).toMatch(/^支付平台拒绝了请求：/)

  const { within } = shop.deps.payments
  shop.deps.payments.within = () => ({
    ...shop.deps.payments,
    retrieveIntent: () =>
      Promise.reject(
        new PaymentFailure('invalid', 'Invalid API Key provided: sk_test_abc123, rk_live_x'),
      ),
  })
  expect((await view(fixture, orderId)).failure).toBe(
    '支付平台拒绝了请求：Invalid API Key provided: sk_…, rk_…',
  )
  shop.deps.payments.within = within

  const { status, body } = await fixture.viewer.call(readProviderView, {
    order: 'pi_of_somebody_else',
  })
  expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
})
