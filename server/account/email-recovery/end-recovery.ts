import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/outbox.ts'
import {
  type EmailRecovery,
  type RecoveryEndReason,
  recordStep,
  setEnded,
} from './email-recoveries.store.ts'
import { recoveryEndedMail } from './recovery-mails.ts'

/**
 * Ends a locked recovery that waits, without a change of the address, and tells both addresses. An operator's own
 * action is in the audit log already.
 */
export async function endRecovery(
  { now, ...deps }: Pick<Deps, 'now' | 'config' | 'content'>,
  tx: Query,
  { id, userId, oldEmail, newEmail }: EmailRecovery,
  { state, reason }: { state: 'stopped' | 'failed'; reason: RecoveryEndReason },
): Promise<void> {
  await setEnded(tx, id, { state, reason, at: now() })
  if (reason !== 'operator') {
    await recordStep(tx, {
      by: reason === 'user' ? '用户' : '系统',
      step: state === 'stopped' ? 'stop' : 'fail',
      userId,
      result: { recovery: id, reason },
    })
  }
  const mail = recoveryEndedMail(deps, reason)
  for (const to of [oldEmail, newEmail]) await queueMail(tx, { to, ...mail })
}
