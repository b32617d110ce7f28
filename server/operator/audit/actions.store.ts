import { uuidv7 } from '../../db/ids.ts'
import { json, type Query } from '../../db/sql.ts'

export interface NewAction {
  operator: string
  command: string
  given: Record<string, unknown>
  subject: string | null
  reason: string | null
}

export type Outcome = 'done' | 'refused' | 'failed'

/** Records an action before it begins, so that a program that dies leaves a trace. Returns its id. */
export async function beginAction(
  sql: Query,
  { operator, command, given, subject, reason }: NewAction,
): Promise<string> {
  const id = uuidv7()
  await sql`
    insert into operator_actions (id, operator, command, given, subject, reason)
    values (${id}, ${operator}, ${command}, ${json(given)}, ${subject}, ${reason})`
  return id
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

/** Newest first; of one subject when it is named. */
export function listActions(
  sql: Query,
  { subject, limit }: { subject: string | null; limit: number },
): Promise<StoredAction[]> {
  return subject === null
    ? sql<StoredAction>`
        select id, operator, command, given, subject, reason, outcome, result,
          started_at as "startedAt", finished_at as "finishedAt"
        from operator_actions order by id desc limit ${limit}`
    : sql<StoredAction>`
        select id, operator, command, given, subject, reason, outcome, result,
          started_at as "startedAt", finished_at as "finishedAt"
        from operator_actions where subject = ${subject} order by id desc limit ${limit}`
}
