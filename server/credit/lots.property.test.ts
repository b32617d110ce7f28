import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { owedBack, rebalance, shareOf } from '../recharge/refunds/order-credit.ts'
import { expire, giveBack, grant, type Lot, openPurse, type Purse, take } from './lots.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)
const day = (at: number) => new Date(START + at * DAY_MS)

const amount = fc.integer({ min: 1, max: 5_000 })
const kind = fc.constantFrom<Lot['kind']>('purchase', 'bonus', 'adjust')

type Step =
  | { do: 'grant'; amount: number; kind: Lot['kind']; days: number | null }
  | { do: 'take'; amount: number }
  | { do: 'giveBack' }
  | { do: 'wait'; days: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('grant' as const),
    amount,
    kind,
    days: fc.option(fc.integer({ min: 1, max: 30 })),
  }),
  fc.record({ do: fc.constant('take' as const), amount: fc.integer({ min: 1, max: 2_000 }) }),
  fc.record({ do: fc.constant('giveBack' as const) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
)

const balanceOf = ({ lots }: Purse) => lots.reduce((sum, { remaining }) => sum + remaining, 0)

test('whatever happens to a purse, its lots keep their bounds, debt stands alone and entries add up', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const purse = openPurse([])
      let today = 0
      let key = 0
      const takings: { key: string; amount: number }[] = []
      for (const one of steps) {
        const at = day(today)
        expire(purse, at)
        const before = { balance: balanceOf(purse), entries: purse.entries.length }
        key += 1
        const cause = { type: 'adjust', key: `k${key}`, actor: 'system' } as const
        let expected = 0
        switch (one.do) {
          case 'grant': {
            const expiresAt = one.days === null ? null : day(today + one.days)
            grant(purse, cause, { amount: one.amount, kind: one.kind, expiresAt, at })
            expected = one.amount
            break
          }
          case 'take':
            take(purse, cause, { amount: one.amount, at })
            takings.push({ key: cause.key, amount: one.amount })
            expected = -one.amount
            break
          case 'giveBack': {
            const taking = takings.pop()
            if (!taking) break
            const taken = purse.entries
              .filter((entry) => entry.key.split('#')[0] === taking.key)
              .map(({ lotId, delta }) => ({ lotId, amount: -delta }))
            giveBack(purse, cause, { amount: taking.amount, taken, at })
            expected = taking.amount
            break
          }
          case 'wait':
            today += one.days
        }
        const moved = purse.entries.slice(before.entries)
        expect(moved.reduce((sum, { delta }) => sum + delta, 0)).toBe(expected)
        expect(balanceOf(purse) - before.balance).toBe(expected)
        checkLots(purse)
      }
      checkEntries(purse)
    }),
    { numRuns: 500 },
  )
})

function checkLots({ lots }: Purse): void {
  const debts = lots.filter((lot) => lot.kind === 'debt')
  expect(debts.length).toBeLessThanOrEqual(1)
  const owes = debts.some(({ remaining }) => remaining < 0)
  for (const { kind: of, remaining, granted } of lots) {
    if (of === 'debt') expect(remaining).toBeLessThanOrEqual(0)
    else expect(remaining >= 0 && remaining <= granted).toBe(true)
    if (owes && of !== 'debt') expect(remaining).toBe(0)
  }
}

function checkEntries({ lots, entries }: Purse): void {
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
  for (const { id, remaining } of lots) {
    const own = entries.filter(({ lotId }) => lotId === id)
    expect(own.reduce((sum, { delta }) => sum + delta, 0)).toBe(remaining)
  }
  expect(entries.every(({ delta }) => delta !== 0)).toBe(true)
}

const price = fc.integer({ min: 1, max: 99_999_999 })
const credit = fc.integer({ min: 0, max: 1_000_000_000_000 })

test('shares of a price add up to all of the credit, and never pass it', () => {
  fc.assert(
    fc.property(
      price,
      credit,
      fc.array(fc.integer({ min: 1, max: 1_000_000 })),
      (whole, all, parts) => {
        let part = 0
        let before = 0
        for (const next of parts) {
          part += next
          const share = shareOf(all, { price: whole, part })
          expect(share).toBeGreaterThanOrEqual(before)
          expect(share).toBeLessThanOrEqual(all)
          before = share
        }
        expect(shareOf(all, { price: whole, part: whole })).toBe(all)
      },
    ),
  )
})

test('what is owed back is never negative and never more than what is left of the gift', () => {
  fc.assert(
    fc.property(
      price,
      credit,
      credit,
      price,
      price,
      (whole, given, expired, refunded, disputed) => {
        const owed = owedBack({ price: whole, refunded, disputed }, { given, expired })
        expect(owed.clawback).toBeGreaterThanOrEqual(0)
        expect(owed.hold).toBeGreaterThanOrEqual(0)
        expect(owed.clawback + owed.hold).toBeLessThanOrEqual(Math.max(0, given - expired))
      },
    ),
  )
})

const news = fc.array(
  fc.record({
    kind: fc.constantFrom('refund' as const, 'dispute' as const),
    amount: fc.integer({ min: 1, max: 700 }),
    comesToNothing: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
)

test('refunds and disputes in any order, undone or not, leave the same balance', () => {
  fc.assert(
    fc.property(
      news,
      fc.integer({ min: 0, max: 3_000 }),
      fc.infiniteStream(fc.nat()),
      (items, spent, picks) => {
        const all = items.flatMap((item, at) => [
          { ...item, id: `n${at}`, sign: 1 },
          ...(item.comesToNothing ? [{ ...item, id: `n${at}`, sign: -1 }] : []),
        ])
        const ends = [all, shuffled(all, picks)].map((order) => {
          const purse = openPurse([])
          const at = day(0)
          const gift = { type: 'purchase', key: 'gift', actor: 'system', orderId: 'o1' } as const
          grant(purse, gift, { amount: 2_003, kind: 'purchase', expiresAt: null, at })
          grant(
            purse,
            { ...gift, key: 'other', orderId: 'o2' },
            { amount: 997, kind: 'adjust', expiresAt: null, at },
          )
          if (spent > 0)
            take(purse, { type: 'consume', key: 'spent', actor: 'user' }, { amount: spent, at })
          const standing = { orderId: 'o1', price: 1_990, refunded: 0, disputed: 0 }
          for (const { kind: of, amount: part, id, sign } of order) {
            standing[of === 'refund' ? 'refunded' : 'disputed'] += sign * part
            rebalance(purse, { stored: [], standing, key: `${id}${sign}`, actor: 'provider', at })
            checkLots(purse)
          }
          checkEntries(purse)
          const { clawback, hold } = owedBack(standing, { given: 2_003, expired: 0 })
          expect(balanceOf(purse)).toBe(3_000 - spent - clawback - hold)
          return balanceOf(purse)
        })
        expect(ends[0]).toBe(ends[1])
      },
    ),
    { numRuns: 500 },
  )
})

/** In any order that lets nothing come to nothing before it came. */
function shuffled<Item extends { id: string; sign: number }>(
  items: Item[],
  picks: Iterable<number>,
): Item[] {
  const left = [...items]
  const order: Item[] = []
  for (const pick of picks) {
    if (left.length === 0) return order
    const possible = left.filter(
      ({ id, sign }) => sign === 1 || order.some((item) => item.id === id),
    )
    const next = possible[pick % possible.length]!
    order.push(next)
    left.splice(left.indexOf(next), 1)
  }
  return order
}
