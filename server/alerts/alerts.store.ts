import { BATCH_ROWS } from '../db/delete-in-batches.ts'
import { json, type Query } from '../db/sql.ts'

export interface StoredAlert {
  kind: string
  /** The order, intent or day that it is about. */
  subject: string
  facts: Record<string, unknown>
  at: Date
}

/** Counts an alert; returns how often there has been one of this kind about this subject. */
export async function countAlert(
  sql: Query,
  { kind, subject, facts, at }: StoredAlert,
): Promise<number> {
  const [alert] = await sql<{ times: number }>`
    insert into alerts (kind, subject, facts, first_at, last_at)
    values (${kind}, ${subject}, ${json(facts)}, ${at}, ${at})
    on conflict (kind, subject) do update
      set times = alerts.times + 1, last_at = excluded.last_at, facts = excluded.facts
    returning times`
  return alert!.times
}

/** Deletes some of the alerts that last happened before then; returns a row for each. */
export function deleteOldAlerts(sql: Query, before: Date): Promise<readonly unknown[]> {
  return sql`
    delete from alerts where ctid = any(array(
      select ctid from alerts where last_at < ${before} limit ${BATCH_ROWS})) returning 1`
}

/** A kind of alert about one thing. */
export interface FoundAlert {
  kind: string
  /** The order, intent or day that it is about. */
  subject: string
  facts: Record<string, unknown>
  times: number
  firstAt: Date
  lastAt: Date
}

/** What the operator was alerted to since then, the newest first. */
export function searchAlerts(
  sql: Query,
  { since, limit }: { since: Date; limit: number },
): Promise<FoundAlert[]> {
  return sql<FoundAlert>`
    select kind, subject, facts, times, first_at as "firstAt", last_at as "lastAt"
    from alerts where last_at >= ${since} order by last_at desc, kind, subject limit ${limit}`
}
