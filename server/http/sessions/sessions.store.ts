import type { Query } from '../../db/sql.ts'
import { type Profile, profileColumns } from './profile.store.ts'

/** A live session with the profile of its user, read once for a request. */
export interface Session extends Profile {
  sessionId: string
  tokenHash: Buffer
  /** Time of the last login with the password. */
  authenticatedAt: Date
  lastSeenAt: Date
  /** A login of the user needs the second factor. */
  hasSecondFactor: boolean
  /** When it was last proven in this session; null: never. */
  secondFactorAt: Date | null
}

/** The live session of this token with its user, in one statement; null when there is none. */
export async function findSession(
  sql: Query,
  { tokenHash, now, seenAfter }: { tokenHash: Buffer; now: Date; seenAfter: Date },
): Promise<Session | null> {
  const [row] = await sql<Session>`
    select s.id as "sessionId", s.token_hash as "tokenHash",
      s.authenticated_at as "authenticatedAt", s.last_seen_at as "lastSeenAt",
      u.second_factor_since is not null as "hasSecondFactor", s.second_factor_at as "secondFactorAt",
      ${profileColumns}
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and s.last_seen_at > ${seenAfter}`
  return row ?? null
}

export async function touchSession(sql: Query, tokenHash: Buffer, now: Date): Promise<void> {
  await sql`update sessions set last_seen_at = ${now} where token_hash = ${tokenHash}`
}

/** Locks the session until the transaction ends; false when it was ended. */
export async function lockSession(tx: Query, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx<{ one: number }>`
    select 1 as one from sessions where token_hash = ${tokenHash} for update`
  return rows.length === 1
}

/** Records that the second factor was proven in this session; false when it was ended. */
export async function proveSession(tx: Query, tokenHash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx<{ one: number }>`
    update sessions set second_factor_at = ${now} where token_hash = ${tokenHash} returning 1 as one`
  return rows.length === 1
}

export interface NewSession {
  id: string
  tokenHash: Buffer
  userId: string
  now: Date
  expiresAt: Date
  ip: string
  userAgent: string
}

/**
 * `authenticatedAt`, `secondFactorAt`: of the session that it goes on with; absent: it is a login of now, without a
 * proof of the second factor.
 */
export async function insertSession(
  tx: Query,
  {
    id,
    tokenHash,
    userId,
    now,
    authenticatedAt = now,
    secondFactorAt = null,
    expiresAt,
    ip,
    userAgent,
  }: NewSession & { authenticatedAt?: Date; secondFactorAt?: Date | null },
): Promise<void> {
  await tx`
    insert into sessions (token_hash, id, user_id, authenticated_at, second_factor_at, created_at, last_seen_at,
      expires_at, ip, user_agent)
    values (${tokenHash}, ${id}, ${userId}, ${authenticatedAt}, ${secondFactorAt}, ${now}, ${now},
      ${expiresAt}, ${ip}, ${userAgent})`
}

/** Ends the oldest sessions of a user beyond `keep`. */
export async function deleteSurplusSessions(
  sql: Query,
  userId: string,
  keep: number,
): Promise<void> {
  await sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where user_id = ${userId}
      order by created_at desc, id desc offset ${keep})`
}

export async function deleteSession(sql: Query, tokenHash: Buffer): Promise<void> {
  await sql`delete from sessions where token_hash = ${tokenHash}`
}

/** Ends every session of the user except one. */
export async function deleteSessionsOf(
  sql: Query,
  userId: string,
  except: Buffer | null = null,
): Promise<void> {
  await sql`
    delete from sessions
    where user_id = ${userId} and (${except}::bytea is null or token_hash <> ${except}::bytea)`
}

interface SessionRow {
  id: string
  ip: string
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
}

/** The live sessions of a user, newest first. */
export function listSessions(
  sql: Query,
  { userId, now, seenAfter }: { userId: string; now: Date; seenAfter: Date },
): Promise<SessionRow[]> {
  return sql<SessionRow>`
    select id, ip, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt"
    from sessions
    where user_id = ${userId} and expires_at > ${now} and last_seen_at > ${seenAfter}
    order by created_at desc, id desc`
}

/** Ends one session of this user; false without one of this id. */
export async function revokeSession(sql: Query, userId: string, id: string): Promise<boolean> {
  // compared as text: the client's id may be no UUID
  const ended = await sql`
    delete from sessions where user_id = ${userId} and id::text = ${id} returning 1`
  return ended.length === 1
}
