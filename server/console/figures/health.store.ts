import type { Query } from '../../db/sql.ts'

/** When the ledger was last proved by the nightly job, and whether an alert about it is as new. */
export async function findLastProof(
  sql: Query,
): Promise<{ at: Date | null; hasFaults: boolean } | null> {
  const [row] = await sql<{ at: Date | null; hasFaults: boolean }>`
    select finished_at as at, exists (
      select from alerts where kind = 'ledger_not_proven'
        and last_at > coalesce(timed_jobs.finished_at, now()) - interval '1 hour') as "hasFaults"
    from timed_jobs where name = 'prove-ledger' and finished_at is not null`
  return row ?? null
}

/** Mails that are due and not sent, counted up to `most`. */
export async function countDueMails(sql: Query, most: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from jobs where kind = 'mail' and state = 'waiting' and run_at <= now() limit ${most}) due`
  return row!.count
}
