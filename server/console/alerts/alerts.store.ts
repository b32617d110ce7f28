import type { Query } from '../../db/sql.ts'
import type { FoundAlert } from '../../alerts/alerts.store.ts'

export interface ListedAlert extends FoundAlert {
  /** `lastAt` in microseconds since 1970, as the database has it. */
  micros: string
}

/** The alert that a page begins after. */
export interface AlertCursor {
  micros: string
  kind: string
  subject: string
}

/** The latest first. */
export function listAlertPage(
  sql: Query,
  { since, before, limit }: { since: Date; before: AlertCursor | null; limit: number },
): Promise<ListedAlert[]> {
  const { micros, kind, subject } = before ?? { micros: null, kind: null, subject: null }
  return sql<ListedAlert>`
    select kind, subject, facts, times, first_at as "firstAt", last_at as "lastAt",
      (extract(epoch from last_at) * 1000000)::bigint::text as micros
    from alerts
    where last_at >= ${since}
      and (${micros}::bigint is null or (last_at, kind, subject)
        < ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${kind}::text, ${subject}::text))
    order by last_at desc, kind desc, subject desc limit ${limit}`
}
