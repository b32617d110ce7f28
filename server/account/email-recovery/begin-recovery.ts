import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { createToken, hashToken } from '../../http/sessions/session.ts'
import { queueMail } from '../../mail/outbox.ts'
import { insertRecovery, type LinkPurpose, storeLink } from './email-recoveries.store.ts'
import { confirmRecoveryMail, recoveryNoticeMail } from './recovery-mails.ts'

/** How long the old address can stop the change. */
export const RECOVERY_WAIT_MS = 72 * 60 * 60 * 1000

/**
 * Begins the change of a locked user's address: the old address is told at once and can stop it, the new one has to
 * confirm. Returns when it is due. Throws the unique violation `email_recoveries_waiting` when one waits already.
 */
export async function beginRecovery(
  { now, ...deps }: Pick<Deps, 'now' | 'config' | 'content'>,
  tx: Query,
  given: {
    userId: string
    oldEmail: string
    newEmail: string
    actionId: string
    removesSecondFactor: boolean
  },
): Promise<Date> {
  const { userId, oldEmail, newEmail } = given
  const createdAt = now()
  const dueAt = new Date(createdAt.getTime() + RECOVERY_WAIT_MS)
  const recovery = { id: uuidv7(), ...given, createdAt, dueAt }
  await insertRecovery(tx, recovery)
  const stop = await createLink(tx, recovery.id, 'stop')
  await queueMail(tx, { to: oldEmail, ...recoveryNoticeMail(deps, recovery, stop) }, { userId })
  const confirm = await createLink(tx, recovery.id, 'confirm')
  const mail = confirmRecoveryMail(deps, recovery, confirm)
  await queueMail(tx, { to: newEmail, ...mail }, { goodUntil: dueAt, userId })
  return dueAt
}

/** A token of a mailed link; only its hash is stored. */
export async function createLink(
  tx: Query,
  recoveryId: string,
  purpose: LinkPurpose,
): Promise<string> {
  const token = createToken()
  await storeLink(tx, { recoveryId, tokenHash: hashToken(token), purpose })
  return token
}
