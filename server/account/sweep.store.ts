import { inParts, PART } from '../db/in-parts.ts'
import type { Query } from '../db/sql.ts'

/** Deletes what has ended by itself: nothing of it would be accepted any more. */
export async function deleteExpired(
  sql: Query,
  { now, seenAfter, devicesAfter }: { now: Date; seenAfter: Date; devicesAfter: Date },
  stop: AbortSignal,
): Promise<void> {
  // by the row's place: one that was changed meanwhile has another and stays
  const parts = [
    () => sql`
      delete from sessions where ctid = any(array(
        select ctid from sessions where expires_at <= ${now} or last_seen_at <= ${seenAfter}
        limit ${PART})) returning 1`,
    () => sql`
      delete from mailed_codes where ctid = any(array(
        select ctid from mailed_codes where expires_at <= ${now} limit ${PART})) returning 1`,
    // older nodes still write it while they end
    () => sql`
      delete from email_codes where ctid = any(array(
        select ctid from email_codes where expires_at <= ${now} limit ${PART})) returning 1`,
    () => sql`
      delete from reset_tokens where ctid = any(array(
        select ctid from reset_tokens where expires_at <= ${now} limit ${PART})) returning 1`,
    () => sql`
      delete from email_undos where ctid = any(array(
        select ctid from email_undos where expires_at <= ${now} limit ${PART})) returning 1`,
    () => sql`
      delete from used_captchas where ctid = any(array(
        select ctid from used_captchas where expires_at <= ${now} limit ${PART})) returning 1`,
    // whoever counts takes rows by their keys: nobody waits for the other
    () => sql`
      delete from rate_limits where ctid = any(array(
        select ctid from rate_limits where expire <= ${now.getTime()} limit ${PART}
        for update skip locked)) returning 1`,
    () => sql`
      delete from known_devices where ctid = any(array(
        select ctid from known_devices where last_login_at <= ${devicesAfter} limit ${PART}))
      returning 1`,
    () => sql`
      delete from login_events where ctid = any(array(
        select e.ctid from login_events e where created_at <= ${devicesAfter} and exists (
          select from login_events newer
          where newer.user_id = e.user_id and newer.created_at > e.created_at)
        limit ${PART})) returning 1`,
  ]
  for (const part of parts) await inParts(part, stop)
}
