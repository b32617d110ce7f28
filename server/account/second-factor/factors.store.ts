import type { Query } from '../../db/sql.ts'

interface UserAuthenticator {
  /** Encrypted. */
  secret: Buffer
  createdAt: Date
}

/** Null: the user has set none. */
export async function findAuthenticator(
  sql: Query,
  userId: string,
): Promise<UserAuthenticator | null> {
  const [row] = await sql<UserAuthenticator>`
    select secret, created_at as "createdAt" from user_authenticators where user_id = ${userId}`
  return row ?? null
}

/** Sets the authenticator, in place of an earlier one; codes up to this step are used. */
export async function setAuthenticator(
  tx: Query,
  { userId, secret, step, now }: { userId: string; secret: Buffer; step: number; now: Date },
): Promise<void> {
  await tx`
    insert into user_authenticators (user_id, secret, step, created_at)
    values (${userId}, ${secret}, ${step}, ${now})
    on conflict (user_id) do update
      set secret = excluded.secret, step = excluded.step, created_at = excluded.created_at`
}

/** Records the time step of a code; false when a code of it or of a later one was used, or the secret is another one. */
export async function consumeCodeStep(
  tx: Query,
  { userId, secret, step }: { userId: string; secret: Buffer; step: number },
): Promise<boolean> {
  const rows = await tx<{ one: number }>`
    update user_authenticators set step = ${step}
    where user_id = ${userId} and secret = ${secret} and step < ${step} returning 1 as one`
  return rows.length === 1
}

export async function deleteAuthenticator(tx: Query, userId: string): Promise<boolean> {
  const rows = await tx<{ one: number }>`
    delete from user_authenticators where user_id = ${userId} returning 1 as one`
  return rows.length === 1
}

/** Takes all factors and recovery codes of a user away; the password alone logs in again. */
export async function deleteSecondFactor(tx: Query, userId: string): Promise<void> {
  await tx`delete from user_passkeys where user_id = ${userId}`
  await tx`delete from user_authenticators where user_id = ${userId}`
  await tx`delete from user_recovery_codes where user_id = ${userId}`
  await tx`update users set second_factor_since = null where id = ${userId}`
}

/**
 * Lets logins ask for the second factor from now on when the user has one, and no longer when none is left. Returns
 * since when they ask. The caller has locked the user's row.
 */
export async function updateSecondFactorSince(
  tx: Query,
  userId: string,
  now: Date,
): Promise<Date | null> {
  const [row] = await tx<{ since: Date | null }>`
    update users set second_factor_since = case when
      exists (select from user_passkeys where user_id = ${userId})
      or exists (select from user_authenticators where user_id = ${userId})
      then coalesce(second_factor_since, ${now}) end
    where id = ${userId} returning second_factor_since as since`
  return row?.since ?? null
}

/** Since when logins ask for the second factor; null: they do not. */
export async function findSecondFactorSince(sql: Query, userId: string): Promise<Date | null> {
  const [row] = await sql<{ since: Date | null }>`
    select second_factor_since as since from users where id = ${userId}`
  return row?.since ?? null
}
