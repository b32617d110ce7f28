import type { Role } from '#contract/console/staff/roles.ts'
import type { Query } from '../../db/sql.ts'

/** An operator of the console, as colleagues see it. */
export interface OperatorRow {
  id: string
  email: string
  name: string
  role: Role
  createdAt: Date
  /** Null: may sign in. */
  disabledAt: Date | null
}

export interface StaffRow extends OperatorRow {
  passkeys: number
  hasCode: boolean
  recoveryCodesLeft: number
  sessions: number
  lastSeenAt: Date | null
}

/** Every operator, the oldest first. */
export function listOperators(sql: Query, now: Date): Promise<StaffRow[]> {
  return sql<StaffRow>`
    select o.id, o.email, o.name, o.role, o.created_at as "createdAt", o.disabled_at as "disabledAt",
      o.code_secret is not null as "hasCode",
      (select count(*) from operator_passkeys p where p.operator_id = o.id) as passkeys,
      (select count(*) from operator_recovery_codes r where r.operator_id = o.id) as "recoveryCodesLeft",
      (select count(*) from operator_sessions s where s.operator_id = o.id and s.expires_at > ${now}) as sessions,
      (select max(s.last_seen_at) from operator_sessions s where s.operator_id = o.id) as "lastSeenAt"
    from operators o order by o.created_at, o.id`
}

export async function hasOperators(sql: Query): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }>`select exists (select from operators)`
  return row!.exists
}

/** Whether there is no operator yet; others who ask wait until the transaction ends. */
export async function isFirstOwner(tx: Query): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(hashtext('operators.owner'))`
  return !(await hasOperators(tx))
}

/** By e-mail in lower case or by id. */
export async function findOperator(sql: Query, reference: string): Promise<OperatorRow | null> {
  const [row] = await sql<OperatorRow>`
    select id, email, name, role, created_at as "createdAt", disabled_at as "disabledAt"
    from operators where email = ${reference} or id::text = ${reference}`
  return row ?? null
}

/** False when the e-mail is taken. */
export async function insertOperator(
  tx: Query,
  {
    id,
    email,
    name,
    role,
    now,
  }: Pick<OperatorRow, 'id' | 'email' | 'name' | 'role'> & { now: Date },
): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    insert into operators (id, email, name, role, created_at, unchanged_since)
    values (${id}, ${email}, ${name}, ${role}, ${now}, ${now})
    on conflict (email) do nothing returning id`
  return rows.length === 1
}

/** Changes the role and ends what the operator has begun. The database refuses to demote the last owner. */
export async function setOperatorRole(
  tx: Query,
  id: string,
  { role, now }: { role: Role; now: Date },
): Promise<void> {
  await tx`update operators set role = ${role}, unchanged_since = ${now} where id = ${id}`
  await endWhatWasBegun(tx, id, now)
}

/** Disables, which ends what the operator has begun, or enables. The database refuses to disable the last owner. */
export async function setOperatorDisabled(
  tx: Query,
  id: string,
  { isDisabled, now }: { isDisabled: boolean; now: Date },
): Promise<void> {
  const at = isDisabled ? now : null
  await tx`update operators set disabled_at = ${at}, unchanged_since = ${now} where id = ${id}`
  if (!isDisabled) return
  await endWhatWasBegun(tx, id, now)
  // a link that was to set up new ways to sign in
  await tx`
    delete from operator_invitations where email = (select email from operators where id = ${id})`
}

/** From now on, for the 24 hours in which an operator signs nothing. */
export async function noteOperatorChanged(tx: Query, id: string, now: Date): Promise<void> {
  await tx`update operators set unchanged_since = ${now} where id = ${id}`
}

/** Ends sessions, invitations and requests of an operator. */
async function endWhatWasBegun(tx: Query, id: string, now: Date): Promise<void> {
  await deleteOperatorSessions(tx, id)
  await tx`
    delete from operator_invitations
    where invited_by = (select email from operators where id = ${id})`
  await tx`
    update operator_requests
    set outcome = 'withdrawn', decided_by = operator_id, decided_at = ${now}, given = '{}', preview = '{}'
    where operator_id = ${id} and outcome is null`
}

/** Takes away every way to sign in, so that a new invitation can be accepted in their place. */
export async function deleteFactors(tx: Query, id: string, now: Date): Promise<void> {
  await tx`
    update operators set password_hash = null, code_secret = null, unchanged_since = ${now}
    where id = ${id}`
  await tx`delete from operator_passkeys where operator_id = ${id}`
  await tx`delete from operator_recovery_codes where operator_id = ${id}`
  await endWhatWasBegun(tx, id, now)
}

/**
 * Locks the operator, the session and other operators until the transaction ends; false when the session has ended.
 * A disabling, a new role and a reset change the operator's row before they end its sessions, so one of the two waits.
 * All lock operators in the order of their ids, and sessions after them: none waits for another in a circle.
 */
export async function lockOperatorSession(
  tx: Query,
  { operatorId, sessionId }: { operatorId: string; sessionId: string },
  others: readonly string[] = [],
): Promise<boolean> {
  await lockOperators(tx, [operatorId, ...others])
  const rows = await tx<{ id: string }>`
    select id from operator_sessions
    where id = ${sessionId} and operator_id = ${operatorId} for update`
  return rows.length === 1
}

export async function lockOperators(tx: Query, ids: readonly string[]): Promise<void> {
  await tx`select from operators where id = any(${ids}) order by id for no key update`
}

/** Returns how many ended. */
export async function deleteOperatorSessions(
  sql: Query,
  id: string,
  except: Buffer | null = null,
): Promise<number> {
  const rows = await sql<{ id: string }>`
    delete from operator_sessions
    where operator_id = ${id} and (${except}::bytea is null or token_hash <> ${except}::bytea)
    returning id`
  return rows.length
}

/** E-mails of the owners who may sign in. */
export async function listOwnerEmails(sql: Query): Promise<string[]> {
  const rows = await sql<{ email: string }>`
    select email from operators where role = 'owner' and disabled_at is null order by created_at`
  return rows.map(({ email }) => email)
}
