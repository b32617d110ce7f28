import type { Deps } from '../deps.ts'
import type { CreditChange } from './credit-change.ts'

export interface Adjustment {
  userId: string
  /** Positive gives, negative takes; never 0. */
  delta: number
  reason: string
  /** When given credit ends; absent or null: never. */
  expiresAt?: Date | null
  /** One adjustment a key, however often it is asked for. */
  key: string
}

/** The operator's reasoned adjustment. Throws AppError: NOT_FOUND (user), CREDIT_SHORT, KEY_REUSED. */
export function adjustCredit(
  _deps: Pick<Deps, 'sql' | 'now'>,
  _adjustment: Adjustment,
): Promise<CreditChange> {
  throw new Error('not built yet')
}
