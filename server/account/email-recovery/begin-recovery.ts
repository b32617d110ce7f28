import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/outbox.ts'
import { notifyBegun } from './notify-customer.ts'
import { createLink } from './create-link.ts'
import { insertRecovery } from './email-recoveries.store.ts'
import { confirmRecoveryMail } from './recovery-mails.ts'

/** How long the present address, or of a blocked account operators alone, can stop it. */
export const RECOVERY_WAIT_MS = 72 * 60 * 60 * 1000

/**
 * Begins the change of a locked user's address, or with `newEmail` null the removal of the second factor alone: the
 * present address is told at once and can stop it unless the account is blocked, a new one has to confirm. Returns when it is due. Throws the unique
 * violation `email_recoveries_waiting` when one waits already.
 */
export async function beginRecovery(
  { now, ...deps }: Pick<Deps, 'now' | 'config' | 'content'>,
  tx: Query,
  given: {
    userId: string
    oldEmail: string
    newEmail: string | null
    actionId: string
    removesSecondFactor: boolean
    isBlocked: boolean
  },
): Promise<Date> {
  const { userId, newEmail, isBlocked } = given
  const createdAt = now()
  const dueAt = new Date(createdAt.getTime() + RECOVERY_WAIT_MS)
  const recovery = { id: uuidv7(), ...given, createdAt, dueAt }
  await insertRecovery(tx, recovery)
  await notifyBegun(deps, tx, recovery, { isAgain: false, isBlocked })
  if (newEmail === null) return dueAt
  const confirm = await createLink(tx, recovery.id, 'confirm')
  const mail = confirmRecoveryMail(deps, { ...recovery, newEmail }, confirm)
  await queueMail(
    tx,
    { to: newEmail, ...mail },
    { goodUntil: dueAt, userId, sealedBy: deps.config },
  )
  return dueAt
}
