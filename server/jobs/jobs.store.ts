import { BATCH_ROWS } from '../db/delete-in-batches.ts'
import { json, type Query } from '../db/sql.ts'
import type { Sweeps } from './sweep.ts'

/** A job that this worker holds until its lease ends; `attempt` begins with 1. */
export interface ClaimedJob {
  id: string
  kind: string
  payload: unknown
  attempt: number
}

export interface NewJob {
  id: string
  kind: string
  payload: object
  dedupeKey: string | null
  /** null = at once. */
  runAt: Date | null
}

/** Adds the job unless one of its kind and dedupe key is known already. */
export async function insertJob(sql: Query, job: NewJob): Promise<void> {
  await sql`
    insert into jobs (id, kind, payload, dedupe_key, run_at)
    values (${job.id}, ${job.kind}, ${json(job.payload)}, ${job.dedupeKey}, coalesce(${job.runAt}::timestamptz, now()))
    on conflict (kind, dedupe_key) do nothing`
}

/** Claims the jobs that have been due longest. */
export function claimJobs(
  sql: Query,
  { kinds, limit, leaseMs }: { kinds: string[]; limit: number; leaseMs: number },
): Promise<ClaimedJob[]> {
  return sql<ClaimedJob>`
    update jobs set attempts = attempts + 1, locked_until = now() + ${leaseMs} * interval '1 ms'
    where id in (
      select id from jobs
      where state = 'waiting' and run_at <= now() and kind = any(${kinds})
        and (locked_until is null or locked_until <= now())
      order by run_at limit ${limit} for update skip locked)
    returning id, kind, payload, attempts as attempt`
}

/** Returns false when the lease was lost to another worker. */
export async function extendJobLease(
  sql: Query,
  { id, attempt }: ClaimedJob,
  leaseMs: number,
): Promise<boolean> {
  const kept = await sql`
    update jobs set locked_until = now() + ${leaseMs} * interval '1 ms'
    where id = ${id} and attempts = ${attempt} and state = 'waiting'
    returning 1`
  return kept.length === 1
}

/** Of the payload only its `kept` stays. */
export async function finishJob(sql: Query, { id, attempt }: ClaimedJob): Promise<void> {
  await sql`
    update jobs
    set state = 'done', payload = coalesce(payload -> 'kept', '{}'), locked_until = null, last_error = null,
      finished_at = now()
    where id = ${id} and attempts = ${attempt} and state = 'waiting'`
}

/** Ends a failed attempt: the job is due again (`run_at`) after the pause. */
export async function retryJobLater(
  sql: Query,
  { id, attempt }: ClaimedJob,
  { pauseMs, error }: { pauseMs: number; error: string },
): Promise<void> {
  await sql`
    update jobs set run_at = now() + ${pauseMs} * interval '1 ms', locked_until = null, last_error = ${error}
    where id = ${id} and attempts = ${attempt} and state = 'waiting'`
}

/** Marks the job dead; it remains for the operator to look at. */
export async function moveJobToDead(
  sql: Query,
  { id, attempt }: ClaimedJob,
  error: string,
): Promise<void> {
  await sql`
    update jobs set state = 'dead', locked_until = null, last_error = ${error}, finished_at = now()
    where id = ${id} and attempts = ${attempt} and state = 'waiting'`
}

/** Deletes jobs that are not done and whose payload contains this one. */
export async function discardJobs(sql: Query, kind: string, payload: object): Promise<void> {
  await sql`delete from jobs where kind = ${kind} and state <> 'done' and payload @> ${json(payload)}`
}

/** Deletes finished jobs. Their dedupe keys are free again then. */
export function jobSweeps(
  sql: Query,
  { doneDays, deadDays }: { doneDays: number; deadDays: number },
): Sweeps {
  return {
    'jobs that are done': () => sql`
      delete from jobs where ctid = any(array(
        select ctid from jobs
        where state = 'done' and finished_at < now() - ${doneDays} * interval '1 day'
        limit ${BATCH_ROWS})) returning 1`,
    'jobs that were given up': () => sql`
      delete from jobs where ctid = any(array(
        select ctid from jobs
        where state = 'dead' and finished_at < now() - ${deadDays} * interval '1 day'
        limit ${BATCH_ROWS})) returning 1`,
  }
}
