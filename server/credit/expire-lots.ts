import { changeLots, type CreditAccount, hasEnded, type Lot, type MovementCause } from './lots.ts'

/**
 * Empties the lots that have ended, in the order of spending, but for the credit that open holds have reserved
 * and no other lot can pay.
 */
export function expireLots(account: CreditAccount, { at, held }: { at: Date; held: number }): void {
  const filled = account.lots.filter(({ remaining }) => remaining > 0)
  const ended = filled.filter((lot) => hasEnded(lot, at))
  let left = sumOf(ended) - Math.max(0, held - (sumOf(filled) - sumOf(ended)))
  for (const lot of ended) {
    const amount = Math.min(lot.remaining, left)
    if (amount <= 0) return
    const cause: MovementCause = {
      type: 'expire',
      // with what was in it, since a part may have been kept for a hold
      key: `lot:${lot.id}:expire:${lot.expiresAt!.getTime()}:${lot.remaining}`,
      actor: 'system',
      reference: lot.reference,
    }
    changeLots(account, cause, [{ lot, amount: -amount }])
    left -= amount
  }
}

function sumOf(lots: readonly Lot[]): number {
  return lots.reduce((sum, { remaining }) => sum + remaining, 0)
}
