import type { Query } from '../../db/sql.ts'
import type { StoredAction } from '../../operator/audit/actions.store.ts'

export interface AuditRow extends StoredAction {
  channel: 'terminal' | 'console'
  address: string | null
}

export interface AuditFilter {
  /** Only older ones; null: from the newest on. */
  before: string | null
  operator: string | null
  command: string | null
  subject: string | null
  channel: string | null
  outcome: string | null
  limit: number
}

/** Newest first. */
export function searchActions(sql: Query, filter: AuditFilter): Promise<AuditRow[]> {
  const { before, operator, command, subject, channel, outcome, limit } = filter
  return sql<AuditRow>`
    select id, channel, operator, address, command, given, subject, reason, outcome, result,
      started_at as "startedAt", finished_at as "finishedAt"
    from operator_actions
    where (${before}::uuid is null or id < ${before}::uuid)
      and (${operator}::text is null or operator = ${operator})
      and (${command}::text is null or command = ${command})
      and (${subject}::text is null or subject = ${subject})
      and (${channel}::text is null or channel = ${channel})
      and (${outcome}::text is null or outcome = ${outcome})
    order by id desc limit ${limit}`
}
