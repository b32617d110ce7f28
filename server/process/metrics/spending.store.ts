import type { Query } from '../../db/sql.ts'

/** Longer than the job that ends holds may be late. */
const LATE = '2 minutes'

/** Open holds of applications; `late` are those that should have ended. */
export function countHolds(sql: Query): Promise<{ state: string; count: number }[]> {
  return sql<{ state: string; count: number }>`
    select 'open' as state, count(*) as count from credit_holds
    where state = 'open' and expires_at >= now() - ${LATE}::interval
    union all
    select 'late', count(*) from credit_holds
    where state = 'open' and expires_at < now() - ${LATE}::interval`
}

/** Messages to applications: `failing` were refused and are tried again, `given_up` those of the last day. */
export function countMessages(sql: Query): Promise<{ state: string; count: number }[]> {
  return sql<{ state: string; count: number }>`
    select 'failing' as state, count(*) as count from application_messages where state = 'waiting' and tries > 0
    union all
    select 'given_up', count(*) from application_messages
    where state = 'given_up' and created_at > now() - interval '4 days' and ended_at > now() - interval '1 day'`
}

/** Actions of the console that wait for a second signature. */
export function countSignatures(sql: Query): Promise<{ count: number }[]> {
  return sql<{ count: number }>`
    select count(*) as count from operator_requests where outcome is null and expires_at > now()`
}
