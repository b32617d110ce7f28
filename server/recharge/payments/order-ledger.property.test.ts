import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Dispute, Intent, Refund } from '../../gateways/payments/payments.ts'
import type { TestUser } from '../../testing/harness.ts'
import { expectProven } from '../../testing/refunds.ts'
import { LARGE, type Shop, SMALL, startShop } from '../../testing/shop.ts'
import { adjustCredit } from '../../credit/adjust-credit.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { consumeCredit, reverseConsumption } from '../../credit/consume-credit.ts'
import { expireCredit } from '../../credit/expire-credit.ts'
import { creditToTakeBack } from '../refunds/order-credit.ts'
import { findOrder, lockOrder } from '../orders/orders.store.ts'
import { policyRefund } from '../refunds/refund-policy.ts'
import { listRefundsOf } from '../refunds/refunds.store.ts'

vi.setConfig({ testTimeout: 120_000 })

const HOUR_MS = 60 * 60 * 1000

type Step =
  | { do: 'pay'; order: number }
  | { do: 'refund'; order: number; share: number }
  | { do: 'refund by policy'; order: number }
  | { do: 'dispute'; order: number; share: number }
  /** The newest refund or dispute of the order ends. */
  | { do: 'conclude'; order: number; isGood: boolean }
  | { do: 'report'; order: number; which: number }
  | { do: 'consume'; amount: number }
  | { do: 'reverse'; which: number }
  | { do: 'adjust'; delta: number }
  | { do: 'wait'; days: number }

const order = fc.integer({ min: 0, max: 2 })
const share = fc.integer({ min: 1, max: 100 })
const of = <Name extends string>(name: Name) => fc.constant(name)

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: of('pay'), order }),
  { arbitrary: fc.record({ do: of('refund'), order, share }), weight: 2 },
  { arbitrary: fc.record({ do: of('refund by policy'), order }), weight: 2 },
  { arbitrary: fc.record({ do: of('dispute'), order, share }), weight: 2 },
  { arbitrary: fc.record({ do: of('conclude'), order, isGood: fc.boolean() }), weight: 2 },
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
interface Deal {
  orderId: string
  snapshots: Snapshot[]
}

interface World {
  shop: Shop
  buyer: TestUser
  deals: Deal[]
  consumed: string[]
  count: number
}

const refundedOf = ({ refunds }: Snapshot) =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
const heldOf = ({ disputes }: Snapshot) =>
  disputes.filter(({ status }) => status !== 'won').reduce((sum, { amount }) => sum + amount, 0)

const newest = ({ snapshots }: Deal): Snapshot => snapshots.at(-1)!

async function open(shop: Shop, buyer: TestUser): Promise<Deal[]> {
  const deals = []
  for (const [id, num] of [
    [SMALL.id, 1],
    [LARGE.id, 1],
    [SMALL.id, 3],
  ] as const) {
    const { orderId, intentId } = await shop.checkout(buyer, { id, num })
    const intent = await shop.deps.payments.retrieveIntent(intentId)
    deals.push({ orderId, snapshots: [{ intent, refunds: [], disputes: [] }] })
  }
  return deals
}

async function report({ shop }: World, { orderId, snapshots }: Deal, which: number) {
  const snapshot = snapshots.at(which % snapshots.length)!
  await applySnapshot(shop.deps, orderId, snapshot, { actor: 'provider' })
}

async function play(world: World, one: Step): Promise<void> {
  const { shop, buyer, deals } = world
  const { id: userId } = buyer.user
  world.count += 1
  const key = `k${world.count}`
  switch (one.do) {
    case 'pay':
      return pay(deals[one.order]!)
    case 'refund':
    case 'dispute':
      return reverse(deals[one.order]!, one, `${key}-${deals[one.order]!.orderId}`)
    case 'refund by policy':
      return refundByPolicy(world, deals[one.order]!, `${key}-${deals[one.order]!.orderId}`)
    case 'conclude':
      return conclude(deals[one.order]!, one.isGood)
    case 'report':
      return report(world, deals[one.order]!, one.which)
    case 'consume': {
      const consumption = { userId, amount: one.amount, reason: 'AI 对话', key }
      if (await succeeds(consumeCredit(shop.deps, consumption))) world.consumed.push(key)
      return
    }
    case 'reverse': {
      const again = world.consumed[one.which % world.consumed.length]
      if (again === undefined) return
      await reverseConsumption(shop.deps, { userId, reason: '任务失败', key: again })
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

/** False when the balance does not bear it. */
async function succeeds(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'CREDIT_SHORT' })
    return false
  }
}

function pay(deal: Deal): void {
  const snapshot = newest(deal)
  if (snapshot.intent.outcome === 'paid') return
  const { amount } = snapshot.intent
  deal.snapshots.push({
    ...snapshot,
    intent: { ...snapshot.intent, outcome: 'paid', amountReceived: amount },
  })
}

/** Adds a refund or dispute; like the provider, never of more than was received. */
function reverse(deal: Deal, one: { do: 'refund' | 'dispute'; share: number }, id: string): void {
  const snapshot = newest(deal)
  const left = snapshot.intent.amountReceived - refundedOf(snapshot) - heldOf(snapshot)
  const amount = Math.ceil((snapshot.intent.amountReceived * one.share) / 100)
  if (amount > left || amount === 0) return
  const facts = { id, intentId: snapshot.intent.id, amount, reason: null, createdAt: new Date() }
  deal.snapshots.push(
    one.do === 'refund'
      ? {
          ...snapshot,
          refunds: [...snapshot.refunds, { ...facts, status: 'pending', metadata: {} }],
        }
      : { ...snapshot, disputes: [...snapshot.disputes, { ...facts, status: 'open' }] },
  )
}

/** The policy offers the unused share of the money; refunding it leaves no credit of the order. */
async function refundByPolicy(world: World, deal: Deal, id: string): Promise<void> {
  const { sql, deps } = world.shop
  const snapshot = newest(deal)
  const { amountReceived: received, outcome, id: intentId } = snapshot.intent
  if (outcome !== 'paid') return
  await report(world, deal, deal.snapshots.length - 1)
  const at = deps.now()
  const { policy, order: row } = await sql.begin(async (tx) => {
    const held = (await lockOrder(tx, deal.orderId))!
    const refunds = await listRefundsOf(tx, deal.orderId)
    return { order: held, policy: await policyRefund(tx, held, { received, refunds, at }) }
  })
  const left = await leftInLots(world, deal)
  const given = row.credit + row.bonusCredit
  const isInTime = at.getTime() - row.paidAt!.getTime() <= 7 * 24 * HOUR_MS
  const promised = Math.floor((received * left) / given + 0.5)
  expect(policy).toMatchObject({
    granted: given,
    left,
    refundable: left,
    refunded: refundedOf(snapshot),
  })
  expect(policy.used).toBeGreaterThanOrEqual(0)
  expect(policy.amount).toBe(isInTime ? Math.min(promised, received - refundedOf(snapshot)) : 0)

  const { amount } = policy
  if (amount === 0 || amount > received - refundedOf(snapshot) - heldOf(snapshot)) return
  const facts = { id, intentId, amount, reason: null, createdAt: at }
  const refund = { ...facts, status: 'pending', metadata: {} } as const
  deal.snapshots.push({ ...snapshot, refunds: [...snapshot.refunds, refund] })
  await report(world, deal, deal.snapshots.length - 1)
  // what a minor unit buys is as near as money comes
  expect(await leftInLots(world, deal)).toBeLessThanOrEqual(Math.ceil(given / received) + 1)
}

async function leftInLots({ shop }: World, { orderId }: Deal): Promise<number> {
  const [lots] = await shop.sql<{ left: number }>`
    select coalesce(sum(remaining), 0) as left from credit_lots where order_id = ${orderId}`
  return lots!.left
}

/** A refund succeeds or fails, a dispute is won or lost. */
function conclude(deal: Deal, isGood: boolean): void {
  const snapshot = newest(deal)
  const refund = snapshot.refunds.findLast(({ status }) => status === 'pending')
  const dispute = snapshot.disputes.findLast(({ status }) => status === 'open')
  deal.snapshots.push({
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
      const world: World = { shop, buyer, deals: await open(shop, buyer), consumed: [], count: 0 }
      for (const deal of world.deals.slice(1)) pay(deal)
      for (const one of steps) await play(world, one)

      for (const deal of world.deals) {
        await report(world, deal, deal.snapshots.length - 1)
        await expectSettled(world, deal)
        // every snapshot is reported once more, the oldest last
        for (const which of [...deal.snapshots.keys()].toReversed())
          await report(world, deal, which)
        await expectSettled(world, deal)
      }
      await expectProven(shop)
    }),
    // making a counterexample smaller would outlast the test
    { numRuns: 20, endOnFailure: true },
  )
})

/** State and credit of the order follow from the newest snapshot, whatever was reported before. */
async function expectSettled({ shop }: World, deal: Deal): Promise<void> {
  const snapshot = newest(deal)
  const row = (await findOrder(shop.sql, deal.orderId))!
  const gone = refundedOf(snapshot)
  const isPaid = snapshot.intent.outcome === 'paid'
  expect(row.refundedAmount).toBe(gone)
  if (!isPaid) return expect(row.state).toBe('pending')
  expect(row.state).toBe(
    gone === 0 ? 'paid' : gone < row.amount ? 'partially_refunded' : 'refunded',
  )

  const [sums] = await shop.sql<Record<'given' | 'expired' | 'clawback' | 'hold', number>>`
    select coalesce(sum(delta) filter (where type in ('purchase', 'bonus')), 0) as given,
      -coalesce(sum(delta) filter (where type = 'expire'), 0) as expired,
      -coalesce(sum(delta) filter (where type = 'refund_clawback'), 0) as clawback,
      -coalesce(sum(delta) filter (where type in ('dispute_hold', 'dispute_release')), 0) as hold
    from credit_ledger where order_id = ${deal.orderId}`
  const { given, expired, clawback, hold } = sums!
  expect(given).toBe(row.credit + row.bonusCredit)
  const reversed = { price: row.amount, refunded: gone, disputed: heldOf(snapshot) }
  const without = creditToTakeBack(reversed, { granted: given, expired: 0 })
  const owed = creditToTakeBack(reversed, { granted: given, expired })
  // credit that expired after it was taken back counts from the next report on
  expect(clawback).toBeGreaterThanOrEqual(owed.clawback)
  expect(clawback).toBeLessThanOrEqual(without.clawback)
  expect(clawback + hold).toBeGreaterThanOrEqual(owed.clawback + owed.hold)
  expect(clawback + hold).toBeLessThanOrEqual(without.clawback + without.hold)
}
