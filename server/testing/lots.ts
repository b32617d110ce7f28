import { expect } from 'vitest'
import type { CreditAccount } from '../credit/lots.ts'

export function sumOfLots({ lots }: CreditAccount): number {
  return lots.reduce((sum, { remaining }) => sum + remaining, 0)
}

/** A lot holds 0 to what was granted, debt 0 or less; while debt is owed every other lot is empty. */
export function expectValidLots({ lots }: CreditAccount): void {
  const debts = lots.filter((lot) => lot.kind === 'debt')
  expect(debts.length).toBeLessThanOrEqual(1)
  const owes = debts.some(({ remaining }) => remaining < 0)
  for (const { kind, remaining, granted } of lots) {
    if (kind === 'debt') expect(remaining).toBeLessThanOrEqual(0)
    else expect(remaining >= 0 && remaining <= granted).toBe(true)
    if (owes && kind !== 'debt') expect(remaining).toBe(0)
  }
}

/** Each lot's entries add up to what remains in it. */
export function expectMatchingEntries({ lots, newEntries }: CreditAccount): void {
  expect(new Set(newEntries.map(({ key }) => key)).size).toBe(newEntries.length)
  for (const { id, remaining } of lots) {
    const own = newEntries.filter(({ lotId }) => lotId === id)
    expect(own.reduce((sum, { delta }) => sum + delta, 0)).toBe(remaining)
  }
  expect(newEntries.every(({ delta }) => delta !== 0)).toBe(true)
}
