import type { Query } from '../../db/sql.ts'

/** Orders that wait for payment, by state. Orders that wait for a person are alerts. */
export function countOpenOrders(sql: Query): Promise<{ state: string; count: number }[]> {
  return sql<{ state: string; count: number }>`
    select state, count(*) as count from orders where open_slot is not null group by state`
}

/** Alerts by kind, with repetitions. */
export function countAlerts(sql: Query): Promise<{ kind: string; count: number }[]> {
  return sql<{ kind: string; count: number }>`
    select kind, sum(times) as count from alerts group by kind`
}

/** When any node last applied an event of the payment provider; null = never. */
export async function findLastEventTime(sql: Query): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }>`select max(applied_at) as at from provider_events`
  return row?.at ?? null
}

/** Due jobs and dead jobs, by kind. */
export function countJobs(sql: Query): Promise<{ kind: string; state: string; count: number }[]> {
  return sql<{ kind: string; state: string; count: number }>`
    select kind, state, count(*) as count from jobs
    where state = 'dead' or (state = 'waiting' and run_at <= now())
    group by kind, state`
}

/** Per timed job: failures in a row, and the time of the last success in seconds since 1970 (0 = never). */
export function listTimedJobs(
  sql: Query,
): Promise<{ job: string; failures: number; succeededAt: number }[]> {
  return sql<{ job: string; failures: number; succeededAt: number }>`
    select name as job, failures, coalesce(extract(epoch from succeeded_at), 0)::float8 as "succeededAt"
    from timed_jobs`
}

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
