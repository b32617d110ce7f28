import type { UndeliveredMessage } from '#contract/console/applications.ts'
import { MESSAGE_KIND } from '../../applications/webhooks/deliver-message.ts'
import type { Query } from '../../db/sql.ts'

export interface ApplicationCounts {
  id: string
  grants: number
  lastUsedAt: Date | null
  failing: number
  givenUp: number
}

/** Counts of every application, or of one; messages up to `most`. */
export function countOfApplications(
  sql: Query,
  { id, most }: { id: string | null; most: number },
): Promise<ApplicationCounts[]> {
  return sql<ApplicationCounts>`
    select application.id,
      (select count(*) from application_grants held
        where held.application_id = application.id and held.revoked_at is null) as grants,
      (select max(last_used_at) from application_keys key where key.application_id = application.id) as "lastUsedAt",
      (select count(*) from (
        select from application_messages message
        where message.application_id = application.id and state = 'waiting' and tries > 0 limit ${most}) few) as failing,
      (select count(*) from (
        select from application_messages message
        where message.application_id = application.id and state = 'given_up' limit ${most}) few) as "givenUp"
    from applications application where ${id}::uuid is null or application.id = ${id}::uuid`
}

export interface UndeliveredRow extends Omit<UndeliveredMessage, 'createdAt' | 'nextTryAt'> {
  createdAt: Date
  nextTryAt: Date | null
}

/** Messages that were refused or given up, newest first. */
export function listUndelivered(
  sql: Query,
  { id, most }: { id: string; most: number },
): Promise<UndeliveredRow[]> {
  return sql<UndeliveredRow>`
    select message.id, type, message.state, tries, message.last_error as "lastError", data ->> 'user' as "userId",
      message.created_at as "createdAt",
      case when message.state = 'waiting' then (
        select min(run_at) from jobs
        where kind = ${MESSAGE_KIND} and jobs.state = 'waiting' and payload ->> 'id' = message.id::text
      ) end as "nextTryAt"
    from (
      (select * from application_messages
        where application_id = ${id} and state = 'waiting' and tries > 0 order by created_at desc limit ${most})
      union all
      (select * from application_messages
        where application_id = ${id} and state = 'given_up' order by created_at desc limit ${most})) message
    order by message.created_at desc, message.id limit ${most}`
}

/** Address and name of these users. */
export function listNames(
  sql: Query,
  ids: readonly string[],
): Promise<{ id: string; email: string | null; nickname: string }[]> {
  return sql<{ id: string; email: string | null; nickname: string }>`
    select id, email, nickname from users where id = any(${ids}::uuid[])`
}
