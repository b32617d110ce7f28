import { isUniqueViolation, type Query } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { findMovement } from './ledger.store.ts'
import type { Cause } from './lots.ts'
import { type HeldPurse, holdPurse, savePurse } from './credit-accounts.store.ts'

/** What a movement of credit came to. */
export interface CreditChange {
  /** Signed: what it added or took. */
  delta: number
  /** After it, or now when it had happened before. */
  balance: number
  /** The same key had moved the same credit before: nothing happened now. */
  isRepeat: boolean
}

interface Wish extends Cause {
  userId: string
  delta: number
  reason: string
  /** Lots that may be empty and are wanted all the same. */
  also?: readonly string[]
}

/** No movement is larger, so that sums stay exact. */
const MOST = 1_000_000_000_000
const KEY = /^[\w:.-]{1,200}$/

/** Moves credit once for its key, under the lock of the account. */
export async function changeCredit(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  { userId, delta, also = [], ...cause }: Wish,
  apply: (purse: HeldPurse, cause: Cause, at: Date) => void,
): Promise<CreditChange> {
  if (!Number.isSafeInteger(delta) || delta === 0 || Math.abs(delta) > MOST) {
    throw new AppError('VALIDATION', { message: '积分数量须为不等于 0 的整数' })
  }
  if (!KEY.test(cause.key)) throw new AppError('VALIDATION', { message: '幂等键格式不正确' })
  if (cause.reason.trim() === '') throw new AppError('VALIDATION', { message: '请写明原因' })
  const move = async (tx: Query) => {
    const at = now()
    const purse = await holdPurse(tx, userId, { at, also })
    const before = await findMovement(tx, cause.key)
    if (before) {
      const moved = before.parts.reduce((sum, part) => sum + part.delta, 0)
      const isSame = before.userId === userId && before.type === cause.type && moved === delta
      if (!isSame) throw new AppError('KEY_REUSED')
      return { delta, balance: purse.balance, isRepeat: true }
    }
    if (delta < 0 && purse.balance < -delta) throw new AppError('CREDIT_SHORT')
    apply(purse, cause, at)
    await savePurse(tx, purse, at)
    return { delta, balance: purse.balance, isRepeat: false }
  }
  try {
    return await sql.begin(move)
  } catch (error) {
    // another account used the key at the same moment, under a lock of its own: seen now, it is refused
    if (!isUniqueViolation(error, 'credit_ledger_key_unique')) throw error
    return sql.begin(move)
  }
}
