import type { Role } from '#contract/console/staff/roles.ts'
import type { Query } from '../../db/sql.ts'

/** A live session with its operator. */
export interface OperatorSession {
  tokenHash: Buffer
  sessionId: string
  operatorId: string
  email: string
  name: string
  role: Role
  address: string
  /** When the operator last showed a passkey or a code. */
  confirmedAt: Date
  lastSeenAt: Date
  expiresAt: Date
  hasPasskey: boolean
  hasCode: boolean
}

export async function findOperatorSession(
  sql: Query,
  { tokenHash, now, seenAfter }: { tokenHash: Buffer; now: Date; seenAfter: Date },
): Promise<OperatorSession | null> {
  const [row] = await sql<OperatorSession>`
    select s.token_hash as "tokenHash", s.id as "sessionId", o.id as "operatorId", o.email, o.name,
      o.role, s.address, s.confirmed_at as "confirmedAt", s.last_seen_at as "lastSeenAt",
      s.expires_at as "expiresAt", o.code_secret is not null as "hasCode",
      exists (select from operator_passkeys p where p.operator_id = o.id) as "hasPasskey"
    from operator_sessions s join operators o on o.id = s.operator_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and s.last_seen_at > ${seenAfter}
      and o.disabled_at is null`
  return row ?? null
}

export interface NewOperatorSession {
  id: string
  tokenHash: Buffer
  operatorId: string
  address: string
  userAgent: string
  now: Date
  expiresAt: Date
  /** The browser's earlier session, which ends; null without one. */
  replaced: Buffer | null
}

/** Stores a session unless the operator is disabled; false then. */
export async function insertOperatorSession(
  tx: Query,
  { id, tokenHash, operatorId, address, userAgent, now, expiresAt, replaced }: NewOperatorSession,
): Promise<boolean> {
  await tx`delete from operator_sessions where token_hash = ${replaced} or expires_at <= ${now}`
  await tx`delete from operator_used_challenges where expires_at <= ${now}`
  const rows = await tx<{ id: string }>`
    insert into operator_sessions
      (token_hash, id, operator_id, address, user_agent, confirmed_at, created_at, last_seen_at, expires_at)
    select ${tokenHash}, ${id}, o.id, ${address}, ${userAgent}, ${now}, ${now}, ${now}, ${expiresAt}
    from operators o where o.id = ${operatorId} and o.disabled_at is null
    for share
    returning id`
  return rows.length === 1
}

export async function touchOperatorSession(
  sql: Query,
  tokenHash: Buffer,
  now: Date,
): Promise<void> {
  await sql`update operator_sessions set last_seen_at = ${now} where token_hash = ${tokenHash}`
}

export async function confirmOperatorSession(
  tx: Query,
  tokenHash: Buffer,
  now: Date,
): Promise<void> {
  await tx`update operator_sessions set confirmed_at = ${now} where token_hash = ${tokenHash}`
}

export async function deleteOperatorSession(sql: Query, tokenHash: Buffer): Promise<void> {
  await sql`delete from operator_sessions where token_hash = ${tokenHash}`
}

interface SessionRow {
  id: string
  tokenHash: Buffer
  address: string
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
}

/** The live sessions of an operator, newest first. */
export function listOperatorSessions(
  sql: Query,
  { operatorId, now, seenAfter }: { operatorId: string; now: Date; seenAfter: Date },
): Promise<SessionRow[]> {
  return sql<SessionRow>`
    select id, token_hash as "tokenHash", address, user_agent as "userAgent",
      created_at as "createdAt", last_seen_at as "lastSeenAt"
    from operator_sessions
    where operator_id = ${operatorId} and expires_at > ${now} and last_seen_at > ${seenAfter}
    order by created_at desc, id desc`
}

/** Ends one session of this operator. */
export async function deleteSessionById(sql: Query, operatorId: string, id: string): Promise<void> {
  await sql`delete from operator_sessions where operator_id = ${operatorId} and id = ${id}`
}
