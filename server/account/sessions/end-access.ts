import type { Query } from '../../db/sql.ts'
import { deleteSessionsOf } from '../../http/sessions/sessions.store.ts'
import { setClosingTime } from '../closing/closing.store.ts'
import { deleteCodes } from '../codes.store.ts'
import { deleteKnownDevices } from '../login/known-devices.store.ts'
import { deleteResetToken } from '../password/reset-tokens.store.ts'

/** Takes back what applications may do since a moment; the app passes it in. */
export type RevokeAccessSince = (
  tx: Query,
  userId: string,
  times: { since: Date; at: Date },
) => Promise<void>

/**
 * Ends what somebody else may have of a locked user's account: sessions, known devices, the reset link, codes to these
 * addresses, a closing that waits, and keys and grants made since a moment. The password and links in other mailboxes
 * are the caller's to end; a changed address is stored before, because until then its mailbox may get a reset link.
 */
export async function endAccess(
  { revokeAccessSince }: { revokeAccessSince: RevokeAccessSince },
  tx: Query,
  userId: string,
  { since, at, emails }: { since: Date; at: Date; emails: readonly string[] },
): Promise<void> {
  await deleteSessionsOf(tx, userId)
  await deleteKnownDevices(tx, userId)
  await deleteResetToken(tx, userId)
  await deleteCodes(tx, userId, [...emails])
  await setClosingTime(tx, userId, null)
  await revokeAccessSince(tx, userId, { since, at })
}
