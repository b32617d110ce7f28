import type { Query } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { claimAdjustmentKey } from './adjustment-keys.store.ts'
import { consumeLots, grantCredit } from './lots.ts'
import { type CreditChange, moveCredit } from './move-credit.ts'

export interface Adjustment {
  userId: string
  /** Positive gives, negative takes; never 0. */
  delta: number
  /** The user reads it. */
  reason: string
  /** When given credit ends; absent or null: never. */
  expiresAt?: Date | null
  /** The same key adjusts once, and one user alone. */
  key: string
}

/** The operator's adjustment. Throws AppError: NOT_FOUND (user), CREDIT_SHORT, KEY_REUSED, VALIDATION. */
export async function adjustCredit(
  deps: Pick<Deps, 'sql' | 'now'>,
  { userId, delta, reason, expiresAt = null, key }: Adjustment,
): Promise<CreditChange> {
  const movement = {
    userId,
    delta,
    reason,
    type: 'adjust',
    key: `adjust:${key}`,
    actor: 'operator',
    claim: async (tx: Query) => {
      if (!(await claimAdjustmentKey(tx, key, userId))) throw new AppError('KEY_REUSED')
    },
  } as const
  return moveCredit(deps, movement, (account, cause, at) => {
    if (delta < 0) consumeLots(account, cause, { amount: -delta, at })
    else grantCredit(account, cause, { amount: delta, kind: 'adjust', expiresAt, at })
  })
}
