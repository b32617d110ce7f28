import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Dispute, Intent, Refund } from '../../gateways/payments/payments.ts'
import type { TestUser } from '../../testing/harness.ts'
import { expectProven } from '../../testing/refunds.ts'
import { LARGE, type Shop, SMALL, startShop } from '../../testing/shop.ts'
import { adjustCredit } from '../../credit/adjust-credit.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { consumeCredit, reverseConsumption } from '../../testing/consume-credit.ts'
import { expireCredit } from '../../credit/expire-credit-job.ts'
import { creditToTakeBack } from '../refunds/order-credit.ts'
import { findOrder, lockOrder } from '../orders/orders.store.ts'
import { computePolicyRefund } from '../refunds/refund-policy.ts'
import { listRefundsOf } from '../refunds/refunds.store.ts'

vi.setConfig({ testTimeout: 120_000 })

const HOUR_MS = 60 * 60 * 1000

type Step =
  | { do: 'refund' | 'dispute'; order: number; share: number }
  | { do: 'pay'; order: number }
  | { do: 'refund by policy'; order: number }
  /** The newest pending refund and open dispute of the order end. */
  | { do: 'end'; order: number; isGood: boolean }
  | { do: 'report'; order: number; which: number }
  | { do: 'consume'; amount: number }
  | { do: 'reverse'; which: number }
  | { do: 'adjust'; delta: number }
  | { do: 'wait'; days: number }
type ReversalStep = Extract<Step, { share: number }>

const order = fc.integer({ min: 0, max: 2 })
const share = fc.integer({ min: 1, max: 100 })
const of = <Name extends string>(name: Name) => fc.constant(name)

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: of('pay'), order }),
  { arbitrary: fc.record({ do: of('refund'), order, share }), weight: 2 },
  { arbitrary: fc.record({ do: of('refund by policy'), order }), weight: 2 },
  { arbitrary: fc.record({ do: of('dispute'), order, share }), weight: 2 },
  { arbitrary: fc.record({ do: of('end'), order, isGood: fc.boolean() }), weight: 2 },
  { arbitrary: fc.record({ do: of('report'), order, which: fc.nat() }), weight: 3 },
  {
    arbitrary: fc.record({ do: of('consume'), amount: fc.integer({ min: 1, max: 4_000 }) }),
    weight: 2,
  },
  fc.record({ do: of('reverse'), which: fc.nat() }),
  fc.record({
    do: of('adjust'),
    delta: fc.integer({ min: -500, max: 900 }).filter((delta) => delta !== 0),
  }),
  fc.record({ do: of('wait'), days: fc.integer({ min: 1, max: 60 }) }),
)

interface Snapshot {
  intent: Intent
  refunds: Refund[]
  disputes: Dispute[]
}

/** An order with every snapshot that the provider could have reported, the newest last. */
interface TrackedOrder {
  orderId: string
  snapshots: Snapshot[]
}

interface Run {
  shop: Shop
  buyer: TestUser
  orders: TrackedOrder[]
  consumed: string[]
  count: number
}

const refundedIn = ({ refunds }: Snapshot) =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
const disputedIn = ({ disputes }: Snapshot) =>
  disputes.filter(({ status }) => status !== 'won').reduce((sum, { amount }) => sum + amount, 0)

const newest = ({ snapshots }: TrackedOrder): Snapshot => snapshots.at(-1)!

async function placeOrders(shop: Shop, buyer: TestUser): Promise<TrackedOrder[]> {
  const orders = []
  for (const [id, num] of [
    [SMALL.id, 1],
    [LARGE.id, 1],
    [SMALL.id, 3],
  ] as const) {
    const { orderId, intentId } = await shop.checkout(buyer, { id, num })
    const intent = await shop.deps.payments.retrieveIntent(intentId)
    orders.push({ orderId, snapshots: [{ intent, refunds: [], disputes: [] }] })
  }
  return orders
}

async function report({ shop }: Run, { orderId, snapshots }: TrackedOrder, which: number) {
  const snapshot = snapshots.at(which % snapshots.length)!
  await applySnapshot(shop.deps, orderId, snapshot, { actor: 'provider' })
}

async function runStep(run: Run, one: Step): Promise<void> {
  const { shop, buyer, orders } = run
  const { id: userId } = buyer.user
  run.count += 1
  const key = `k${run.count}`
  switch (one.do) {
    case 'pay':
      return pay(orders[one.order]!)
    case 'refund':
    case 'dispute':
      return addReversal(orders[one.order]!, one, `${key}-${orders[one.order]!.orderId}`)
    case 'refund by policy':
      return refundByPolicy(run, orders[one.order]!, `${key}-${orders[one.order]!.orderId}`)
    case 'end':
      return endReversal(orders[one.order]!, one.isGood)
    case 'report':
      return report(run, orders[one.order]!, one.which)
    case 'consume': {
      const consumption = { userId, amount: one.amount, reason: 'AI 对话', key }
      if (await succeeds(consumeCredit(shop.deps, consumption))) run.consumed.push(key)
      return
    }
    case 'reverse': {
      const consumedKey = run.consumed[one.which % run.consumed.length]
      if (consumedKey === undefined) return
      await reverseConsumption(shop.deps, { userId, reason: '任务失败', key: consumedKey })
      return
    }
    case 'adjust':
      await succeeds(
        adjustCredit(shop.deps, {
          userId,
          delta: one.delta,
          reason: '补偿',
          key: `${userId}:${key}`,
        }),
      )
      return
    case 'wait':
      shop.advance(one.days * 24 * HOUR_MS)
      await expireCredit(shop.deps)
  }
}

/** Whether the change was made; false when the balance is too small. */
async function succeeds(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'CREDIT_SHORT' })
    return false
  }
}

function pay(tracked: TrackedOrder): void {
  const snapshot = newest(tracked)
  if (snapshot.intent.outcome === 'paid') return
  const { amount } = snapshot.intent
  tracked.snapshots.push({
    ...snapshot,
    intent: { ...snapshot.intent, outcome: 'paid', amountReceived: amount },
  })
}

/** Adds a refund or dispute; like the provider, never of more than was received. */
function addReversal(tracked: TrackedOrder, one: ReversalStep, id: string): void {
  const snapshot = newest(tracked)
  const left = snapshot.intent.amountReceived - refundedIn(snapshot) - disputedIn(snapshot)
  const amount = Math.ceil((snapshot.intent.amountReceived * one.share) / 100)
  if (amount > left || amount === 0) return
  const facts = { id, intentId: snapshot.intent.id, amount, reason: null, createdAt: new Date() }
  tracked.snapshots.push(
    one.do === 'refund'
      ? {
          ...snapshot,
          refunds: [...snapshot.refunds, { ...facts, status: 'pending', metadata: {} }],
        }
      : { ...snapshot, disputes: [...snapshot.disputes, { ...facts, status: 'open' }] },
  )
}

/** Refunds by the policy: it offers the unused share of the money, and refunding that takes the order's credit. */
async function refundByPolicy(run: Run, tracked: TrackedOrder, id: string): Promise<void> {
  const { sql, deps } = run.shop
  const snapshot = newest(tracked)
  const { amountReceived: received, outcome, id: intentId } = snapshot.intent
  if (outcome !== 'paid') return
  await report(run, tracked, tracked.snapshots.length - 1)
  const at = deps.now()
  const { policy, order: paid } = await sql.begin(async (tx) => {
    const row = (await lockOrder(tx, tracked.orderId))!
    const refunds = await listRefundsOf(tx, tracked.orderId)
    return { order: row, policy: await computePolicyRefund(tx, row, { received, refunds, at }) }
  })
  const left = await leftInLots(run, tracked)
  const granted = paid.credit + paid.bonusCredit
  const isInTime = at.getTime() - paid.paidAt!.getTime() <= 7 * 24 * HOUR_MS
  const promised = Math.floor((received * left) / granted + 0.5)
  expect(policy).toMatchObject({
    granted,
    left,
    refundable: left,
    refunded: refundedIn(snapshot),
  })
  expect(policy.used).toBeGreaterThanOrEqual(0)
  expect(policy.amount).toBe(isInTime ? Math.min(promised, received - refundedIn(snapshot)) : 0)

  const { amount } = policy
  if (amount === 0 || amount > received - refundedIn(snapshot) - disputedIn(snapshot)) return
  const facts = { id, intentId, amount, reason: null, createdAt: at }
  const refund = { ...facts, status: 'pending', metadata: {} } as const
  tracked.snapshots.push({ ...snapshot, refunds: [...snapshot.refunds, refund] })
  await report(run, tracked, tracked.snapshots.length - 1)
  // rounding to a minor unit of money leaves at most the credit that one unit buys
  expect(await leftInLots(run, tracked)).toBeLessThanOrEqual(Math.ceil(granted / received) + 1)
}

async function leftInLots({ shop }: Run, { orderId }: TrackedOrder): Promise<number> {
  const [lots] = await shop.sql<{ left: number }>`
    select coalesce(sum(remaining), 0) as left from credit_lots where order_id = ${orderId}`
  return lots!.left
}

/** Ends the newest pending refund and the newest open dispute: it succeeds or is won, or fails or is lost. */
function endReversal(tracked: TrackedOrder, isGood: boolean): void {
  const snapshot = newest(tracked)
  const refund = snapshot.refunds.findLast(({ status }) => status === 'pending')
  const dispute = snapshot.disputes.findLast(({ status }) => status === 'open')
  tracked.snapshots.push({
    ...snapshot,
    refunds: snapshot.refunds.map((one) =>
      one === refund ? { ...one, status: isGood ? 'succeeded' : 'failed' } : one,
    ),
    disputes: snapshot.disputes.map((one) =>
      one === dispute ? { ...one, status: isGood ? 'won' : 'lost' } : one,
    ),
  })
}

// oxlint-disable-next-line vitest/expect-expect -- what it expects stands in expectSettled and expectProven
test('any sequence of payments, refunds, disputes, consumption and expiry leaves the ledger proven', async () => {
  await using shop = await startShop()
  await shop.loseEvents()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const buyer = await shop.newUser()
      const orders = await placeOrders(shop, buyer)
      const run: Run = { shop, buyer, orders, consumed: [], count: 0 }
      for (const tracked of orders.slice(1)) pay(tracked)
      for (const one of steps) await runStep(run, one)

      for (const tracked of orders) {
        await report(run, tracked, tracked.snapshots.length - 1)
        await expectSettled(run, tracked)
        // every snapshot is reported once more, the oldest last
        for (const which of [...tracked.snapshots.keys()].toReversed())
          await report(run, tracked, which)
        await expectSettled(run, tracked)
      }
      await expectProven(shop)
    }),
    // no shrinking: it would take longer than the test may
    { numRuns: 20, endOnFailure: true },
  )
})

/** Expects state and credit of the order as the newest snapshot gives them, whatever was reported before. */
async function expectSettled({ shop }: Run, tracked: TrackedOrder): Promise<void> {
  const snapshot = newest(tracked)
  const row = (await findOrder(shop.sql, tracked.orderId))!
  const refunded = refundedIn(snapshot)
  const isPaid = snapshot.intent.outcome === 'paid'
  expect(row.refundedAmount).toBe(refunded)
  if (!isPaid) return expect(row.state).toBe('pending')
  expect(row.state).toBe(
    refunded === 0 ? 'paid' : refunded < row.amount ? 'partially_refunded' : 'refunded',
  )

  const [sums] = await shop.sql<Record<'granted' | 'expired' | 'clawback' | 'hold', number>>`
    select coalesce(sum(delta) filter (where type in ('purchase', 'bonus')), 0) as granted,
      -coalesce(sum(delta) filter (where type = 'expire'), 0) as expired,
      -coalesce(sum(delta) filter (where type = 'refund_clawback'), 0) as clawback,
      -coalesce(sum(delta) filter (where type in ('dispute_hold', 'dispute_release')), 0) as hold
    from credit_ledger where order_id = ${tracked.orderId}`
  const { granted, expired, clawback, hold } = sums!
  expect(granted).toBe(row.credit + row.bonusCredit)
  const reversed = { price: row.amount, refunded, disputed: disputedIn(snapshot) }
  const without = creditToTakeBack(reversed, { granted, expired: 0 })
  const owed = creditToTakeBack(reversed, { granted, expired })
  // credit that expired after a reversal reduces what is owed only from the next report on
  expect(clawback).toBeGreaterThanOrEqual(owed.clawback)
  expect(clawback).toBeLessThanOrEqual(without.clawback)
  expect(clawback + hold).toBeGreaterThanOrEqual(owed.clawback + owed.hold)
  expect(clawback + hold).toBeLessThanOrEqual(without.clawback + without.hold)
}
