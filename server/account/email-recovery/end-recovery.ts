import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { lockUser } from '../users.store.ts'
import { notifyEnded } from './notify-customer.ts'
import {
  type EmailRecovery,
  findWaiting,
  lockRecovery,
  type RecoveryEndReason,
  recordStep,
  setEnded,
} from './email-recoveries.store.ts'

type Needs = Pick<Deps, 'now' | 'config' | 'content'>

/**
 * Ends a locked recovery that waits, without what it was to change, and tells its addresses. An operator's own action
 * is in the audit log already.
 */
export async function endRecovery(
  { now, ...deps }: Needs,
  tx: Query,
  recovery: EmailRecovery,
  { state, reason }: { state: 'stopped' | 'failed'; reason: RecoveryEndReason },
): Promise<void> {
  await setEnded(tx, recovery.id, { state, reason, at: now() })
  if (reason !== 'operator') {
    await recordStep(tx, recovery, {
      by: reason === 'user' ? '用户' : '系统',
      step: state === 'stopped' ? 'stop' : 'fail',
      result: { reason },
    })
  }
  await notifyEnded(deps, tx, recovery, reason)
}

/** Stops the recovery that waits for this user; false when none does. */
export async function stopWaiting(
  deps: Needs,
  tx: Query,
  userId: string,
  reason: RecoveryEndReason,
): Promise<boolean> {
  const recovery = await lockWaiting(tx, userId)
  if (recovery === null) return false
  await endRecovery(deps, tx, recovery, { state: 'stopped', reason })
  return true
}

/** Locks the user and the recovery that waits; null when none does. */
export async function lockWaiting(tx: Query, userId: string): Promise<EmailRecovery | null> {
  await lockUser(tx, userId)
  const found = await findWaiting(tx, userId)
  const recovery = found && (await lockRecovery(tx, found.id))
  return recovery?.state === 'waiting' ? recovery : null
}
