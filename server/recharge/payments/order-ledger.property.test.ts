import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Dispute, Intent, Refund } from '../../gateways/payments.ts'
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

vi.setConfig({ testTimeout: 60_000 })

const HOUR_MS = 60 * 60 * 1000

type Step =
  | { do: 'pay'; order: number }
  | { do: 'refund'; order: number; share: number }
  | { do: 'refund by policy'; order: number }
  | { do: 'dispute'; order: number; share: number }
  /** The newest refund or dispute of the order goes on. */
  | { do: 'go on'; order: number; isGood: boolean }
  | { do: 'hear'; order: number; which: number }
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
  { arbitrary: fc.record({ do: of('go on'), order, isGood: fc.boolean() }), weight: 2 },
  { arbitrary: fc.record({ do: of('hear'), order, which: fc.nat() }), weight: 3 },
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

interface Told {
  intent: Intent
  refunds: Refund[]
  disputes: Dispute[]
}

/** An order and all that the provider ever said of it, the newest last. */
interface Deal {
  orderId: string
  told: Told[]
}

interface World {
  shop: Shop
  buyer: TestUser
  deals: Deal[]
  consumed: string[]
  count: number
}

const goneOf = ({ refunds }: Told) =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
const heldOf = ({ disputes }: Told) =>
  disputes.filter(({ status }) => status !== 'won').reduce((sum, { amount }) => sum + amount, 0)

const newest = ({ told }: Deal): Told => told.at(-1)!

async function open(shop: Shop, buyer: TestUser): Promise<Deal[]> {
  const deals = []
  for (const [id, num] of [
    [SMALL.id, 1],
    [LARGE.id, 1],
    [SMALL.id, 3],
  ] as const) {
    const { orderId, intentId } = await shop.checkout(buyer, { id, num })
    const intent = await shop.deps.payments.retrieveIntent(intentId)
    deals.push({ orderId, told: [{ intent, refunds: [], disputes: [] }] })
  }
  return deals
}

async function hear({ shop }: World, { orderId, told }: Deal, which: number): Promise<void> {
  await applySnapshot(shop.deps, orderId, told.at(which % told.length)!, { actor: 'provider' })
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
      return moveBack(deals[one.order]!, one, `${key}-${deals[one.order]!.orderId}`)
    case 'refund by policy':
      return refundByPolicy(world, deals[one.order]!, `${key}-${deals[one.order]!.orderId}`)
    case 'go on':
      return goOn(deals[one.order]!, one.isGood)
    case 'hear':
      return hear(world, deals[one.order]!, one.which)
    case 'consume': {
      const wish = { userId, amount: one.amount, reason: 'AI 对话', key }
      if (await goesThrough(consumeCredit(shop.deps, wish))) world.consumed.push(key)
      return
    }
    case 'reverse': {
      const again = world.consumed[one.which % world.consumed.length]
      if (again === undefined) return
      await reverseConsumption(shop.deps, { userId, reason: '任务失败', key: again })
      return
    }
    case 'adjust':
      await goesThrough(
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
async function goesThrough(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'CREDIT_SHORT' })
    return false
  }
}

function pay(deal: Deal): void {
  const told = newest(deal)
  if (told.intent.outcome === 'paid') return
  const { amount } = told.intent
  deal.told.push({
    ...told,
    intent: { ...told.intent, outcome: 'paid', amountReceived: amount },
  })
}

/** As a provider does it: no more goes back than came. */
function moveBack(deal: Deal, one: { do: 'refund' | 'dispute'; share: number }, id: string): void {
  const told = newest(deal)
  const left = told.intent.amountReceived - goneOf(told) - heldOf(told)
  const amount = Math.ceil((told.intent.amountReceived * one.share) / 100)
  if (amount > left || amount === 0) return
  const facts = { id, intentId: told.intent.id, amount, reason: null, createdAt: new Date() }
  deal.told.push(
    one.do === 'refund'
      ? { ...told, refunds: [...told.refunds, { ...facts, status: 'pending', metadata: {} }] }
      : { ...told, disputes: [...told.disputes, { ...facts, status: 'open' }] },
  )
}

/** What the policy offers is the unused share of the money, and taking it leaves nothing of the order's credit. */
async function refundByPolicy(world: World, deal: Deal, id: string): Promise<void> {
  const { sql, deps } = world.shop
  const told = newest(deal)
  const { amountReceived: received, outcome, id: intentId } = told.intent
  if (outcome !== 'paid') return
  await hear(world, deal, deal.told.length - 1)
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
  expect(policy).toMatchObject({ granted: given, left, refunded: goneOf(told) })
  expect(policy.used).toBeGreaterThanOrEqual(0)
  expect(policy.amount).toBe(isInTime ? Math.min(promised, received - goneOf(told)) : 0)

  const { amount } = policy
  if (amount === 0 || amount > received - goneOf(told) - heldOf(told)) return
  const facts = { id, intentId, amount, reason: null, createdAt: at }
  const refund = { ...facts, status: 'pending', metadata: {} } as const
  deal.told.push({ ...told, refunds: [...told.refunds, refund] })
  await hear(world, deal, deal.told.length - 1)
  // what a minor unit buys is as near as money comes
  expect(await leftInLots(world, deal)).toBeLessThanOrEqual(Math.ceil(given / received) + 1)
}

async function leftInLots({ shop }: World, { orderId }: Deal): Promise<number> {
  const [lots] = await shop.sql<{ left: number }>`
    select coalesce(sum(remaining), 0) as left from credit_lots where order_id = ${orderId}`
  return lots!.left
}

/** A refund succeeds or fails, a dispute is won or lost. */
function goOn(deal: Deal, isGood: boolean): void {
  const told = newest(deal)
  const refund = told.refunds.findLast(({ status }) => status === 'pending')
  const dispute = told.disputes.findLast(({ status }) => status === 'open')
  deal.told.push({
    ...told,
    refunds: told.refunds.map((one) =>
      one === refund ? { ...one, status: isGood ? 'succeeded' : 'failed' } : one,
    ),
    disputes: told.disputes.map((one) =>
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
        await hear(world, deal, deal.told.length - 1)
        await expectSettled(world, deal)
        // all that was ever said arrives once more, the oldest last
        for (const which of [...deal.told.keys()].toReversed()) await hear(world, deal, which)
        await expectSettled(world, deal)
      }
      await expectProven(shop)
    }),
    // making a counterexample smaller would outlast the test
    { numRuns: 20, endOnFailure: true },
  )
})

/** State and credit of an order are what the provider's last word makes of them, whatever came before. */
async function expectSettled({ shop }: World, deal: Deal): Promise<void> {
  const told = newest(deal)
  const row = (await findOrder(shop.sql, deal.orderId))!
  const gone = goneOf(told)
  const isPaid = told.intent.outcome === 'paid'
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
  const standing = { price: row.amount, refunded: gone, disputed: heldOf(told) }
  const without = creditToTakeBack(standing, { granted: given, expired: 0 })
  const owed = creditToTakeBack(standing, { granted: given, expired })
  // what expired after it was taken back counts from the next news on
  expect(clawback).toBeGreaterThanOrEqual(owed.clawback)
  expect(clawback).toBeLessThanOrEqual(without.clawback)
  expect(clawback + hold).toBeGreaterThanOrEqual(owed.clawback + owed.hold)
  expect(clawback + hold).toBeLessThanOrEqual(without.clawback + without.hold)
}
