import type { Query } from '../db/sql.ts'

/** A turn of a timed job that this node holds until its lease ends. */
export interface ClaimedTurn {
  name: string
  run: number
}

/** Makes the names known; the first turn is due at once. */
export async function registerTimedJobs(sql: Query, names: string[]): Promise<void> {
  await sql`insert into timed_jobs (name) select unnest(${names}::text[]) on conflict (name) do nothing`
}

/** Claims turns that are due and that no other node holds, those that have waited longest first. */
export function claimTurns(
  sql: Query,
  names: string[],
  { leaseMs, most }: { leaseMs: number; most: number },
): Promise<ClaimedTurn[]> {
  return sql<ClaimedTurn>`
    update timed_jobs set runs = runs + 1, locked_until = now() + ${leaseMs} * interval '1 ms'
    where name in (
      select name from timed_jobs
      where name = any(${names}) and run_at <= now() and (locked_until is null or locked_until <= now())
      order by run_at, name limit ${most} for update skip locked)
    returning name, runs as run`
}

/** Returns false when the lease was lost to another node. */
export async function extendTurnLease(
  sql: Query,
  { name, run }: ClaimedTurn,
  leaseMs: number,
): Promise<boolean> {
  const kept = await sql`
    update timed_jobs set locked_until = now() + ${leaseMs} * interval '1 ms'
    where name = ${name} and runs = ${run}
    returning 1`
  return kept.length === 1
}

/** How many turns in a row have failed by now, and since when. */
export interface Streak {
  failures: number
  since: Date | null
}

/** Returns null when another node holds the job by now. */
export async function finishTurn(
  sql: Query,
  { name, run }: ClaimedTurn,
  { pauseMs, error }: { pauseMs: number; error: string | null },
): Promise<Streak | null> {
  const hasFailed = error !== null
  const [streak] = await sql<Streak>`
    update timed_jobs
    set run_at = now() + ${pauseMs} * interval '1 ms', locked_until = null, last_error = ${error},
      finished_at = now(),
      failures = case when ${hasFailed} then failures + 1 else 0 end,
      failing_since = case when ${hasFailed} then coalesce(failing_since, now()) end,
      succeeded_at = case when ${hasFailed} then succeeded_at else now() end
    where name = ${name} and runs = ${run}
    returning failures, failing_since as since`
  return streak ?? null
}

/** Releases the turn, due at once for another node. */
export async function releaseTurn(sql: Query, { name, run }: ClaimedTurn): Promise<void> {
  await sql`
    update timed_jobs set run_at = now(), locked_until = null where name = ${name} and runs = ${run}`
}
