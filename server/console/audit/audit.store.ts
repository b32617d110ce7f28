import { all, fragment, type Query } from '../../db/sql.ts'
import type { StoredAction } from '../../operator/audit/actions.store.ts'

export interface AuditRow extends StoredAction {
  channel: 'terminal' | 'console' | 'site'
  address: string | null
  /** E-mail of the colleague who gave the second signature; null without one. */
  signedBy: string | null
}

/** Null: every one. */
export interface AuditFilter {
  operator: string | null
  command: string | null
  subject: string | null
  channel: string | null
  outcome: string | null
}

function matching({ operator, command, subject, channel, outcome }: AuditFilter) {
  return all(
    operator !== null && fragment`operator = ${operator}`,
    command !== null && fragment`command = ${command}`,
    subject !== null && fragment`subject = ${subject}`,
    channel !== null && fragment`channel = ${channel}`,
    outcome !== null && fragment`outcome = ${outcome}`,
  )
}

/** Newest first. */
export function searchActions(
  sql: Query,
  filter: AuditFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<AuditRow[]> {
  return sql<AuditRow>`
    select id, channel, operator, address, command, given, subject, reason, outcome, result,
      (select email from operators where operators.id = signed_by) as "signedBy",
      started_at as "startedAt", finished_at as "finishedAt"
    from operator_actions
    where ${all(matching(filter), before !== null && fragment`id < ${before}`)}
    order by id desc limit ${limit}`
}

/** How many there are, up to `most`. */
export async function countActions(sql: Query, filter: AuditFilter, most: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from operator_actions where ${matching(filter)} limit ${most}) matching`
  return row!.count
}
