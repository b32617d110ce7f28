import { expect, test } from 'vitest'
import { CARDS, eventAbout, proveLedger, type Shop, SMALL, startShop } from '../../testing/shop.ts'
import type { TestUser } from '../../testing/harness.ts'
import { consumeCredit } from '../../testing/consume-credit.ts'
import { reconcileReversals, settleWaitingReversals } from '../checks/reconcile-reversals.ts'
import { refundOrder } from './refund-order.ts'
import {
  buyersOf,
  ahead,
  alertsFromNow,
  quietShopPerFile,
  shopPerFile,
} from '../../testing/shared-shop.ts'

const newQuietBuyer = buyersOf(quietShopPerFile())
const newBuyer = buyersOf(shopPerFile())

const becomes = (shop: Shop, ann: TestUser, orderId: string, dispute: string) =>
  expect.poll(() => shop.order(ann, orderId)).toMatchObject({ state: 'paid', dispute })

test('a dispute holds the order’s credit, and the order and a mail say so; once won it releases the credit, once', async () => {
  const { shop, ann } = await newBuyer()
  const alerts = alertsFromNow(shop)
  const { orderId, intentId } = await shop.buy(ann, { card: CARDS.disputed })
  await becomes(shop, ann, orderId, 'open')
  expect(await shop.balance(ann)).toBe(0)
  expect(await shop.entries(ann)).toMatchObject([
    { type: 'dispute_hold', delta: -2000, orderId },
    { type: 'purchase', delta: 2000 },
  ])
  const mails = await shop.mails(ann.user.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('付款收据'),
    expect.stringContaining('付款有争议'),
  ])
  expect(alerts()).toEqual(['dispute_opened'])
  await proveLedger(shop)

  await shop.decideDispute(intentId, 'win')

  await becomes(shop, ann, orderId, 'won')
  for (const end of ['closed', 'created']) {
    const about = { object: 'dispute', payment_intent: intentId }
    const repeated = eventAbout(`charge.dispute.${end}`, about)
    expect(await shop.deliver(repeated)).toMatchObject({ status: 200 })
  }
  expect(await shop.balance(ann)).toBe(2000)
  expect(await shop.order(ann, orderId)).toMatchObject({ takenBack: { refunded: 0, held: 0 } })
  expect(await shop.entries(ann)).toMatchObject([
    { type: 'dispute_release', delta: 2000 },
    { type: 'dispute_hold' },
    { type: 'purchase' },
  ])
  await proveLedger(shop)
})

test('a lost dispute keeps the credit it holds, as a debt where it was spent', async () => {
  const { shop, ann } = await newQuietBuyer()
  const { orderId, intentId } = await shop.buy(ann, { card: CARDS.disputed })
  // the payment's answer has the intent only, so the credit can be spent before the dispute is known
  const { id: userId } = ann.user
  await consumeCredit(shop.deps, { userId, amount: 1500, reason: 'AI 对话', key: 'job-1' })
  await reconcileReversals(shop.deps)
  expect(await shop.balance(ann)).toBe(-1500)

  await shop.decideDispute(intentId, 'lose')
  await expect
    .poll(
      async () => {
        await reconcileReversals(shop.deps)
        return shop.order(ann, orderId)
      },
      { timeout: 10_000 },
    )
    .toMatchObject({ state: 'paid', dispute: 'lost', takenBack: { refunded: 0, held: 2000 } })

  expect(await shop.balance(ann)).toBe(-1500)
  const mails = await shop.mails(ann.user.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('付款收据'),
    expect.stringContaining('付款有争议'),
    expect.stringContaining('争议已结束，款项退回持卡人'),
  ])
  await proveLedger(shop)
})

test('an inquiry holds credit until it is closed', async () => {
  const { shop, ann } = await newBuyer()
  const { orderId, intentId } = await shop.buy(ann, { card: CARDS.inquired })
  await becomes(shop, ann, orderId, 'open')
  expect(await shop.balance(ann)).toBe(0)

  await shop.decideDispute(intentId, 'win')

  await becomes(shop, ann, orderId, 'won')
  expect(await shop.balance(ann)).toBe(2000)
  await proveLedger(shop)
})

test('a refund of a payment under inquiry takes no credit twice', async () => {
  const { shop, ann } = await newBuyer()
  await shop.buy(ann, { id: SMALL.id, num: 2 })
  const { orderId } = await shop.buy(ann, { card: CARDS.inquired })
  await becomes(shop, ann, orderId, 'open')
  expect(await shop.balance(ann)).toBe(4000)

  await refundOrder(shop.deps, { orderId, amount: 995, reason: '客户要求', actor: 'operator' })
  expect(await shop.balance(ann)).toBe(4000)
  await refundOrder(shop.deps, { orderId, reason: '客户要求', actor: 'operator' })

  expect(await shop.order(ann, orderId)).toMatchObject({ state: 'refunded' })
  expect(await shop.balance(ann)).toBe(4000)
  await proveLedger(shop)
})

test('every waiting order is settled once, the oldest first', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const intents = new Map<string, string>()
  for (const num of [1, 2, 3]) {
    const { orderId, intentId } = await shop.buy(ann, { card: CARDS.disputed, num })
    await becomes(shop, ann, orderId, 'open')
    intents.set(intentId, orderId)
  }
  await shop.loseEvents()
  const bought = [...intents.keys()]
  const longestFirst = [bought[1]!, bought[2]!, bought[0]!]
  for (const [days, intentId] of longestFirst.toReversed().entries()) {
    await shop.sql`
      update disputes set updated_at = now() - ${days + 2} * interval '1 day'
      where order_id = ${intents.get(intentId)!}`
  }
  const asked: string[] = []
  const payments = {
    ...shop.deps.payments,
    retrieveIntent(id: string) {
      asked.push(id)
      return shop.deps.payments.retrieveIntent(id)
    },
  }

  await settleWaitingReversals({ ...shop.deps, payments }, undefined, 1)

  expect(asked.filter((id) => intents.has(id))).toEqual(longestFirst)
})

test('a dispute whose last event was lost is settled after a day', async () => {
  await using shop = await startShop()
  const ann = await shop.newUser()
  const { orderId, intentId } = await shop.buy(ann, { card: CARDS.disputed })
  await becomes(shop, ann, orderId, 'open')
  await shop.loseEvents()
  await shop.decideDispute(intentId, 'win')
  await settleWaitingReversals(shop.deps)
  expect((await shop.order(ann, orderId)).dispute).toBe('open')

  using _later = ahead(shop, 25 * 60 * 60 * 1000)
  await settleWaitingReversals(shop.deps)

  expect(await shop.sql`select dispute from orders where id = ${orderId}`).toEqual([
    { dispute: 'won' },
  ])
  await proveLedger(shop)
})
