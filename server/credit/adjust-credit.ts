import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { claimAdjustmentKey } from './adjustment-keys.store.ts'
import { lockAccount, saveAccount } from './credit-accounts.store.ts'
import { findMovement } from './ledger.store.ts'
import { consumeLots, grantCredit } from './lots.ts'
import { readLateHolds } from './reserves.store.ts'

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

/** The result of an adjustment. */
export interface CreditChange {
  /** Signed: what it added or took. */
  delta: number
  /** After the adjustment; for a repeat the balance now. */
  balance: number
  /** The same key had moved the same credit before: nothing happened now. */
  isRepeat: boolean
}

/** No adjustment is larger, so that sums stay exact. */
const LARGEST_ADJUSTMENT = 1_000_000_000_000
const KEY = /^[\w:.-]{1,200}$/

/**
 * The operator's adjustment, under the lock of the credit account. Takes no more than is available, and nothing that
 * holds which have expired may still capture. Throws AppError: NOT_FOUND (user), CREDIT_SHORT, KEY_REUSED, VALIDATION.
 */
export async function adjustCredit(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  { userId, delta, reason, expiresAt = null, key }: Adjustment,
): Promise<CreditChange> {
  if (!Number.isSafeInteger(delta) || delta === 0 || Math.abs(delta) > LARGEST_ADJUSTMENT) {
    throw new AppError('VALIDATION', { message: '积分数量须为不等于 0 的整数' })
  }
  const cause = { type: 'adjust', key: `adjust:${key}`, actor: 'operator', reason } as const
  if (!KEY.test(cause.key)) throw new AppError('VALIDATION', { message: '幂等键格式不正确' })
  if (reason.trim() === '') throw new AppError('VALIDATION', { message: '请写明原因' })
  return sql.begin(async (tx) => {
    const at = now()
    const account = await lockAccount(tx, userId, { at })
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
    if (!(await claimAdjustmentKey(tx, key, userId))) throw new AppError('KEY_REUSED')
    if (delta < 0) consumeLots(account, cause, { amount: -delta, at })
    else grantCredit(account, cause, { amount: delta, kind: 'adjust', expiresAt, at })
    await saveAccount(tx, account, at)
    return { delta, balance: account.balance, isRepeat: false }
  })
}
