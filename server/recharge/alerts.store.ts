import { json, type Query } from '../db/sql.ts'

export interface StoredAlert {
  kind: string
  /** The order, intent or day that it is about. */
  subject: string
  facts: Record<string, unknown>
  at: Date
}

/** Counts an alert, and says how often there was one of this kind about this subject. */
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
