import type { Deps } from '../deps.ts'
import type { CreditChange } from './credit-change.ts'

export interface Consumption {
  userId: string
  amount: number
  /** What it was spent on; the user reads it. */
  reason: string
  /** One consumption a key and user, however often it is asked for. */
  key: string
}

/**
 * Spends credit: bonus first, then what ends soonest, then what is oldest. Throws AppError:
 * NOT_FOUND (user), CREDIT_SHORT, KEY_REUSED.
 */
export function consumeCredit(
  _deps: Pick<Deps, 'sql' | 'now'>,
  _consumption: Consumption,
): Promise<CreditChange> {
  throw new Error('not built yet')
}
