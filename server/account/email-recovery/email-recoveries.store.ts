import { uuidv7 } from '../../db/ids.ts'
import { fragment, json, type Query } from '../../db/sql.ts'

/** Why a recovery was stopped or failed. */
export type RecoveryEndReason =
  | 'user'
  | 'operator'
  /** Only by earlier releases: a block ends none any more. */
  | 'blocked'
  | 'closing'
  | 'changed'
  | 'unconfirmed'
  | 'taken'

/** What operators began for a user who lost the mailbox, the second factor or both. */
export interface EmailRecovery {
  id: string
  userId: string
  oldEmail: string
  /** Null: the address stays, the second factor alone is taken away. */
  newEmail: string | null
  createdAt: Date
  dueAt: Date
  /** When the link in the new mailbox was used; null: not yet. */
  confirmedAt: Date | null
  /** When the old address was told a second time; null: not yet. */
  remindedAt: Date | null
  state: 'waiting' | 'done' | 'stopped' | 'failed'
  endedAt: Date | null
  endReason: RecoveryEndReason | null
  /** The user has lost the second factor, which is taken away. */
  removesSecondFactor: boolean
}

export type LinkPurpose = 'stop' | 'confirm'

const columns = fragment`
  r.id, r.user_id as "userId", r.old_email as "oldEmail", r.new_email as "newEmail",
  r.created_at as "createdAt", r.due_at as "dueAt", r.confirmed_at as "confirmedAt",
  r.reminded_at as "remindedAt", r.state, r.ended_at as "endedAt", r.end_reason as "endReason",
  r.removes_second_factor as "removesSecondFactor"`

type NewRecovery = Pick<
  EmailRecovery,
  'id' | 'userId' | 'oldEmail' | 'newEmail' | 'createdAt' | 'dueAt' | 'removesSecondFactor'
> & {
  /** The operator's action in the audit log. */
  actionId: string
}

/** Throws the unique violation `email_recoveries_waiting` when one waits for this user. */
export async function insertRecovery(tx: Query, recovery: NewRecovery): Promise<void> {
  const { id, userId, oldEmail, newEmail, actionId, createdAt, dueAt, removesSecondFactor } =
    recovery
  await tx`
    insert into email_recoveries (id, user_id, old_email, new_email, action_id, created_at, due_at, removes_second_factor)
    values (${id}, ${userId}, ${oldEmail}, ${newEmail}, ${actionId}, ${createdAt}, ${dueAt}, ${removesSecondFactor})`
}

export async function storeLink(
  tx: Query,
  {
    recoveryId,
    tokenHash,
    purpose,
  }: { recoveryId: string; tokenHash: Buffer; purpose: LinkPurpose },
): Promise<void> {
  await tx`
    insert into email_recovery_links (token_hash, recovery_id, purpose)
    values (${tokenHash}, ${recoveryId}, ${purpose})`
}

/** The recovery of a link for this purpose, in whatever state; null without one. */
export async function findByLink(
  sql: Query,
  tokenHash: Buffer,
  purpose: LinkPurpose,
): Promise<EmailRecovery | null> {
  const [row] = await sql<EmailRecovery>`
    select ${columns} from email_recovery_links l join email_recoveries r on r.id = l.recovery_id
    where l.token_hash = ${tokenHash} and l.purpose = ${purpose}`
  return row ?? null
}

/** The recovery that waits for this user; null: none. */
export async function findWaiting(sql: Query, userId: string): Promise<EmailRecovery | null> {
  const [row] = await sql<EmailRecovery>`
    select ${columns} from email_recoveries r where r.user_id = ${userId} and r.state = 'waiting'`
  return row ?? null
}

/** Every recovery of the user that is still stored, newest first. */
export function listRecoveries(sql: Query, userId: string): Promise<EmailRecovery[]> {
  return sql<EmailRecovery>`
    select ${columns} from email_recoveries r where r.user_id = ${userId} order by r.created_at desc`
}

/** Locks the recovery and returns it as it is now; null when it was deleted. The caller has locked the user's row. */
export async function lockRecovery(tx: Query, id: string): Promise<EmailRecovery | null> {
  const [row] = await tx<EmailRecovery>`
    select ${columns} from email_recoveries r where r.id = ${id} for update`
  return row ?? null
}

export async function setConfirmed(tx: Query, id: string, at: Date): Promise<void> {
  await tx`update email_recoveries set confirmed_at = ${at} where id = ${id}`
}

export async function setReminded(tx: Query, id: string, at: Date): Promise<void> {
  await tx`update email_recoveries set reminded_at = ${at} where id = ${id}`
}

/** Ends a locked recovery that waits. */
export async function setEnded(
  tx: Query,
  id: string,
  {
    state,
    reason,
    at,
  }: { state: 'done' | 'stopped' | 'failed'; reason: RecoveryEndReason | null; at: Date },
): Promise<void> {
  await tx`
    update email_recoveries set state = ${state}, end_reason = ${reason}, ended_at = ${at}
    where id = ${id}`
}

/**
 * Those for which there is something to do: due and reminded of for long enough, to be reminded of, or of an account that is not as it was when
 * the recovery began.
 */
export function listToHandle(
  sql: Query,
  {
    now,
    remindUntil,
    remindedUntil,
    limit,
    except,
  }: {
    now: Date
    /** The old address is reminded of what is due until then. */
    remindUntil: Date
    /** What the old address was reminded of by then can be done. */
    remindedUntil: Date
    limit: number
    except: readonly string[]
  },
): Promise<{ id: string; userId: string }[]> {
  return sql<{ id: string; userId: string }>`
    select r.id, r.user_id as "userId"
    from email_recoveries r join users u on u.id = r.user_id
    where r.state = 'waiting' and r.id <> all(${except}::uuid[]) and (
      (r.due_at <= ${now} and r.reminded_at <= ${remindedUntil})
      or (r.due_at <= ${remindUntil} and r.reminded_at is null)
      or u.email is distinct from r.old_email or u.closing_at is not null
      or (r.new_email is null and u.second_factor_since is null))
    order by r.due_at, r.id limit ${limit}`
}

/** Records in the operators' audit log what a customer or the shop itself did; no address of the customer stays there. */
export async function recordStep(
  tx: Query,
  { id, userId, newEmail }: Pick<EmailRecovery, 'id' | 'userId' | 'newEmail'>,
  {
    by,
    step,
    result = {},
  }: {
    by: '用户' | '系统'
    step: 'confirm' | 'stop' | 'done' | 'fail'
    result?: Record<string, unknown>
  },
): Promise<void> {
  const command = `${newEmail === null ? 'factor' : 'email'}-recovery ${step}`
  await tx`
    insert into operator_actions
      (id, channel, operator, command, given, subject, outcome, result, finished_at)
    values (${uuidv7()}, 'site', ${by}, ${command}, '{}', ${userId}, 'done',
      ${json({ recovery: id, ...result })}, clock_timestamp())`
}
