import { BATCH_ROWS } from '../../db/delete-in-batches.ts'
import { json, type Query } from '../../db/sql.ts'
import type { Sweeps } from '../../jobs/sweep.ts'
import { sha256 } from '../../lib/sha256.ts'

/** What the provider stores under an id; only the id's hash is in the database. */
export interface SignOnRecord {
  kind: string
  id: string
  payload: Record<string, unknown>
  grantId: string | null
  uid: string | null
  /** The shop's session of this request; null: that of the grant. */
  sessionId: string | null
  /** Whether it may belong to no session, as what a visitor leaves behind. */
  isVisitors: boolean
  expiresAt: Date
}

export interface StoredRecord {
  payload: Record<string, unknown>
  consumedAt: Date | null
}

/** Stores a record, or replaces it; false when the session that it belongs to has ended. */
export async function storeRecord(sql: Query, record: SignOnRecord): Promise<boolean> {
  const { kind, id, payload, grantId, uid, sessionId, isVisitors, expiresAt } = record
  // the lock has the end of the session wait, so that it also deletes this record
  const rows = await sql`
    with bound as (
      select id from sessions where id = coalesce(${sessionId}::uuid, (
        select session_id from sign_on_records where kind = 'Grant' and id_hash = ${hashId(grantId ?? '')}))
      for key share)
    insert into sign_on_records (kind, id_hash, payload, grant_id, uid, session_id, expires_at)
    select ${kind}, ${hashId(id)}, ${json(payload)}, ${grantId}, ${uid}, (select id from bound), ${expiresAt}
    where ${isVisitors} or exists (select from bound)
    on conflict (kind, id_hash) do update
      set payload = excluded.payload, expires_at = excluded.expires_at, session_id = excluded.session_id
    returning 1`
  return rows.length > 0
}

/** A record that has not expired. */
export async function findRecord(
  sql: Query,
  { kind, id }: { kind: string; id: string },
  now: Date,
): Promise<StoredRecord | null> {
  const [row] = await sql<StoredRecord>`
    select payload, consumed_at as "consumedAt" from sign_on_records
    where kind = ${kind} and id_hash = ${hashId(id)} and expires_at > ${now}`
  return row ?? null
}

/** The provider's session of this id, if it belongs to this session of the shop. */
export async function findProviderSession(
  sql: Query,
  { id, sessionId }: { id: string; sessionId: string | null },
  now: Date,
): Promise<StoredRecord | null> {
  const [row] = await sql<StoredRecord>`
    select payload, consumed_at as "consumedAt" from sign_on_records
    where kind = 'Session' and id_hash = ${hashId(id)} and session_id is not distinct from ${sessionId}::uuid
      and expires_at > ${now}`
  return row ?? null
}

/** The provider's session of this uid, by which codes and tokens name it. */
export async function findProviderSessionByUid(
  sql: Query,
  uid: string,
  now: Date,
): Promise<StoredRecord | null> {
  const [row] = await sql<StoredRecord>`
    select payload, consumed_at as "consumedAt" from sign_on_records
    where kind = 'Session' and uid = ${uid} and expires_at > ${now}`
  return row ?? null
}

/** Marks a record as used; false when it was used before. Of several calls at once one gets true. */
export async function consumeRecord(
  sql: Query,
  { kind, id }: { kind: string; id: string },
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    update sign_on_records set consumed_at = ${now}
    where kind = ${kind} and id_hash = ${hashId(id)} and consumed_at is null returning 1`
  return rows.length > 0
}

export async function deleteRecord(
  sql: Query,
  { kind, id }: { kind: string; id: string },
): Promise<void> {
  await sql`delete from sign_on_records where kind = ${kind} and id_hash = ${hashId(id)}`
}

/**
 * Whether a code of the grant was used after `since` and its token is not stored yet: the redemption that used it is
 * about to store it.
 */
export async function isBeingRedeemed(sql: Query, grantId: string, since: Date): Promise<boolean> {
  const rows = await sql`
    select from sign_on_records code
    where kind = 'AuthorizationCode' and grant_id = ${grantId} and consumed_at > ${since}
      and not exists (
        select from sign_on_records token where token.kind = 'AccessToken' and token.grant_id = code.grant_id)`
  return rows.length > 0
}

/** Deletes codes and tokens of a grant. */
export async function deleteRecordsOfGrant(sql: Query, grantId: string): Promise<void> {
  await sql`delete from sign_on_records where grant_id = ${grantId}`
}

/** Deletes expired records. */
export function signOnSweeps(sql: Query, now: Date): Sweeps {
  return {
    'sign-on records': () => sql`
      delete from sign_on_records where ctid = any(array(
        select ctid from sign_on_records where expires_at <= ${now} limit ${BATCH_ROWS})) returning 1`,
  }
}

/** Only hashes are stored, so that nobody can sign on with data of the database. */
function hashId(id: string): Buffer {
  return sha256(id)
}
