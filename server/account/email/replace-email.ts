import type { Query } from '../../db/sql.ts'
import { createToken, hashToken } from '../../http/sessions/session.ts'
import { queueMail } from '../../mail/outbox.ts'
import { deleteLoginNoticesElsewhere } from '../login-notice/login-notices.store.ts'
import { emailChangedMail, formerEmailMail, type MailDeps } from '../mails.ts'
import { deleteResetToken } from '../password/reset-tokens.store.ts'
import { setEmail } from '../users.store.ts'
import {
  deleteEmailUndos,
  endChangesAwayFrom,
  keepEarlierUndos,
  nextChangeTime,
  storeEmailUndo,
} from './email-undos.store.ts'

/** How long the link in the old mailbox can undo the change. */
export const EMAIL_UNDO_MS = 72 * 60 * 60 * 1000

interface EmailReplacement {
  userId: string
  former: string
  email: string
  now: Date
  by: 'customer' | 'operators'
  /** False: no mailbox can undo it, because a thief may read the former ones. */
  canUndo: boolean
}

/**
 * Sets the address of a locked user and mails the former one a link that undoes it. Throws the unique violation
 * `users_email_unique` when another account has the address.
 */
export async function replaceEmail(
  deps: MailDeps,
  tx: Query,
  { userId, former, email, now, by, canUndo }: EmailReplacement,
): Promise<void> {
  if (!canUndo) await deleteEmailUndos(tx, userId)
  // who is back at the address of an hour ago leaves no way back to the one between, which may be a thief's
  const leftAt = await endChangesAwayFrom(tx, { userId, email, now })
  await setEmail(tx, userId, { email, now })
  // a reset link in the old mailbox must not work any more
  await deleteResetToken(tx, userId)
  if (leftAt !== null) await deleteLoginNoticesElsewhere(tx, userId, { email, since: leftAt })
  const token =
    leftAt === null && canUndo ? await offerUndo(tx, { userId, email: former, now }) : null
  const mail =
    leftAt === null ? emailChangedMail(deps, email, { token, by }) : formerEmailMail(deps, email)
  await queueMail(tx, { to: former, ...mail }, { userId, sealedBy: deps.config })
}

/** The token of a link that brings back the address that the account leaves. */
async function offerUndo(
  tx: Query,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<string> {
  const token = createToken()
  const expiresAt = new Date(now.getTime() + EMAIL_UNDO_MS)
  const changedAt = await nextChangeTime(tx, userId, now)
  await keepEarlierUndos(tx, { userId, changedAt, now, until: expiresAt })
  const undo = { userId, email, changedAt, tokenHash: hashToken(token), expiresAt }
  await storeEmailUndo(tx, undo)
  return token
}
