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

type Announced = Pick<
  EmailRecovery,
  'id' | 'userId' | 'oldEmail' | 'newEmail' | 'dueAt' | 'removesSecondFactor'
>
type Told = Pick<EmailRecovery, 'userId' | 'oldEmail' | 'newEmail'>

/** Tells the present address at once, or again, with a link that stops it. */
export async function announce(
  deps: MailDeps,
  tx: Query,
  { id, userId, oldEmail, newEmail, ...rest }: Announced,
  { isAgain }: { isAgain: boolean },
): Promise<void> {
  const stop = await createLink(tx, id, 'stop')
  const changeMail = isAgain ? recoveryReminderMail : recoveryNoticeMail
  const factorMail = isAgain ? factorReminderMail : factorNoticeMail
  const mail =
    newEmail === null ? factorMail(deps, rest, stop) : changeMail(deps, { ...rest, newEmail }, stop)
  await queueMail(tx, { to: oldEmail, ...mail }, { userId })
}

export async function tellDone(
  deps: MailDeps,
  tx: Query,
  { userId, oldEmail, newEmail }: Told,
): Promise<void> {
  if (newEmail === null)
    return queueMail(tx, { to: oldEmail, ...factorRemovedMail(deps) }, { userId })
  await queueMail(tx, { to: oldEmail, ...recoveryDoneMail(deps, newEmail) }, { userId })
  await queueMail(tx, { to: newEmail, ...recoveredMail(deps) }, { userId })
}

/** It was stopped or failed. */
export async function tellEnded(
  deps: MailDeps,
  tx: Query,
  { userId, oldEmail, newEmail }: Told,
  reason: RecoveryEndReason,
): Promise<void> {
  if (newEmail === null)
    return queueMail(tx, { to: oldEmail, ...factorKeptMail(deps, reason) }, { userId })
  await queueMail(tx, { to: oldEmail, ...recoveryEndedMail(deps, reason) }, { userId })
  await queueMail(tx, { to: newEmail, ...recoveryDroppedMail(deps, reason) }, { userId })
}
