import type { Query } from '../../db/sql.ts'

export interface ApiKeyRow {
  id: string
  applicationId: string
  applicationName: string
  name: string
  hint: string
  monthlyLimit: number | null
  createdAt: Date
  lastUsedAt: Date | null
}

interface KeyName {
  userId: string
  id: string
}

/** Holds the user's row, so that keys of one user are made one after another; returns the address. */
export async function lockUser(tx: Query, userId: string): Promise<string> {
  const [row] = await tx<{ email: string }>`
    select email from users where id = ${userId} for no key update`
  return row!.email
}

export async function countLiveKeys(sql: Query, userId: string): Promise<number> {
  const [row] = await sql<{ keys: number }>`
    select count(*) as keys from api_keys where user_id = ${userId} and revoked_at is null`
  return row!.keys
}

/** The keys that were not revoked, newest first. */
export async function listLiveKeys(sql: Query, userId: string): Promise<ApiKeyRow[]> {
  return sql<ApiKeyRow>`
    select key.id, application_id as "applicationId", application.name as "applicationName", key.name, hint,
      monthly_limit as "monthlyLimit", key.created_at as "createdAt", last_used_at as "lastUsedAt"
    from api_keys key join applications application on application.id = key.application_id
    where user_id = ${userId} and revoked_at is null
    order by key.id desc`
}

export async function insertKey(
  tx: Query,
  {
    userId,
    id,
    applicationId,
    name,
    hash,
    hint,
    monthlyLimit,
    now,
  }: {
    userId: string
    id: string
    applicationId: string
    name: string
    hash: Buffer
    hint: string
    monthlyLimit: number | null
    now: Date
  },
): Promise<void> {
  await tx`
    insert into api_keys (user_id, id, application_id, name, hash, hint, monthly_limit, created_at)
    values (${userId}, ${id}, ${applicationId}, ${name}, ${hash}, ${hint}, ${monthlyLimit}, ${now})`
}

/** False when the user has no live key of this id. */
export async function revokeKey(sql: Query, { userId, id }: KeyName, now: Date): Promise<boolean> {
  const rows = await sql`
    update api_keys set revoked_at = ${now}
    where user_id = ${userId} and id::text = ${id} and revoked_at is null returning 1`
  return rows.length > 0
}

/** Revokes the user's keys for an application. */
export async function revokeKeysOf(
  tx: Query,
  { userId, applicationId }: { userId: string; applicationId: string },
  now: Date,
): Promise<void> {
  await tx`
    update api_keys set revoked_at = ${now}
    where user_id = ${userId} and application_id = ${applicationId} and revoked_at is null`
}

/** Revokes all keys of a user. */
export async function revokeAllKeys(
  tx: Query,
  userId: string,
  now: Date,
  /** Leaves those that are older. */
  since = new Date(0),
): Promise<void> {
  await tx`
    update api_keys set revoked_at = ${now}
    where user_id = ${userId} and revoked_at is null and created_at >= ${since}`
}

/** Clears what the user wrote into the keys. */
export async function clearKeyNames(tx: Query, userId: string): Promise<void> {
  await tx`update api_keys set name = '' where user_id = ${userId}`
}

/** Every key of a user, revoked ones too, newest first. */
export async function listAllKeys(
  sql: Query,
  userId: string,
): Promise<(ApiKeyRow & { revokedAt: Date | null })[]> {
  return sql<ApiKeyRow & { revokedAt: Date | null }>`
    select key.id, application_id as "applicationId", application.name as "applicationName", key.name, hint,
      monthly_limit as "monthlyLimit", key.created_at as "createdAt", last_used_at as "lastUsedAt",
      revoked_at as "revokedAt"
    from api_keys key join applications application on application.id = key.application_id
    where user_id = ${userId} order by key.id desc`
}

/** The key with which its user may spend through the application; null when there is none. */
export async function findLiveKey(
  sql: Query,
  hash: Buffer,
  application: { id: string; isFirstParty: boolean },
): Promise<(KeyName & { monthlyLimit: number | null }) | null> {
  const [row] = await sql<KeyName & { monthlyLimit: number | null }>`
    select key.user_id as "userId", key.id, monthly_limit as "monthlyLimit"
    from api_keys key join users on users.id = key.user_id
    where key.hash = ${hash} and key.application_id = ${application.id} and key.revoked_at is null
      and closed_at is null and blocked_at is null
      and (${application.isFirstParty}::boolean or exists (
        select from application_grants held
        where held.user_id = key.user_id and held.application_id = key.application_id and held.revoked_at is null))`
  return row ?? null
}

/** Notes the use of a key, unless one was noted after `before`. */
export async function noteKeyUse(
  sql: Query,
  { userId, id }: KeyName,
  { now, before }: { now: Date; before: Date },
): Promise<void> {
  await sql`
    update api_keys set last_used_at = ${now}
    where user_id = ${userId} and id = ${id} and (last_used_at is null or last_used_at <= ${before})`
}

/** What the key has charged since the first of the month, less what of it was given back, with what its open holds reserve. */
export async function readKeyUse(
  sql: Query,
  { userId, id }: KeyName,
  { applicationId, today }: { applicationId: string; today: string },
): Promise<number> {
  const [row] = await sql<{ used: number }>`
    select ((
      select coalesce(sum(charged - given_back), 0) from credit_usage_days
      where user_id = ${userId} and application_id = ${applicationId} and api_key_id = ${id}
        and day between date_trunc('month', ${today}::date)::date and ${today}::date
    ) + (
      select coalesce(sum(amount), 0) from credit_holds
      where user_id = ${userId} and state = 'open' and api_key_id = ${id}
    ))::bigint as used`
  return row!.used
}
