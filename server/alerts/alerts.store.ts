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
