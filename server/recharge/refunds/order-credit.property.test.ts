import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { consumeLots, grantCredit, openCreditAccount } from '../../credit/lots.ts'
import { expectMatchingEntries, expectValidLots, sumOfLots } from '../../testing/lots.ts'
import { creditToTakeBack, rebalanceOrderCredit, shareOfCredit } from './order-credit.ts'

const price = fc.integer({ min: 1, max: 99_999_999 })
const credit = fc.integer({ min: 0, max: 1_000_000_000_000 })

test('shares of the credit never exceed it, and the whole price is all of it', () => {
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
          const share = shareOfCredit(all, { price: whole, part })
          expect(share).toBeGreaterThanOrEqual(before)
          expect(share).toBeLessThanOrEqual(all)
          before = share
        }
        expect(shareOfCredit(all, { price: whole, part: whole })).toBe(all)
      },
    ),
  )
})

test('the credit to take back is never negative and never more than what was granted and has not expired', () => {
  fc.assert(
    fc.property(
      price,
      credit,
      credit,
      price,
      price,
      (whole, granted, expired, refunded, disputed) => {
        const target = creditToTakeBack({ price: whole, refunded, disputed }, { granted, expired })
        expect(target.clawback).toBeGreaterThanOrEqual(0)
        expect(target.hold).toBeGreaterThanOrEqual(0)
        expect(target.clawback + target.hold).toBeLessThanOrEqual(Math.max(0, granted - expired))
      },
    ),
  )
})

const reversals = fc.array(
  fc.record({
    kind: fc.constantFrom('refund' as const, 'dispute' as const),
    amount: fc.integer({ min: 1, max: 700 }),
    isUndone: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
)

test('refunds and disputes in any order, undone or not, leave the same balance', () => {
  fc.assert(
    fc.property(
      reversals,
      fc.integer({ min: 0, max: 3_000 }),
      fc.infiniteStream(fc.nat()),
      (items, spent, picks) => {
        const all = items.flatMap((item, at) => [
          { ...item, id: `n${at}`, sign: 1 },
          ...(item.isUndone ? [{ ...item, id: `n${at}`, sign: -1 }] : []),
        ])
        const ends = [all, shuffled(all, picks)].map((order) => {
          const account = openCreditAccount([])
          const at = new Date(Date.UTC(2026, 0, 1))
          const gift = { type: 'purchase', key: 'gift', actor: 'system', reference: 'o1' } as const
          grantCredit(account, gift, { amount: 2_003, kind: 'purchase', expiresAt: null, at })
          grantCredit(
            account,
            { ...gift, key: 'other', reference: 'o2' },
            { amount: 997, kind: 'adjust', expiresAt: null, at },
          )
          if (spent > 0)
            consumeLots(
              account,
              { type: 'consume', key: 'spent', actor: 'user' },
              { amount: spent, at },
            )
          const reversed = { orderId: 'o1', price: 1_990, refunded: 0, disputed: 0 }
          for (const { kind: of, amount: part, id, sign } of order) {
            reversed[of === 'refund' ? 'refunded' : 'disputed'] += sign * part
            rebalanceOrderCredit(account, {
              stored: [],
              reversed,
              key: `${id}${sign}`,
              actor: 'provider',
              at,
            })
            expectValidLots(account)
          }
          expectMatchingEntries(account)
          const { clawback, hold } = creditToTakeBack(reversed, { granted: 2_003, expired: 0 })
          expect(sumOfLots(account)).toBe(3_000 - spent - clawback - hold)
          return sumOfLots(account)
        })
        expect(ends[0]).toBe(ends[1])
      },
    ),
    { numRuns: 500 },
  )
})

/** Shuffles the steps so that no step is undone before it happens. */
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
