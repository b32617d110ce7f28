import type { Role } from '#contract/console/staff/roles.ts'
import { json, type Query } from '../../db/sql.ts'
import type { Weight } from '../../operator/audit/actions.store.ts'
import type { Report } from '../../operator/report.ts'

export interface NewRequest {
  id: string
  operatorId: string
  command: string
  given: Readonly<Record<string, string>>
  preview: Report
  subject: string | null
  reason: string | null
  mark: string
  now: Date
  expiresAt: Date
}

export interface RequestRow {
  id: string
  operatorId: string
  operator: string
  operatorName: string
  command: string
  given: Readonly<Record<string, string>>
  preview: Report
  /** What it is about, such as the user's id. */
  subject: string | null
  reason: string | null
  requestedAt: Date
  expiresAt: Date
}

/**
 * What the operator has done since then of this kind without a second signature. What runs counts, and what failed:
 * a refund without an answer of the provider may have been made.
 */
export async function sumWeights(
  tx: Query,
  { operatorId, kind, since }: { operatorId: string; kind: Weight['kind']; since: Date },
): Promise<number> {
  const [row] = await tx<{ sum: number }>`
    select coalesce(sum(weight), 0)::bigint as sum from operator_actions
    where operator_id = ${operatorId} and weight_kind = ${kind} and started_at >= ${since}
      and signed_by is null and outcome is distinct from 'refused'`
  return row!.sum
}

/**
 * How many others of these roles can sign in. Whoever was disabled, reset or given another role since `changedAfter`
 * counts as well: otherwise an owner's browser that was taken over would end the second signature.
 */
export async function countSigners(
  sql: Query,
  { except, roles, changedAfter }: { except: string; roles: readonly Role[]; changedAfter: Date },
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) from operators o
    where o.id::text <> ${except} and (
      (o.unchanged_since > ${changedAfter} and o.unchanged_since > o.created_at)
      or (o.role = any(${roles}) and o.disabled_at is null and (o.code_secret is not null
        or exists (select from operator_passkeys p where p.operator_id = o.id))))`
  return row!.count
}

/** Whether the operator's role, state and ways to sign in are older than this. */
export async function isUnchangedSince(
  sql: Query,
  operatorId: string,
  time: Date,
): Promise<boolean> {
  const rows = await sql<{ id: string }>`
    select id from operators where id = ${operatorId} and unchanged_since <= ${time}`
  return rows.length === 1
}

/** Whether an action or a request bears this mark. */
export async function isMarkUsed(tx: Query, mark: string | null): Promise<boolean> {
  const [row] = await tx<{ isUsed: boolean }>`
    select exists (select from operator_actions where mark = ${mark})
      or exists (select from operator_requests where mark = ${mark}) as "isUsed"`
  return row!.isUsed
}

/** False when the mark was used before. Empties what expired requests were filled in with. */
export async function insertRequest(tx: Query, request: NewRequest): Promise<boolean> {
  const { id, operatorId, command, given, preview, subject, reason, mark, now, expiresAt } = request
  await tx`
    update operator_requests set given = '{}', preview = '{}'
    where outcome is null and expires_at <= ${now} and given <> '{}'`
  const rows = await tx<{ id: string }>`
    insert into operator_requests
      (id, operator_id, command, given, preview, subject, reason, mark, requested_at, expires_at)
    values (${id}, ${operatorId}, ${command}, ${json(given)}, ${json(preview)}, ${subject}, ${reason},
      ${mark}, ${now}, ${expiresAt})
    on conflict (mark) do nothing returning id`
  return rows.length === 1
}

/** Those that wait, the oldest first. */
export function listWaitingRequests(sql: Query, now: Date): Promise<RequestRow[]> {
  return sql<RequestRow>`
    select r.id, r.operator_id as "operatorId", o.email as operator, o.name as "operatorName", r.command,
      r.given, r.preview, r.subject, r.reason, r.requested_at as "requestedAt", r.expires_at as "expiresAt"
    from operator_requests r join operators o on o.id = r.operator_id
    where r.outcome is null and r.expires_at > ${now} order by r.requested_at, r.id`
}

export interface EndedRequestRow {
  id: string
  command: string
  requestedAt: Date
  outcome: 'signed' | 'refused' | 'expired'
  endedAt: Date
  decidedBy: string | null
}

/** What became of this operator's requests since then, the newest first; those withdrawn are left out. */
export function listEndedRequests(
  sql: Query,
  { operatorId, since, now }: { operatorId: string; since: Date; now: Date },
): Promise<EndedRequestRow[]> {
  return sql<EndedRequestRow>`
    select r.id, r.command, r.requested_at as "requestedAt", coalesce(r.outcome, 'expired') as outcome,
      coalesce(r.decided_at, r.expires_at) as "endedAt", o.email as "decidedBy"
    from operator_requests r left join operators o on o.id = r.decided_by
    where r.operator_id = ${operatorId} and coalesce(r.decided_at, r.expires_at) between ${since} and ${now}
      and r.outcome is distinct from 'withdrawn'
    order by "endedAt" desc, r.id limit 20`
}

/** When the operator's role, state or ways to sign in changed last; null for one who has left. */
export async function findUnchangedSince(sql: Query, operatorId: string): Promise<Date | null> {
  const [row] = await sql<{ since: Date }>`
    select unchanged_since as since from operators where id = ${operatorId}`
  return row?.since ?? null
}

/** Ends a request that waits, by somebody who may; false when it was decided meanwhile. */
export async function decideRequest(
  tx: Query,
  {
    id,
    outcome,
    decidedBy,
    now,
  }: { id: string; outcome: 'signed' | 'refused' | 'withdrawn'; decidedBy: string; now: Date },
): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    update operator_requests
    set outcome = ${outcome}, decided_by = ${decidedBy}, decided_at = ${now}, given = '{}', preview = '{}'
    where id = ${id} and outcome is null and expires_at > ${now} returning id`
  return rows.length === 1
}
