import type { Query } from '../db/sql.ts'

/** Deletes what has ended by itself: nothing of it would be accepted any more. */
export async function deleteExpired(
  sql: Query,
  { now, seenAfter, devicesAfter }: { now: Date; seenAfter: Date; devicesAfter: Date },
): Promise<void> {
  await sql`delete from sessions where expires_at <= ${now} or last_seen_at <= ${seenAfter}`
  await sql`delete from email_codes where expires_at <= ${now}`
  await sql`delete from reset_tokens where expires_at <= ${now}`
  await sql`delete from email_undos where expires_at <= ${now}`
  await sql`delete from used_captchas where expires_at <= ${now}`
  await sql`delete from rate_limits where expire <= ${now.getTime()}`
  await sql`delete from known_devices where last_login_at <= ${devicesAfter}`
  await sql`
    delete from login_events e where created_at <= ${devicesAfter} and exists (
      select from login_events newer where newer.user_id = e.user_id and newer.created_at > e.created_at)`
}
