import type { Query } from '../../db/sql.ts'
import { deleteSecondFactor } from '../second-factor/factors.store.ts'
import { eraseProfile } from '../../http/sessions/profile.store.ts'

export async function setClosingTime(
  tx: Query,
  userId: string,
  closingAt: Date | null,
): Promise<void> {
  await tx`update users set closing_at = ${closingAt} where id = ${userId}`
}

/** Lists accounts whose grace period is over, the oldest first; none while it is blocked. */
export async function listDueToClose(
  sql: Query,
  now: Date,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from users where closing_at <= ${now} and blocked_at is null and id <> all(${except}::uuid[])
    order by closing_at limit ${limit}`
  return rows.map(({ id }) => id)
}

/**
 * Locks the row of an account that is still due and returns its address; null when its owner has cancelled, or an
 * operator has blocked it.
 */
export async function lockDueToClose(tx: Query, userId: string, now: Date): Promise<string | null> {
  const [row] = await tx<{ email: string }>`
    select email from users
    where id = ${userId} and closing_at <= ${now} and blocked_at is null for no key update`
  return row?.email ?? null
}

/** Deletes all personal data of the user; the id stays, because orders and credit refer to it. */
export async function eraseUser(
  tx: Query,
  userId: string,
  { nickname, now }: { nickname: string; now: Date },
): Promise<void> {
  await tx`delete from sessions where user_id = ${userId}`
  await deleteSecondFactor(tx, userId)
  await tx`delete from known_devices where user_id = ${userId}`
  await tx`delete from login_events where user_id = ${userId}`
  await tx`delete from reset_tokens where user_id = ${userId}`
  await tx`delete from announcement_views where user_id = ${userId}`
  await tx`delete from email_undos where user_id = ${userId}`
  await tx`delete from login_notices where user_id = ${userId}`
  await eraseProfile(tx, userId, { nickname, now })
}
