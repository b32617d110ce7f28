import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { changeCredit, type CreditChange } from './move-credit.ts'
import { findMovement } from './ledger.store.ts'
import { giveBack, take } from './lots.ts'

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
 * NOT_FOUND (user), CREDIT_SHORT, KEY_REUSED, VALIDATION.
 */
export async function consumeCredit(
  deps: Pick<Deps, 'sql' | 'now'>,
  { userId, amount, reason, key }: Consumption,
): Promise<CreditChange> {
  if (!(amount > 0)) throw new AppError('VALIDATION', { message: '积分数量须大于 0' })
  const wish = {
    userId,
    delta: -amount,
    reason,
    type: 'consume',
    key: keyOf(userId, key),
    actor: 'user',
  } as const
  return changeCredit(deps, wish, (purse, cause, at) => take(purse, cause, { amount, at }))
}

/** Undoes a consumption, once, into the lots it came from. Throws AppError NOT_FOUND when there was none. */
export async function reverseConsumption(
  deps: Pick<Deps, 'sql' | 'now'>,
  { userId, reason, key }: Omit<Consumption, 'amount'>,
): Promise<CreditChange> {
  const consumed = await findMovement(deps.sql, keyOf(userId, key))
  if (!consumed) throw new AppError('NOT_FOUND')
  const taken = consumed.parts.map(({ lotId, delta }) => ({ lotId, amount: -delta }))
  const amount = taken.reduce((sum, part) => sum + part.amount, 0)
  const wish = {
    userId,
    delta: amount,
    reason,
    type: 'consume_reversal',
    key: `reversal:${userId}:${key}`,
    actor: 'system',
    also: taken.map(({ lotId }) => lotId),
  } as const
  return changeCredit(deps, wish, (purse, cause, at) =>
    giveBack(purse, cause, { amount, taken, at }),
  )
}

function keyOf(userId: string, key: string): string {
  return `consume:${userId}:${key}`
}
