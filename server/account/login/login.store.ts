import type { Query } from '../../db/sql.ts'
import { DEVICE_COOKIE_S } from '../../http/cookies.ts'
import type { NewSession } from '../../http/sessions/sessions.store.ts'

/** How many of a user's logins and devices are remembered: whoever logs in day and night fills no disk. */
export const LOGINS_KEPT = 100

interface Entry {
  session: NewSession
  eventId: string
  deviceHash: Buffer
  /** Of the session that this browser had. */
  replaced: Buffer | null
  /** What the password was compared with. */
  passwordHash: string
}

/**
 * Writes all that a login leaves behind: session, device, event. Returns how many sessions the user had
 * just before; null when nothing was written, since the password is another by now, or the account is
 * closed or about to be. One statement, because logging in is what the shop does least cheaply.
 */
export async function enterAccount(sql: Query, entry: Entry): Promise<number | null> {
  const { session, eventId, deviceHash, replaced, passwordHash } = entry
  const { id, tokenHash, userId, now, expiresAt, ip, userAgent } = session
  const loginsAfter = new Date(now.getTime() - DEVICE_COOKIE_S * 1000)
  // the row is held as a change of the password holds it: one of the two comes after the other
  const [entered] = await sql<{ sessions: number }>`
    with owner as (
      select id from users
      where id = ${userId} and password_hash = ${passwordHash}
        and closed_at is null and closing_at is null
      for no key update),
    left_behind as (
      delete from sessions
      where token_hash = ${replaced}::bytea and exists (select from owner)),
    forgotten_events as (
      delete from login_events
      where user_id = ${userId} and exists (select from owner) and created_at <= greatest(
        ${loginsAfter}::timestamptz,
        (select created_at from login_events where user_id = ${userId}
         order by created_at desc offset ${LOGINS_KEPT - 1} limit 1))),
    forgotten_devices as (
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
    insert into sessions (token_hash, id, user_id, authenticated_at, created_at, last_seen_at, expires_at, ip, user_agent)
    select ${tokenHash}, ${id}, id, ${now}, ${now}, ${now}, ${expiresAt}, ${ip}, ${userAgent} from owner
    returning (select count(*) from sessions where user_id = ${userId}) as sessions`
  return entered?.sessions ?? null
}
