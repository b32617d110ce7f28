import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { findMovement } from '../credit/ledger.store.ts'
import { consumeLots, restoreLots } from '../credit/lots.ts'
import { type CreditChange, moveCredit } from '../credit/move-credit.ts'

export interface Consumption {
  userId: string
  amount: number
  /** What it was spent on; the user reads it. */
  reason: string
  /** The same key of the same user consumes once. */
  key: string
}

/**
 * Spends credit without an application, for tests of the ledger. Throws AppError NOT_FOUND (user), CREDIT_SHORT,
 * KEY_REUSED, VALIDATION.
 */
export async function consumeCredit(
  deps: Pick<Deps, 'sql' | 'now'>,
  { userId, amount, reason, key }: Consumption,
): Promise<CreditChange> {
  if (!(amount > 0)) throw new AppError('VALIDATION', { message: '积分数量须大于 0' })
  const movement = {
    userId,
    delta: -amount,
    reason,
    type: 'consume',
    key: consumptionKey(userId, key),
    actor: 'user',
  } as const
  return moveCredit(deps, movement, (account, cause, at) =>
    consumeLots(account, cause, { amount, at }),
  )
}

/** Undoes a consumption once, into the lots it came from. Throws AppError NOT_FOUND when there was none. */
export async function reverseConsumption(
  deps: Pick<Deps, 'sql' | 'now'>,
  { userId, reason, key }: Omit<Consumption, 'amount'>,
): Promise<CreditChange> {
  const consumption = await findMovement(deps.sql, userId, consumptionKey(userId, key))
  if (!consumption) throw new AppError('NOT_FOUND')
  const { changes } = consumption
  const amount = changes.reduce((sum, { delta }) => sum - delta, 0)
  const movement = {
    userId,
    delta: amount,
    reason,
    type: 'consume_reversal',
    key: `reversal:${userId}:${key}`,
    actor: 'system',
    lotIds: changes.map(({ lotId }) => lotId),
  } as const
  return moveCredit(deps, movement, (account, cause, at) =>
    restoreLots(account, cause, { amount, changes, at }),
  )
}

function consumptionKey(userId: string, key: string): string {
  return `consume:${userId}:${key}`
}
