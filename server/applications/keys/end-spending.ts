import { clearReminders } from '../../credit/reminders/reminders.store.ts'
import { releaseAllHolds } from '../../credit/spending/holds-and-charges.store.ts'
import type { Query } from '../../db/sql.ts'
import { clearKeyNames, revokeAllKeys } from './api-keys.store.ts'
import { revokeAllGrants } from './applications.store.ts'

/** Revokes all API keys and grants of a user. Open holds stay, so that work done can be booked. */
export async function revokeAccess(tx: Query, userId: string, at: Date): Promise<void> {
  await revokeAllGrants(tx, userId, at)
  await revokeAllKeys(tx, userId, at)
}

/** Revokes the API keys and grants that were made since a moment, of which they may be an intruder's. */
export async function revokeAccessSince(
  tx: Query,
  userId: string,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  await revokeAllGrants(tx, userId, at, since)
  await revokeAllKeys(tx, userId, at, since)
}

/** Revokes all access to the credit of an erased user, releases the holds, clears the names of the keys and ends the reminder mails. */
export async function endSpending(tx: Query, userId: string, at: Date): Promise<void> {
  await revokeAccess(tx, userId, at)
  await clearKeyNames(tx, userId)
  await releaseAllHolds(tx, userId, at)
  await clearReminders(tx, userId)
}
