import type { Query } from '../../db/sql.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { MailDeps } from '../mails.ts'
import { createLink } from './create-link.ts'
import type { EmailRecovery, RecoveryEndReason } from './email-recoveries.store.ts'
import {
  factorKeptMail,
  factorNoticeMail,
  factorReminderMail,
  factorRemovedMail,
} from './factor-recovery-mails.ts'
import {
  recoveredMail,
  recoveryDoneMail,
  recoveryDroppedMail,
  recoveryEndedMail,
  recoveryNoticeMail,
  recoveryReminderMail,
} from './recovery-mails.ts'

type WaitingRecovery = Pick<
  EmailRecovery,
  'id' | 'userId' | 'oldEmail' | 'newEmail' | 'dueAt' | 'removesSecondFactor'
>
type EndedRecovery = Pick<EmailRecovery, 'userId' | 'oldEmail' | 'newEmail'>

/**
 * Queues the first mail or the reminder to the present address, with a new link that stops the recovery, or without one
 * while the account is blocked: then its mailbox may be in a thief's hands.
 */
export async function notifyBegun(
  deps: MailDeps,
  tx: Query,
  { id, userId, oldEmail, newEmail, ...rest }: WaitingRecovery,
  { isAgain, isBlocked }: { isAgain: boolean; isBlocked: boolean },
): Promise<void> {
  const stop = isBlocked ? null : await createLink(tx, id, 'stop')
  const changeMail = isAgain ? recoveryReminderMail : recoveryNoticeMail
  const factorMail = isAgain ? factorReminderMail : factorNoticeMail
  const mail =
    newEmail === null ? factorMail(deps, rest, stop) : changeMail(deps, { ...rest, newEmail }, stop)
  await queueMail(tx, { to: oldEmail, ...mail }, { userId, sealedBy: deps.config })
}

/** Queues the mails about a recovery that was carried out. */
export async function notifyDone(
  deps: MailDeps,
  tx: Query,
  { userId, oldEmail, newEmail }: EndedRecovery,
  account: { isBlocked: boolean },
): Promise<void> {
  if (newEmail === null)
    return queueMail(tx, { to: oldEmail, ...factorRemovedMail(deps, account) }, { userId })
  await queueMail(tx, { to: oldEmail, ...recoveryDoneMail(deps, newEmail) }, { userId })
  await queueMail(tx, { to: newEmail, ...recoveredMail(deps, account) }, { userId })
}

/** Queues the mails about a recovery that was stopped or failed. */
export async function notifyEnded(
  deps: MailDeps,
  tx: Query,
  { userId, oldEmail, newEmail }: EndedRecovery,
  reason: RecoveryEndReason,
): Promise<void> {
  if (newEmail === null)
    return queueMail(tx, { to: oldEmail, ...factorKeptMail(deps, reason) }, { userId })
  await queueMail(tx, { to: oldEmail, ...recoveryEndedMail(deps, reason) }, { userId })
  await queueMail(tx, { to: newEmail, ...recoveryDroppedMail(deps, reason) }, { userId })
}
