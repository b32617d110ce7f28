import type { Query } from '../../db/sql.ts'
import { DEVICE_COOKIE_S } from '../../http/cookies.ts'
import type { NewSession } from '../../http/sessions/sessions.store.ts'

/** Stored logins and devices per user; older ones are deleted, so that frequent logins do not fill the disk. */
export const LOGINS_KEPT = 100

export interface NewLogin {
  session: NewSession
  eventId: string
  deviceHash: Buffer
  /** Token hash of the session that this browser had; null when it had none. */
  replaced: Buffer | null
  /** The hash that the password was verified against. */
  passwordHash: string
  /** When the second factor was proven; null: it was not, and the user must have none. */
  secondFactorAt: Date | null
}

export interface StoredLogin {
  /** How many sessions the user had before it. */
  before: number
  /** The user had never logged in. */
  isFirst: boolean
}

/**
 * Stores session, device and event of a login. Returns null and stores nothing when the password has changed meanwhile
 * or was stopped, the second factor is missing, or the account is closed, closing or blocked. One statement, because a
 * login is the most expensive call.
 */
export async function createLoginSession(sql: Query, login: NewLogin): Promise<StoredLogin | null> {
  const { session, eventId, deviceHash, replaced, passwordHash, secondFactorAt } = login
  const { id, tokenHash, userId, now, expiresAt, ip, userAgent } = session
  const loginsAfter = new Date(now.getTime() - DEVICE_COOKIE_S * 1000)
  // a password change takes the same lock, so that one of the two waits for the other
  const [created] = await sql<StoredLogin>`
    with owner as (
      select id from users
      where id = ${userId} and password_hash = ${passwordHash}
        and closed_at is null and closing_at is null and blocked_at is null
        and password_stopped_at is null
        and (second_factor_since is null or ${secondFactorAt}::timestamptz is not null)
      for no key update),
    replaced_session as (
      delete from sessions
      where token_hash = ${replaced}::bytea and exists (select from owner)),
    surplus_events as (
      delete from login_events
      where user_id = ${userId} and exists (select from owner) and created_at <= greatest(
        ${loginsAfter}::timestamptz,
        (select created_at from login_events where user_id = ${userId}
         order by created_at desc offset ${LOGINS_KEPT - 1} limit 1))),
    surplus_devices as (
      delete from known_devices
      where user_id = ${userId} and token_hash <> ${deviceHash} and exists (select from owner)
        and last_login_at <= (
          select last_login_at from known_devices
          where user_id = ${userId} and token_hash <> ${deviceHash}
          order by last_login_at desc offset ${LOGINS_KEPT - 1} limit 1)),
    event as (
      insert into login_events (id, user_id, ip, user_agent, created_at)
      select ${eventId}, id, ${ip}, ${userAgent}, ${now} from owner),
    device as (
      insert into known_devices (user_id, token_hash, last_login_at)
      select id, ${deviceHash}, ${now} from owner
      on conflict (user_id, token_hash) do update set last_login_at = excluded.last_login_at)
    insert into sessions (token_hash, id, user_id, authenticated_at, created_at, last_seen_at, expires_at, ip, user_agent, second_factor_at)
    select ${tokenHash}, ${id}, id, ${now}, ${now}, ${now}, ${expiresAt}, ${ip}, ${userAgent}, ${secondFactorAt} from owner
    returning (select count(*) from sessions where user_id = ${userId}) as before,
      not exists (select from login_events where user_id = ${userId}) as "isFirst"`
  return created ?? null
}
