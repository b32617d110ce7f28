import type { Query } from '../../db/sql.ts'
import type { ListedPasskey, Passkey } from '../../second-factor/passkeys.ts'

/** A customer's passkey. */
export interface UserPasskey extends Passkey, ListedPasskey {
  userId: string
}

/** Oldest first. */
export function listPasskeys(sql: Query, userId: string): Promise<UserPasskey[]> {
  return sql<UserPasskey>`
    select id, user_id as "userId", name, public_key as "publicKey", counter, transports,
      is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"
    from user_passkeys where user_id = ${userId} order by created_at, id`
}

/** False when this passkey is known already, of whomever. */
export async function insertPasskey(
  tx: Query,
  passkey: Omit<UserPasskey, 'lastUsedAt'>,
): Promise<boolean> {
  const { id, userId, name, publicKey, counter, transports, isSynced, createdAt } = passkey
  const rows = await tx<{ id: string }>`
    insert into user_passkeys (id, user_id, name, public_key, counter, transports, is_synced, created_at)
    values (${id}, ${userId}, ${name}, ${publicKey}, ${counter}, ${transports}, ${isSynced}, ${createdAt})
    on conflict (id) do nothing returning id`
  return rows.length === 1
}

/** Records a use; false when the counter has moved on meanwhile, as it does when two programs use one passkey. */
export async function recordPasskeyUse(
  tx: Query,
  { id, counter, newCounter, now }: { id: string; counter: number; newCounter: number; now: Date },
): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    update user_passkeys set counter = ${newCounter}, last_used_at = ${now}
    where id = ${id} and counter = ${counter} returning id`
  return rows.length === 1
}

/** False when the user has none of this id. */
export async function deletePasskey(tx: Query, userId: string, id: string): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    delete from user_passkeys where user_id = ${userId} and id = ${id} returning id`
  return rows.length === 1
}

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

/** Replaces all recovery codes of the user. */
export async function replaceRecoveryCodes(
  tx: Query,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx`delete from user_recovery_codes where user_id = ${userId}`
  for (const hash of hashes) {
    await tx`insert into user_recovery_codes (code_hash, user_id) values (${hash}, ${userId})`
  }
}

/** Uses a code up; false when the user does not have it. */
export async function consumeRecoveryCode(
  tx: Query,
  userId: string,
  hash: Buffer,
): Promise<boolean> {
  const rows = await tx<{ one: number }>`
    delete from user_recovery_codes
    where code_hash = ${hash} and user_id = ${userId} returning 1 as one`
  return rows.length === 1
}

export async function countRecoveryCodes(sql: Query, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) from user_recovery_codes where user_id = ${userId}`
  return row!.count
}

/** Marks a challenge as answered; false when it was before. */
export async function useChallenge(
  tx: Query,
  { challengeHash, expiresAt }: { challengeHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const rows = await tx<{ one: number }>`
    insert into user_used_challenges (challenge_hash, expires_at)
    values (${challengeHash}, ${expiresAt}) on conflict do nothing returning 1 as one`
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
