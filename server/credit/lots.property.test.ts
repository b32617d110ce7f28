import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectMatchingEntries, expectValidLots, sumOfLots } from '../testing/lots.ts'
import { consumeLots, grantCredit, type Lot, openCreditAccount, restoreLots } from './lots.ts'
import { expireLots } from './expire-lots.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)
const day = (at: number) => new Date(START + at * DAY_MS)

const amount = fc.integer({ min: 1, max: 5_000 })
const kind = fc.constantFrom<Lot['kind']>('purchase', 'bonus', 'adjust')

type Step =
  | { do: 'grant'; amount: number; kind: Lot['kind']; days: number | null }
  | { do: 'take'; amount: number }
  | { do: 'restore' }
  | { do: 'wait'; days: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('grant' as const),
    amount,
    kind,
    days: fc.option(fc.integer({ min: 1, max: 30 })),
  }),
  fc.record({ do: fc.constant('take' as const), amount: fc.integer({ min: 1, max: 2_000 }) }),
  fc.record({ do: fc.constant('restore' as const) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
)

test('after any sequence of movements lots keep their bounds, debt excludes credit and entries add up', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const account = openCreditAccount([])
      let today = 0
      let key = 0
      const takings: { key: string; amount: number }[] = []
      for (const one of steps) {
        const at = day(today)
        expireLots(account, { at, held: 0 })
        const before = { balance: sumOfLots(account), entries: account.newEntries.length }
        key += 1
        const cause = { type: 'adjust', key: `k${key}`, actor: 'system' } as const
        let expected = 0
        switch (one.do) {
          case 'grant': {
            const expiresAt = one.days === null ? null : day(today + one.days)
            grantCredit(account, cause, { amount: one.amount, kind: one.kind, expiresAt, at })
            expected = one.amount
            break
          }
          case 'take':
            consumeLots(account, cause, { amount: one.amount, at })
            takings.push({ key: cause.key, amount: one.amount })
            expected = -one.amount
            break
          case 'restore': {
            const taking = takings.pop()
            if (!taking) break
            const changes = account.newEntries.filter(
              (entry) => entry.key.split('#')[0] === taking.key,
            )
            restoreLots(account, cause, { amount: taking.amount, changes, at })
            expected = taking.amount
            break
          }
          case 'wait':
            today += one.days
        }
        const moved = account.newEntries.slice(before.entries)
        expect(moved.reduce((sum, { delta }) => sum + delta, 0)).toBe(expected)
        expect(sumOfLots(account) - before.balance).toBe(expected)
        expectValidLots(account)
      }
      expectMatchingEntries(account)
    }),
    { numRuns: 500 },
  )
})
