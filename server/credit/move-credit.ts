import type { Query } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { type LockedAccount, lockAccount, saveAccount } from './credit-accounts.store.ts'
import { findMovement } from './ledger.store.ts'
import type { MovementCause } from './lots.ts'
import { readLateHolds } from './reserves.store.ts'

/** The result of a movement of credit. */
export interface CreditChange {
  /** Signed: what it added or took. */
  delta: number
  /** After the movement; for a repeat the balance now. */
  balance: number
  /** The same key had moved the same credit before: nothing happened now. */
  isRepeat: boolean
}

interface CreditMovement extends MovementCause {
  userId: string
  delta: number
  reason: string
  /** Lots that the movement needs even when they are empty. */
  lotIds?: readonly string[]
  /** Claims what the movement needs beside the account; throws to refuse it. */
  claim?: (tx: Query) => Promise<void>
}

/** No movement is larger, so that sums stay exact. */
const LARGEST_MOVEMENT = 1_000_000_000_000
const KEY = /^[\w:.-]{1,200}$/

/**
 * Moves credit once for its key, under the lock of the credit account; `apply` changes the lots. Takes no
 * more than is available, and nothing that holds which have expired may still capture.
 */
export async function moveCredit(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  { userId, delta, lotIds = [], claim, ...cause }: CreditMovement,
  apply: (account: LockedAccount, cause: MovementCause, at: Date) => void,
): Promise<CreditChange> {
  if (!Number.isSafeInteger(delta) || delta === 0 || Math.abs(delta) > LARGEST_MOVEMENT) {
    throw new AppError('VALIDATION', { message: '积分数量须为不等于 0 的整数' })
  }
  if (!KEY.test(cause.key)) throw new AppError('VALIDATION', { message: '幂等键格式不正确' })
  if (cause.reason.trim() === '') throw new AppError('VALIDATION', { message: '请写明原因' })
  return sql.begin(async (tx) => {
    const at = now()
    const account = await lockAccount(tx, userId, { at, lotIds })
    const before = await findMovement(tx, userId, cause.key)
    if (before) {
      const moved = before.changes.reduce((sum, change) => sum + change.delta, 0)
      if (before.type !== cause.type || moved !== delta) throw new AppError('KEY_REUSED')
      return { delta, balance: account.balance, isRepeat: true }
    }
    if (delta < 0) {
      const late = await readLateHolds(tx, userId, at)
      if (account.balance - account.held - late < -delta) throw new AppError('CREDIT_SHORT')
    }
    await claim?.(tx)
    apply(account, cause, at)
    await saveAccount(tx, account, at)
    return { delta, balance: account.balance, isRepeat: false }
  })
}
