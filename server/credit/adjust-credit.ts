import type { Deps } from '../deps.ts'
import { changeCredit, type CreditChange } from './move-credit.ts'
import { grant, take } from './lots.ts'

export interface Adjustment {
  userId: string
  /** Positive gives, negative takes; never 0. */
  delta: number
  /** The user reads it. */
  reason: string
  /** When given credit ends; absent or null: never. */
  expiresAt?: Date | null
  /** One adjustment a key, however often it is asked for. */
  key: string
}

/**
 * The operator's reasoned adjustment. Throws AppError: NOT_FOUND (user), CREDIT_SHORT, KEY_REUSED, VALIDATION.
 */
export async function adjustCredit(
  deps: Pick<Deps, 'sql' | 'now'>,
  { userId, delta, reason, expiresAt = null, key }: Adjustment,
): Promise<CreditChange> {
  const wish = {
    userId,
    delta,
    reason,
    type: 'adjust',
    key: `adjust:${key}`,
    actor: 'operator',
  } as const
  return changeCredit(deps, wish, (purse, cause, at) => {
    if (delta < 0) take(purse, cause, { amount: -delta, at })
    else grant(purse, cause, { amount: delta, kind: 'adjust', expiresAt, at })
  })
}
