import { expect, test } from 'vitest'
import { finishRefunds, reconcileReversals } from '../checks/reconcile-reversals.ts'
import { captureHold, chargeCredit } from '../../credit/spending/spend-credit.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { adjust } from '../../testing/credit.ts'
import { expectProven, refundAsOperator } from '../../testing/refunds.ts'
import { balancesOf, fallIntoDebt, openHold } from '../../testing/applications/spending.ts'
import { CARDS } from '../../testing/shop.ts'
import { offerRefund } from './refund-order.ts'
import {
  buyersOf,
  ahead,
  alertsFromNow,
  broken,
  quietShopPerFile,
  shopPerFile,
} from '../../testing/shared-shop.ts'

const quietOf = quietShopPerFile()
const newQuietBuyer = buyersOf(quietOf)
const shopOf = shopPerFile()
const newBuyer = buyersOf(shopOf)

test('a refund of an amount takes credit that a hold has reserved, and the capture becomes debt', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId } = await shop.buy(ann)
  const application = await newApplication(shop)
  const hold = await openHold(shop, ann, 1_500, application)

  await refundAsOperator(shop, orderId, { amount: 995 })

  expect(await balancesOf(shop, ann)).toMatchObject({
    balance: 1_000,
    held: 1_500,
    available: -500,
  })
  await expectProven(shop)
  const capture = { holdId: hold.id, amount: 1_500 }
  const { charge } = await captureHold(shop.deps, spendRequest(application, ann), capture)
  expect(charge).toMatchObject({ amount: 1_500, owed: 500 })
  await expectProven(shop)
})

test('a refund without an answer keeps its credit from everybody until the provider answers', async () => {
  const { shop, ann } = await newQuietBuyer()
  const { orderId } = await shop.buy(ann)
  const other = await shop.buy(ann)
  const application = await newApplication(shop)
  const charge = { amount: 2_001, reason: '翻译文档' }
  {
    using _outage = broken(shop, ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? 'reset before' : null,
    )
    await expect(refundAsOperator(shop, orderId, { amount: 1_990 })).rejects.toMatchObject({
      code: 'DEPENDENCY_DOWN',
    })
  }

  expect(await balancesOf(shop, ann)).toMatchObject({ balance: 4_000, held: 2_000 })
  await expect(
    chargeCredit(shop.deps, spendRequest(application, ann), charge),
  ).rejects.toMatchObject({ code: 'CREDIT_HELD', details: { retryAfter: 60 } })
  await expect(adjust(shop, ann, { delta: -2_001 })).rejects.toMatchObject({ code: 'CREDIT_SHORT' })
  await openHold(shop, ann, 1_500, application)
  const offered = { orderId: other.orderId, actor: 'operator' } as const
  const { policy } = await offerRefund(shop.deps, offered)
  expect(policy).toMatchObject({ left: 2_000, refundable: 500 })
  await expectProven(shop)

  await refundAsOperator(shop, orderId, { amount: 1_990 })
  expect(await balancesOf(shop, ann)).toMatchObject({ balance: 2_000, held: 1_500 })
  await expectProven(shop)
})

test('a refund of the policy is dropped when a capture has taken its credit before the provider answers', async () => {
  const { shop, ann } = await newQuietBuyer()
  const { orderId, intentId } = await shop.buy(ann)
  const application = await newApplication(shop)
  const hold = await openHold(shop, ann, 1, application)
  const alerts = alertsFromNow(shop)
  const refund = { amount: 1_989, isByPolicy: true }
  {
    using _outage = broken(shop, ({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? 'reset before' : null,
    )
    await expect(refundAsOperator(shop, orderId, refund)).rejects.toMatchObject({
      code: 'DEPENDENCY_DOWN',
    })
  }
  const capture = { holdId: hold.id, amount: 100 }
  await captureHold(shop.deps, spendRequest(application, ann), capture)

  using _later = ahead(shop, 31_000)
  await finishRefunds(shop.deps)

  expect(await balancesOf(shop, ann)).toMatchObject({ balance: 1_900, held: 0 })
  expect(alerts()).toContain('refund_dropped')
  const { data } = await shop.provider<{ data: unknown[] }>(
    'GET',
    `/v1/refunds?payment_intent=${intentId}`,
  )
  expect(data).toEqual([])
  await expectProven(shop)
})

test('a dispute takes credit that a hold has reserved, and a debt grows by it', async () => {
  const shop = await quietOf()
  const [ann, ben] = [await shop.newUser(), await shop.newUser()]
  for (const user of [ann, ben]) await shop.buy(user, { card: CARDS.disputed })
  await openHold(shop, ann, 1_500)
  await fallIntoDebt(shop, ben, 300)

  await reconcileReversals(shop.deps)

  expect(await balancesOf(shop, ann)).toMatchObject({ balance: 0, held: 1_500, available: -1_500 })
  expect(await balancesOf(shop, ben)).toMatchObject({ balance: -2_300, held: 0 })
  await expectProven(shop)
})

test('an adjustment takes only what no hold has reserved, and one that gives pays the debt first', async () => {
  const shop = await shopOf()
  const [ann, ben] = [await shop.newUser(), await shop.newUser()]
  for (const user of [ann, ben]) await adjust(shop, user, { delta: 100 })
  await openHold(shop, ann, 60)
  await fallIntoDebt(shop, ben, 50)

  await expect(adjust(shop, ann, { delta: -41 })).rejects.toMatchObject({ code: 'CREDIT_SHORT' })
  {
    // the hold has expired, and may be captured for another day
    using _later = ahead(shop, 2 * 60 * 60_000)
    await expect(adjust(shop, ann, { delta: -41 })).rejects.toMatchObject({ code: 'CREDIT_SHORT' })
  }
  await adjust(shop, ann, { delta: -40 })
  await expect(adjust(shop, ben, { delta: -1 })).rejects.toMatchObject({ code: 'CREDIT_SHORT' })
  await adjust(shop, ben, { delta: 80 })

  expect(await balancesOf(shop, ann)).toMatchObject({ balance: 60, held: 60, available: 0 })
  expect(await balancesOf(shop, ben)).toMatchObject({ balance: 30, held: 0, available: 30 })
  await expectProven(shop)
})
