import type { Query } from '../../db/sql.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { MailDeps } from '../mails.ts'
import type { LockedUser } from '../users.store.ts'
import { closingCancelledByOperatorMail } from './closing-mails.ts'
import { setClosingTime } from './closing.store.ts'

/** Cancels the closing of a locked account for an operator, and tells its address. */
export async function keepAccount(
  deps: MailDeps,
  tx: Query,
  { userId, email, blockedAt }: Pick<LockedUser, 'email' | 'blockedAt'> & { userId: string },
): Promise<void> {
  await setClosingTime(tx, userId, null)
  const mail = closingCancelledByOperatorMail(deps, { isBlocked: blockedAt !== null })
  await queueMail(tx, { to: email, ...mail }, { userId })
}
