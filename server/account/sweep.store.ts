import { BATCH_ROWS } from '../db/delete-in-batches.ts'
import type { Query } from '../db/sql.ts'
import type { Sweeps } from '../jobs/sweep.ts'

export interface SweepCutoffs {
  now: Date
  /** Sessions last used before it have ended. */
  seenAfter: Date
  /** Devices and logins before it are deleted. */
  devicesAfter: Date
  /** The sweep looks for logins between this time and `devicesAfter`: it has deleted older ones before. */
  loginsFrom: Date
}

/**
 * Deletes expired rows, which no call would accept any more. Each statement finds them by an index on their
 * time and deletes them by ctid: a row that was updated meanwhile has a new ctid and stays.
 */
export function accountSweeps(
  sql: Query,
  { now, seenAfter, devicesAfter, loginsFrom }: SweepCutoffs,
): Sweeps {
  return {
    'ended sessions': () => sql`
      delete from sessions where ctid = any(array(
        select ctid from sessions where expires_at <= ${now} limit ${BATCH_ROWS})) returning 1`,
    'unused sessions': () => sql`
      delete from sessions where ctid = any(array(
        select ctid from sessions where last_seen_at <= ${seenAfter} limit ${BATCH_ROWS})) returning 1`,
    mailed_codes: () => sql`
      delete from mailed_codes where ctid = any(array(
        select ctid from mailed_codes where expires_at <= ${now} limit ${BATCH_ROWS})) returning 1`,
    // nodes of the release before still write it during a deployment
    email_codes: () => sql`
      delete from email_codes where ctid = any(array(
        select ctid from email_codes where expires_at <= ${now} limit ${BATCH_ROWS})) returning 1`,
    reset_tokens: () => sql`
      delete from reset_tokens where ctid = any(array(
        select ctid from reset_tokens where expires_at <= ${now} limit ${BATCH_ROWS})) returning 1`,
    email_undos: () => sql`
      delete from email_undos where ctid = any(array(
        select ctid from email_undos where expires_at <= ${now} limit ${BATCH_ROWS})) returning 1`,
    login_notices: () => sql`
      delete from login_notices where ctid = any(array(
        select ctid from login_notices where expires_at <= ${now} limit ${BATCH_ROWS})) returning 1`,
    user_used_challenges: () => sql`
      delete from user_used_challenges where ctid = any(array(
        select ctid from user_used_challenges where expires_at <= ${now} limit ${BATCH_ROWS})) returning 1`,
    used_captchas: () => sql`
      delete from used_captchas where ctid = any(array(
        select ctid from used_captchas where expires_at <= ${now} limit ${BATCH_ROWS})) returning 1`,
    // counting locks rows by key: skip them, so that neither waits for the other
    rate_limits: () => sql`
      delete from rate_limits where ctid = any(array(
        select ctid from rate_limits where expire <= ${now.getTime()} limit ${BATCH_ROWS}
        for update skip locked)) returning 1`,
    known_devices: () => sql`
      delete from known_devices where ctid = any(array(
        select ctid from known_devices where last_login_at <= ${devicesAfter} limit ${BATCH_ROWS}))
      returning 1`,
    login_events: () => sql`
      delete from login_events where ctid = any(array(
        select e.ctid from login_events e
        where created_at <= ${devicesAfter} and created_at > ${loginsFrom} and exists (
          select from login_events newer
          where newer.user_id = e.user_id and newer.created_at > e.created_at)
        limit ${BATCH_ROWS})) returning 1`,
  }
}
