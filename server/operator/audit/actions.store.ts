import { uuidv7 } from '../../db/ids.ts'
import { json, type Query } from '../../db/sql.ts'

/** Who acts, and from where. */
export interface ActionActor {
  channel: 'terminal' | 'console'
  /** E-mail of the console's operator; account and machine at a terminal. */
  operator: string
  /** The next three: null at a terminal. */
  operatorId: string | null
  sessionId: string | null
  address: string | null
}

/** What an action counts towards its operator's daily sum: minor units of money, or credit. */
export interface Weight {
  kind: 'refund' | 'credit'
  amount: number
}

export interface NewAction extends ActionActor {
  weight: Weight | null
  /** The colleague who signed a request beyond the daily sum; null without one. */
  signature: { requestId: string; signedBy: string } | null
  /** The console's agreement to the preview: good for one action; null without one. */
  mark: string | null
  command: string
  given: Record<string, unknown>
  subject: string | null
  reason: string | null
}

/** `failed`: nothing was done, and a later try may succeed; `unknown`: it may have been done. */
export type Outcome = 'done' | 'refused' | 'failed' | 'unknown'

/**
 * Records an action before it begins, so that a program that dies leaves a trace. Returns its id; null when the
 * mark was used before.
 */
export async function beginAction(sql: Query, action: NewAction): Promise<string | null> {
  const { channel, operator, operatorId, sessionId, address } = action
  const { mark, command, given, subject, reason, weight, signature } = action
  const { kind = null, amount = null } = weight ?? {}
  const { requestId = null, signedBy = null } = signature ?? {}
  const [row] = await sql<{ id: string }>`
    insert into operator_actions
      (id, channel, operator, operator_id, session_id, address, mark, command, given, subject, reason,
       weight_kind, weight, request_id, signed_by)
    values (${uuidv7()}, ${channel}, ${operator}, ${operatorId}, ${sessionId}, ${address}, ${mark},
      ${command}, ${json(given)}, ${subject}, ${reason}, ${kind}, ${amount}, ${requestId}, ${signedBy})
    on conflict (mark) do nothing
    returning id`
  return row?.id ?? null
}

/** Records what needed no beginning, such as a sign-in. */
export async function recordAction(
  sql: Query,
  action: Omit<NewAction, 'mark' | 'weight' | 'signature'> & {
    outcome: Outcome
    result: Record<string, unknown>
  },
): Promise<void> {
  const { channel, operator, operatorId, sessionId, address } = action
  const { command, given, subject, reason, outcome, result } = action
  await sql`
    insert into operator_actions
      (id, channel, operator, operator_id, session_id, address, command, given, subject, reason,
       outcome, result, finished_at)
    values (${uuidv7()}, ${channel}, ${operator}, ${operatorId}, ${sessionId}, ${address},
      ${command}, ${json(given)}, ${subject}, ${reason}, ${outcome}, ${json(result)}, clock_timestamp())`
}

/** Records how the action ended; it cannot be changed later. */
export async function endAction(
  sql: Query,
  id: string,
  { outcome, result }: { outcome: Outcome; result: Record<string, unknown> },
): Promise<void> {
  await sql`
    update operator_actions
    set outcome = ${outcome}, result = ${json(result)}, finished_at = clock_timestamp()
    where id = ${id}`
}

export interface StoredAction {
  id: string
  operator: string
  command: string
  given: Record<string, unknown>
  subject: string | null
  reason: string | null
  /** Null while it runs, and when its program died. */
  outcome: Outcome | null
  result: Record<string, unknown> | null
  startedAt: Date
  finishedAt: Date | null
}

/** What was done about something, or tried; without previews that were refused. Newest first. */
export function listDeeds(
  sql: Query,
  { subject, limit }: { subject: string; limit: number },
): Promise<StoredAction[]> {
  return sql<StoredAction>`
    select id, operator, command, given, subject, reason, outcome, result,
      started_at as "startedAt", finished_at as "finishedAt"
    from operator_actions
    where subject = ${subject} and result->>'isPreview' is null
    order by id desc limit ${limit}`
}
