import { expect, test } from 'vitest'
import { proveLedger } from '../../testing/shop.ts'
import { payAtProvider } from '../../testing/pay-at-provider.ts'
import { refundAtProvider } from '../../testing/refunds.ts'
import { checkOrder } from './check-order.ts'
import { diffProvider } from './diff-provider.ts'
import {
  buyersOf,
  ahead,
  broken,
  quietShopPerFile,
  shopPerFile,
} from '../../testing/shared-shop.ts'

const newBuyer = buyersOf(quietShopPerFile())
const shopOf = shopPerFile()

test('checking an order applies a payment and a refund whose events were lost', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId, intentId } = await shop.checkout(ann)
  await payAtProvider(shop, intentId)
  await refundAtProvider(shop, intentId, 995)

  const checked = await checkOrder(shop.deps, { orderId, intentId })
  const again = await checkOrder(shop.deps, { orderId })

  expect(checked).toMatchObject({
    before: { state: 'pending' },
    after: { state: 'partially_refunded', refundedAmount: 995 },
    intent: { id: intentId, status: 'succeeded' },
  })
  expect(again.before).toEqual(again.after)
  const events = await shop.sql<{ actor: string; reason: string | null }>`
    select actor, reason from order_events where order_id = ${orderId} order by created_at, id`
  expect(events.at(-1)).toEqual({ actor: 'operator', reason: 'recovered' })
  expect(await shop.balance(ann)).toBe(1000)
  await proveLedger(shop)
})

test('an order without a stored intent adopts the one that the operator names', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId, intentId } = await shop.checkout(ann)
  await shop.sql`update orders set payment_intent_id = null, client_secret = null, state = 'expired', open_slot = null where id = ${orderId}`
  await payAtProvider(shop, intentId)

  const checked = await checkOrder(shop.deps, { orderId, intentId })

  expect(checked.after).toMatchObject({ state: 'paid', paymentIntentId: intentId })
  expect(await shop.balance(ann)).toBe(2000)
  await proveLedger(shop)
})

test('a check by an intent of another order, of none, or other than the order’s own is refused, one without an answer fails', async () => {
  const shop = await shopOf()
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const mine = await shop.checkout(ann)
  const other = await shop.buy(bob)
  const named = { orderId: mine.orderId, intentId: other.intentId, reason: '补单' }
  const refused = { code: 'ORDER_STATE' }

  await expect(checkOrder(shop.deps, named)).rejects.toMatchObject(refused)
  await shop.sql`update orders set payment_intent_id = null where id = ${mine.orderId}`
  await expect(checkOrder(shop.deps, named)).rejects.toMatchObject(refused)
  await expect(checkOrder(shop.deps, { ...named, intentId: 'pi_no' })).rejects.toMatchObject(
    refused,
  )

  expect(await shop.balance(ann)).toBe(0)
  await expect(checkOrder(shop.deps, { orderId: 'nobody' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  using _fault = broken(shop, () => 'reset before')
  const unanswered = checkOrder(shop.deps, { orderId: mine.orderId, intentId: mine.intentId })
  await expect(unanswered).rejects.toMatchObject({ code: 'DEPENDENCY_DOWN' })
})

test('the books name the order that a payment is for, though the order has lost its intent', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId, intentId } = await shop.checkout(ann)
  const { orderNo } = await shop.order(ann, orderId)
  await payAtProvider(shop, intentId)
  // as in a shop that returned to a backup from before the payment
  await shop.sql`update orders set payment_intent_id = null, client_secret = null where id = ${orderId}`
  using _later = ahead(shop, 45 * 60_000)

  const { differences } = await diffProvider(shop.deps, { hours: 48 })
  await checkOrder(shop.deps, { orderId, intentId })
  const after = await diffProvider(shop.deps, { hours: 48 })

  const found = differences.filter((difference) => difference.orderId === orderId)
  expect(found).toMatchObject([{ kind: 'unpaid_here', orderId, orderNo, intentId }])
  expect(after.differences.filter((difference) => difference.orderId === orderId)).toEqual([])
  await proveLedger(shop)
})
